-- The tables of the product: accounts, analytics, limits, the jobs, payments, declarations, app stores and the school zone.
-- Languages are listed in src/contracts/language.ts alone, which checks them where they arrive.

create table users (
  id text primary key,
  playfab_id text not null unique,
  language text not null,
  created_at timestamptz not null,
  -- When somebody first signed in, so that a partner learns once that the account is new; null until then.
  opened_at timestamptz,
  -- The coupon with which a user came, for the first purchase.
  coupon text,
  -- The last password reset, and the SHA-256 of the code that was mailed to the owner then. From that time on a sign-in
  -- needs a proof that the person knows the new password or reads the mailbox (decisions, section 4).
  password_reset_at timestamptz,
  sign_in_code_hash text,
  -- Set when a deletion is requested; the row is deleted last. The other two are kept only for the notice.
  deletion_requested_at timestamptz,
  deletion_email text,
  deletion_ended_subscription boolean not null default false
);

-- A token is bound by the cloud function, then activated by PUT integrations. It is valid while it is active and
-- has not expired; revoking it sets expires_at to the past. Only its SHA-256 is stored.
create table sessions (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The digest of the first token: a sign-in begins a chain, every renewal continues it, and a log-out ends all of it.
  chain text not null,
  -- When the person last signed in: every renewal inherits it.
  chain_started_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz not null,
  -- A token that was sent in a store link can only read the account (decisions, section 4).
  read_only boolean not null default false,
  -- A token is renewed once.
  renewed boolean not null default false,
  -- The key of the partner whose page the person signed in on: idToken is for this partner's server only.
  partner text
);
create index sessions_of_user on sessions (user_id, expires_at);
create index sessions_by_end on sessions (expires_at);

-- Deleted accounts, as digests of the PlayFab id and of our user id. PlayFab deletes a player some time after the
-- request, and until then a valid entity token would create a new record.
create table deleted_players (
  id_hash text primary key,
  deleted_at timestamptz not null
);
create index deleted_players_by_age on deleted_players (deleted_at);

-- No address, device or user agent, by design. A repeated event counts once.
create table analytics_events (
  id bigint generated always as identity primary key,
  type text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  recorded_at timestamptz not null
);
create unique index analytics_events_once on analytics_events ((data ->> 'eventID'));
create index analytics_events_by_age on analytics_events (recorded_at);

-- Fixed windows. Keys are digests: addresses and emails are not stored in readable form.
create table rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limits_by_end on rate_limits (ends_at);

-- Jobs for external services, such as mails and deletions. A job is written in the transaction of the business change,
-- so that a committed change always has its job. Finished jobs keep their key for a while, but not their payload.
create table jobs (
  id text primary key,
  kind text not null,
  payload jsonb not null,
  -- Two jobs with the same key are one job.
  key text unique,
  -- The earliest start; null means at once. Due jobs run in the order of their insertion.
  run_at timestamptz,
  entered bigint generated always as identity,
  -- Operators see how long people wait.
  entered_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Until this time a worker holds the job; after it the worker counts as dead.
  leased_until timestamptz,
  finished_at timestamptz,
  outcome text check (outcome in ('done', 'failed')),
  -- The request that added the job, so that its log lines can be found; null for a job that no request added.
  request_id text
);
create index jobs_waiting on jobs (entered) where finished_at is null;
-- The worker leases the oldest jobs of each kind.
create index jobs_waiting_of_kind on jobs (kind, entered) where finished_at is null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;

-- The last known state at Stripe. Stripe is the source of truth; these rows are a copy of what was read there.
-- Each read of a customer gets a number before it begins: of two reads, the one that began later is newer.
create sequence stripe_reads;

create table stripe_customers (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The number of the read that produced the rows below.
  applied_read bigint not null
);
create index stripe_customers_of_user on stripe_customers (user_id);

