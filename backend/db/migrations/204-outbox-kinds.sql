-- The worker leases the oldest jobs of each kind. Without this index, it would read all waiting jobs for each kind.

create index outbox_waiting_of_kind on outbox (kind, entered) where finished_at is null;
