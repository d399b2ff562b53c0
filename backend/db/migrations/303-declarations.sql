-- Declarations by which parents end their contract (decisions, section 6), and what a withdrawal's period depends on.

-- The end of the free trial, when the first payment was due; null without a trial.
alter table stripe_subscriptions add column trial_end timestamptz;

create table declarations (
  id text primary key,
  kind text not null check (kind in ('cancellation', 'withdrawal')),
  -- `mailed` until the one-time link is used.
  state text not null check (state in ('mailed', 'confirmed', 'done', 'undone')),
  -- Null until the address of a visitor was found to be an account's.
  user_id text references users (id) on delete cascade,
  -- The lower-cased address of a visitor who is not signed in, until the account is found.
  email text,
  language text not null check (language in ('en', 'fr')),
  declared_at timestamptz not null,
  -- The order of declarations of the same moment.
  entered bigint generated always as identity,
  -- SHA-256 of the secret of the mailed link.
  token_hash text unique,
  link_expires_at timestamptz,
  -- What is done with which subscriptions at Stripe. Decided once, before the first call, so that a retry does the same.
  outcome text check (outcome in ('cancelled', 'withdrawn', 'nothing')),
  subscriptions text[],
  ends_at timestamptz,
  reason text,
  delete_at timestamptz not null
);
create index declarations_of_user on declarations (user_id, entered);
create index declarations_by_end on declarations (delete_at);
