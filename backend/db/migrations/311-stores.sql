-- Subscriptions bought in an app store, each in the state of RevenueCat's newest event. They do not reference a user: a
-- purchase may happen before the portal knows the person, and a transfer changes the owner. The owner is found when the
-- row is read: a user's id or PlayFab id is among `app_user_ids`.

create table store_subscriptions (
  store text not null check (store in ('apple', 'google', 'other')),
  -- The store's original transaction, which is the same for all renewals.
  subscription text not null,
  app_user_ids text[] not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'ended')),
  period_end timestamptz not null,
  -- The subscription is over after this moment, even without an event.
  member_until timestamptz not null,
  renews boolean not null,
  -- When RevenueCat created the event; older events change nothing.
  told_at timestamptz not null,
  primary key (store, subscription)
);
create index store_subscriptions_by_owner on store_subscriptions using gin (app_user_ids);
create index store_subscriptions_by_end on store_subscriptions (member_until);

-- Transfers are kept for a while, because the purchase that one moves may be reported after it.
create table store_transfers (
  event_id text primary key,
  -- null means every store.
  store text check (store in ('apple', 'google', 'other')),
  from_ids text[] not null,
  to_ids text[] not null,
  told_at timestamptz not null
);
create index store_transfers_by_age on store_transfers (told_at);
