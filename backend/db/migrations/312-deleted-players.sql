-- Whose account was deleted: PlayFab forgets a player some time after it was asked to, and until then an entity token
-- that is still valid would make a record anew. Digests of the PlayFab id and of our user id.
create table deleted_players (
  id_hash text primary key,
  deleted_at timestamptz not null
);
create index deleted_players_by_age on deleted_players (deleted_at);

-- For the notice, beside `deletion_email`: a subscription was cancelled with the account.
alter table users add column deletion_ended_subscription boolean not null default false;