create table stripe_subscriptions (
  id text primary key,
  customer_id text not null references stripe_customers (id) on delete cascade,
  status text not null check (status in ('trialing', 'active', 'past_due', 'unpaid', 'ended')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null,
  -- Either all four are set or none is.
  price_amount bigint,
  price_currency text,
  price_interval text check (price_interval in ('day', 'week', 'month', 'year')),
  price_interval_count integer,
  -- The next payment's discount: what it costs, and when the discount ends.
  discount_amount bigint,
  discount_end timestamptz,
  -- The payment that failed and is open: what it costs, and when the card is tried again.
  due_amount bigint,
  due_next timestamptz,
  -- The end of the free trial, when the first payment was due; null without a trial.
  trial_end timestamptz,
  created_at timestamptz not null
);
create index stripe_subscriptions_of_customer on stripe_subscriptions (customer_id);
create index stripe_subscriptions_by_end on stripe_subscriptions (current_period_end) where status <> 'ended';

-- The open payment page of a user: one at a time.
create table checkouts (
  user_id text primary key references users (id) on delete cascade,
  -- Random part of the idempotency key, so that two simultaneous tabs get one page.
  attempt text not null,
  language text not null,
  coupon text,
  started_at timestamptz not null,
  -- The id at Stripe; null until Stripe answered.
  session_id text
);
create index checkouts_by_start on checkouts (started_at);

-- What parents declared about the end of their contract (decisions, section 6). Rows are only added; `confirmed` and
-- `reason` are filled in once. Of two confirmations, the one with the larger number is the later.
create sequence confirmations;

create table declarations (
  id text primary key,
  kind text not null check (kind in ('cancellation', 'withdrawal', 'undo')),
  -- Null until the address of a visitor was found to be an account's.
  user_id text references users (id) on delete cascade,
  -- The lower-cased address of a visitor who is not signed in, until the account is found.
  email text,
  language text not null,
  declared_at timestamptz not null,
  -- The number of the confirmation; null until the mailed link is used.
  confirmed bigint,
  -- SHA-256 of the secret of the mailed link, and its last day in the contract's time zone, as "2026-12-21".
  token_hash text unique,
  link_last_day text,
  reason text,
  delete_at timestamptz not null
);
create index declarations_of_user on declarations (user_id, confirmed);
create index declarations_of_address on declarations (email, kind);
create index declarations_by_end on declarations (delete_at);

-- The one end that the owner of an account wants: the declaration that was confirmed last, undoing included.
create table wanted_ends (
  user_id text primary key references users (id) on delete cascade,
  wanted text not null check (wanted in ('none', 'period', 'withdrawal')),
  -- A withdrawal after its period is wanted as an end of the period.
  late boolean not null default false,
  declared_at timestamptz not null,
  language text not null,
  confirmed bigint not null,
  -- The subscriptions that it concerns; null until they were read from Stripe.
  subscriptions text[],
  -- Whether Stripe was read to be so, and the owner was told.
  settled boolean not null default false
);

-- Subscriptions bought in an app store, as they were last read from RevenueCat. A subscriber does not reference a user: a
-- purchase may happen before the portal knows the person. The owner is found when the rows are read: a user's id or
-- PlayFab id is RevenueCat's name of the subscriber.

-- The reading that began last decides.
create sequence store_reads;

create table store_subscribers (
  app_user_id text primary key,
  applied_read bigint not null,
  -- The last moment of a subscription, or of the reading if there is none.
  ends_at timestamptz not null
);
create index store_subscribers_by_end on store_subscribers (ends_at);

create table store_subscriptions (
  app_user_id text not null references store_subscribers on delete cascade,
  product text not null,
  store text not null check (store in ('apple', 'google', 'other')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'ended')),
  period_end timestamptz not null,
  -- The subscription is over after this moment, even if nothing more is heard of it.
  member_until timestamptz not null,
  renews boolean not null,
  primary key (app_user_id, product)
);

