-- The time of the account's last password reset, and the SHA-256 of the code that was mailed to its owner then. From that
-- time on a sign-in needs a proof that the person knows the new password or reads the mailbox (decisions, section 4).
alter table users add column password_reset_at timestamptz;
alter table users add column sign_in_code_hash text;
