-- When a job entered the outbox, so that operators see how long people wait. Jobs from before the migration count from it.

alter table outbox add column entered_at timestamptz not null default now();
