-- Jobs for external services, such as mails and deletions. A job is written in the transaction of the business change,
-- so that a committed change always has its job. Finished jobs keep their key for a while, but not their payload.

create table outbox (
  id text primary key,
  kind text not null,
  payload jsonb not null,
  -- Two jobs with the same key are one job.
  key text unique,
  -- The earliest start; null means at once. Due jobs run in the order of their insertion.
  run_at timestamptz,
  entered bigint generated always as identity,
  attempts integer not null default 0,
  -- Until this time a worker holds the job; after it the worker counts as dead.
  leased_until timestamptz,
  finished_at timestamptz,
  outcome text check (outcome in ('done', 'failed'))
);
create index outbox_waiting on outbox (entered) where finished_at is null;
create index outbox_finished on outbox (finished_at) where finished_at is not null;
