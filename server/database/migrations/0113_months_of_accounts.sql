-- The months in which an account may have lines, one bit for each (ledger_months_between). A bit may be set without need,
-- but must never be missing: a statement leaves out the other months, so that a member with a line now and then does not
-- cost a search of all months since the first one. Accounts that exist before this migration get all bits. So does an
-- account that the ledger_apply of the previous release makes during an update.
alter table ledger_accounts add column months bit(128) not null default ~ 0::bit(128);
