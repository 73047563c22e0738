-- The types of withdrawals stand in contract/src/withdraw/kinds.ts and nowhere else: the code's own type decides what
-- may be written here, whether it has an address and whether it counts as a payout.
alter table withdrawals
  alter column currency_type drop default,
  drop constraint withdrawals_currency_type_check,
  drop constraint withdrawals_check2,
  add constraint withdrawals_currency_type_check check (currency_type <> '');

-- All that were accepted, of whatever type, so that a new type is found by the same index.
drop index withdrawals_accepted;
create index withdrawals_accepted on withdrawals (decided_at) where status = 'A';
