-- A renewal is used once, and a log-out ends the whole chain of renewals: the digest of its first token names it.
alter table sessions add column renewed boolean not null default false;
alter table sessions add column chain text;
