-- Which request added a job, so that its log lines and calls can be found. Jobs from before the migration have none.

alter table outbox add column request_id text;
alter table outbox add column trace_id text;
