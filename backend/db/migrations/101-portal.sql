-- Users, their sessions, first-party analytics and the counters of rate limits.

create table users (
  id text primary key,
  playfab_id text not null unique,
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null,
  -- Set when a deletion is requested; the row is deleted last. The address is kept only for the notice.
  deletion_requested_at timestamptz,
  deletion_email text
);

-- A token is bound by the cloud function, then activated by PUT integrations. It is valid while it is active and
-- has not expired; revoking it sets expires_at to now. Only its SHA-256 is stored.
create table sessions (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  -- When the person last signed in: every renewal inherits it.
  chain_started_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id, expires_at);
create index sessions_by_end on sessions (expires_at);

-- No address, device or user agent, by design.
create table analytics_events (
  id bigint generated always as identity primary key,
  type text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  recorded_at timestamptz not null
);
create index analytics_events_by_age on analytics_events (recorded_at);

-- Fixed windows. Keys are digests: addresses and emails are not stored in readable form.
create table rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limits_by_end on rate_limits (ends_at);
