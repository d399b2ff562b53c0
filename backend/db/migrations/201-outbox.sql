-- What must still be done for the outside: mails, deletions. Written in the transaction of the business change, so a
-- change that happened is never without its job. Finished jobs keep their key for a while and lose their payload.

create table outbox (
  id text primary key,
  kind text not null,
  payload jsonb not null,
  -- Two jobs with one key are one job.
  key text unique,
  -- Not before this; null means at once. The order of entry decides between jobs that are both due.
  run_at timestamptz,
  entered bigint generated always as identity,
  attempts integer not null default 0,
  -- While it lies ahead a worker has the job; past it the worker is taken for dead.
  leased_until timestamptz,
  finished_at timestamptz,
  outcome text check (outcome in ('done', 'failed'))
);
create index outbox_waiting on outbox (entered) where finished_at is null;
create index outbox_finished on outbox (finished_at) where finished_at is not null;
