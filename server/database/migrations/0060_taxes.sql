-- Deduction of tax at source. Without a rule nothing is taken, which is how every installation begins.

-- Code 9 was the first of those that ledger_apply took for dollars; its revision 2 begins those at 10.
insert into ledger_chart (owner, code, name, currency, is_floored) values ('house', 9, 'tax_withheld', 'FC', false);
alter type ledger_kind add value 'tax_withheld' before 'internal_transfer';

-- A rule is in force from its first day until the next one begins.
create table tax_rules (
  id int generated always as identity primary key,
  first_day date not null,
  -- As the certificate and the return call it.
  section text not null check (length(section) between 1 and 60),
  taken text not null check (taken in ('credit', 'withdrawal', 'never')),
  rate_basis_points int not null check (rate_basis_points between 0 and 10000),
  rate_without_pan_basis_points int not null check (rate_without_pan_basis_points between 0 and 10000),
  -- Nothing is taken before a member's sum of the financial year is above it; then the whole sum is taxed.
  threshold_paise bigint not null check (threshold_paise >= 0),
  created_at timestamptz not null,
  created_by int not null references operators,
  withdrawn_at timestamptz,
  withdrawn_by int references operators
);
create unique index tax_rules_first_day on tax_rules (first_day) where withdrawn_at is null;
grant select, insert, update (withdrawn_at, withdrawn_by) on tax_rules to fc_app;

-- What a member was credited, or has requested, in a financial year while a rule was in force; and of how much of it
-- the tax was taken. The year is the one in which it begins.
create table tax_years (
  member_id int not null references members,
  financial_year smallint not null,
  sum_paise bigint not null,
  taxed_paise bigint not null,
  primary key (member_id, financial_year)
);
grant select, insert, update on tax_years to fc_app;

-- Each deduction with all that it followed from.
create table tax_deductions (
  id bigint generated always as identity primary key,
  member_id int not null references members,
  rule_id int not null references tax_rules,
  -- A chunk or the single rewards of a closing, or a withdrawal.
  source text not null check (source in ('chunk', 'reward', 'withdrawal')),
  withdrawal_id int unique references withdrawals,
  -- When it was posted; null while the withdrawal waits for its decision.
  taken_at timestamptz(3),
  price_id int not null references prices,
  has_pan boolean not null,
  rate_basis_points int not null,
  threshold_paise bigint not null,
  -- What was credited or withdrawn.
  base_fc bigint not null check (base_fc > 0),
  base_paise bigint not null,
  -- The member's year before it.
  financial_year smallint not null,
  sum_before_paise bigint not null,
  taxed_before_paise bigint not null,
  -- What it added to the taxed part of the year.
  taxed_paise bigint not null,
  tax_fc bigint not null check (tax_fc between 0 and base_fc),
  tax_paise bigint not null,
  -- The wallets that a tax at credit was taken from.
  from_staking_fc bigint not null default 0,
  from_earning_fc bigint not null default 0,
  from_offer_fc bigint not null default 0,
  check ((source = 'withdrawal') = (withdrawal_id is not null)),
  check (source = 'withdrawal' or taken_at is not null and from_staking_fc + from_earning_fc + from_offer_fc = tax_fc)
);
create index tax_deductions_taken on tax_deductions (taken_at, id);
create index tax_deductions_member on tax_deductions (member_id, taken_at);
grant select, insert, update (taken_at), delete on tax_deductions to fc_app;

-- Decided when it is requested, so that its code confirms what will arrive.
alter table withdrawals add column tax_fc bigint not null default 0 check (tax_fc >= 0);
alter table daily_figures add column taxes_fc bigint not null default 0;
alter table closings
  -- Fixed when the day is opened, like plan and price.
  add column tax_rule_id int references tax_rules,
  add column tax_fc bigint not null default 0;
