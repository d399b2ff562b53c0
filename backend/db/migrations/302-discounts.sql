-- The next payment's discount: what it costs, and when the discount ends. Null in rows that an earlier release wrote.
alter table stripe_subscriptions add column discount_amount bigint;
alter table stripe_subscriptions add column discount_end timestamptz;

-- The coupon with which a user came, for the first purchase.
alter table users add column coupon text;
