-- Deleted accounts, as digests of the PlayFab id and of our user id. PlayFab deletes a player some time after the
-- request, and until then a valid entity token would create a new record.
create table deleted_players (
  id_hash text primary key,
  deleted_at timestamptz not null
);
create index deleted_players_by_age on deleted_players (deleted_at);

-- Whether a subscription was cancelled with the account; used for the notice, like `deletion_email`.
alter table users add column deletion_ended_subscription boolean not null default false;
