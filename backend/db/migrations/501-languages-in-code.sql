-- The languages are listed in src/contracts/language.ts alone, which checks them where they arrive.

alter table users drop constraint users_language_check;
alter table checkouts drop constraint checkouts_language_check;
alter table teachers drop constraint teachers_language_check;
alter table declarations drop constraint declarations_language_check;
