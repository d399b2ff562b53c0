-- A token that was sent in a store link can only read the account until it expires (decisions, section 4).
alter table sessions add column read_only boolean not null default false;
