-- Rules by which the worker pays without a signature for each payout. Two approvers sign them; signatures are kept with
-- the others, under the word that the worker gives out for one set of rules.
alter table chain_wallets
  add column rules_word uuid,
  -- What is in force, and why what was signed is not, as the worker says.
  add column rules_text text,
  add column rules_problem text;
grant update (rules_word, rules_text, rules_problem) on chain_wallets to fc_app;

-- By which rules the worker has handed it over; null where a person has.
alter table chain_payouts add column rules_word uuid;
grant update (rules_word) on chain_payouts to fc_app;

-- Insert only: a word that was stopped is never good again.
create table payout_rules_stops (
  word uuid primary key,
  operator_id int not null references operators,
  stopped_at timestamptz not null
);
grant select, insert on payout_rules_stops to fc_app, fc_web;

-- Why the rules have not handed a pending withdrawal over.
alter table withdrawals add column rules_stop text;
