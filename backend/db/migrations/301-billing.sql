-- What Stripe last told us. Stripe has the truth; these rows are our memory of it, written from what was read there.

-- Each read of a customer takes a number before it begins: of two reads the one that began later is the newer.
create sequence stripe_reads;

create table stripe_customers (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The number of the read that the rows below come from.
  applied_read bigint not null
);
create index stripe_customers_of_user on stripe_customers (user_id);

create table stripe_subscriptions (
  id text primary key,
  customer_id text not null references stripe_customers (id) on delete cascade,
  status text not null check (status in ('trialing', 'active', 'past_due', 'unpaid', 'ended')),
  current_period_end timestamptz,
  cancel_at_period_end boolean not null,
  -- All four or none.
  price_amount bigint,
  price_currency text,
  price_interval text check (price_interval in ('day', 'week', 'month', 'year')),
  price_interval_count integer,
  created_at timestamptz not null
);
create index stripe_subscriptions_of_customer on stripe_subscriptions (customer_id);
create index stripe_subscriptions_by_end on stripe_subscriptions (current_period_end) where status <> 'ended';

-- The payment page that a user may have open: one at a time.
create table checkouts (
  user_id text primary key references users (id) on delete cascade,
  -- Random; a part of the idempotency key, so that two tabs at the same moment get one page.
  attempt text not null,
  language text not null check (language in ('en', 'fr')),
  coupon text,
  started_at timestamptz not null,
  -- Stripe's id of it; null until Stripe answered.
  session_id text
);
create index checkouts_by_start on checkouts (started_at);
