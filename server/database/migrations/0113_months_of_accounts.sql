-- In which months an account may have lines, one bit for each (ledger_months_between): it may be said too wide, and never
-- too narrow. A statement leaves out the other months, so a member with a line now and then does not cost a search of all
-- months since the first one. Of accounts of before nothing is known, so all their bits are set. So they are where a
-- function of before makes an account.
alter table ledger_accounts add column months bit(128) not null default ~ 0::bit(128);
