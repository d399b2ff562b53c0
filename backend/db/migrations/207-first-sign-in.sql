-- When somebody first signed in to an account, so that a partner learns once that it is new. Accounts from before the
-- migration are not new, and neither are those that a process of the previous release adds. The time is that of the
-- first session's activation; null until then.

alter table users add column opened_at timestamptz default 'epoch';
