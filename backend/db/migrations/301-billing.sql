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
  created_at timestamptz not null
);
create index stripe_subscriptions_of_customer on stripe_subscriptions (customer_id);
create index stripe_subscriptions_by_end on stripe_subscriptions (current_period_end) where status <> 'ended';

-- The open payment page of a user: one at a time.
create table checkouts (
  user_id text primary key references users (id) on delete cascade,
  -- Random part of the idempotency key, so that two simultaneous tabs get one page.
  attempt text not null,
  language text not null check (language in ('en', 'fr')),
  coupon text,
  started_at timestamptz not null,
  -- The id at Stripe; null until Stripe answered.
  session_id text
);
create index checkouts_by_start on checkouts (started_at);