-- Teachers, their classrooms, the students' codes and their progress. A child is a code: these tables
-- contain no name, address, device or user agent of a child.

-- `teachers` and `classrooms` have a row for each class and find it by address, code and link. Every table below them has the
-- class in its keys, and so do its statements, so that Citus can distribute it by class (docs/operators/runbook.md#past-one-primary).
create table teachers (
  id text primary key,
  -- Lower-cased; mails are sent to this address only.
  email text not null unique,
  school_name text,
  age_group text,
  -- Stored, but never used as a recipient.
  referral_email text,
  language text not null,
  -- SHA-256 of teacherAuthID, which alone gives access to the teacher's PlayFab account.
  auth_id_hash text not null unique,
  playfab_id text not null,
  -- The key of the partner whose page the teacher signed up on: idToken is for this partner's server only.
  partner text,
  created_at timestamptz not null
);
-- A ticket that one partner's page received must not sign a second teacher up for another partner.
create unique index teachers_of_partners on teachers (playfab_id) where partner is not null;

create table classrooms (
  id text primary key,
  teacher_id text not null unique references teachers (id) on delete cascade,
  -- The classroomID of the contract, 16 random bytes that give access to the class. A new link replaces it.
  link_id text not null unique,
  -- The classroomID in the first mail to the teacher. It replaces `link_id` when it is first opened, so
  -- that a person who registered another person's address does not keep a valid link. Null once it was opened.
  mailed_link_id text unique,
  -- The code that students type in the game; it gives no access here.
  code text not null unique,
  name text not null,
  -- Progress belongs to the era in which it was made: clearing begins the next era, and restoring merges one back.
  era integer not null default 1,
  created_at timestamptz not null,
  -- The last change of anything except progress.
  changed_at timestamptz not null
);

-- Never deleted while the class exists: a removed student becomes inactive, and returns first when the class grows.
create table students (
  classroom_id text not null references classrooms (id) on delete cascade,
  code text not null,
  active boolean not null default true,
  primary key (classroom_id, code)
);

-- One row for each student and concept.
create table progress (
  classroom_id text not null,
  era integer not null,
  student_code text not null,
  package text not null,
  concept text not null,
  total integer not null,
  -- {level: completed}
  levels jsonb not null,
  -- The number of completed levels, which a table shows without reading each level's name.
  done integer generated always as (jsonb_array_length(jsonb_path_query_array(levels, '$.* ? (@ == true)'))) stored,
  played_at timestamptz not null,
  changed_at timestamptz not null,
  -- Includes everything that a table shows: a class's rows are scattered over the disk, its part of the index is not.
  primary key (classroom_id, era, student_code, package, concept) include (done, total, played_at, changed_at),
  foreign key (classroom_id, student_code) references students (classroom_id, code) on delete cascade
);

-- When a class first played, in each era: a student who never played is absent from then on. It is a table of its own,
-- because a report only shares the lock of the class.
create table first_plays (
  classroom_id text not null references classrooms (id) on delete cascade,
  era integer not null,
  played_at timestamptz not null,
  primary key (classroom_id, era)
);

-- Eras that can still be restored.
create table cleared_progress (
  classroom_id text not null references classrooms (id) on delete cascade,
  era integer not null,
  cleared_at timestamptz not null,
  primary key (classroom_id, era)
);
create index cleared_progress_by_age on cleared_progress (cleared_at);

-- Mailed links, with only the SHA-256 of their secret. Applying a link removes it.
create table classroom_links (
  classroom_id text not null references classrooms (id) on delete cascade,
  token_hash text not null,
  kind text not null check (kind in ('update', 'restore')),
  num_students integer,
  reinitialize boolean,
  -- Set for a restore link.
  era integer,
  expires_at timestamptz not null,
  primary key (classroom_id, token_hash)
);
create index classroom_links_by_secret on classroom_links (token_hash);
create index classroom_links_by_end on classroom_links (expires_at);
