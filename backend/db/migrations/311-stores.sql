-- Subscriptions bought in an app store, each as the newest event of RevenueCat's tells it. Not tied to a user: the game
-- may have been bought before the portal knew the person, and a transfer gives it to somebody else. Who has it is
-- found when it is read: a user's id or PlayFab id among `app_user_ids`.

create table store_subscriptions (
  store text not null check (store in ('apple', 'google', 'other')),
  -- The store's original transaction: it stays the same through all renewals.
  subscription text not null,
  app_user_ids text[] not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'ended')),
  period_end timestamptz not null,
  -- Past this moment it is over, also when nobody tells us so.
  member_until timestamptz not null,
  renews boolean not null,
  -- When RevenueCat made the event; what is older changes nothing.
  told_at timestamptz not null,
  primary key (store, subscription)
);
create index store_subscriptions_by_owner on store_subscriptions using gin (app_user_ids);
create index store_subscriptions_by_end on store_subscriptions (member_until);

-- Transfers are kept for a while: the purchase that one moves may be told after it.
create table store_transfers (
  event_id text primary key,
  -- null: in whatever store it was bought.
  store text check (store in ('apple', 'google', 'other')),
  from_ids text[] not null,
  to_ids text[] not null,
  told_at timestamptz not null
);
create index store_transfers_by_age on store_transfers (told_at);
