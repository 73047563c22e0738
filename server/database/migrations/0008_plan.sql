-- The plan as data, and the daily closings that pay by it. docs/plan.md tells the rules, contract/src/plan.ts has
-- them as pure functions.

create table plan_versions (
  version int primary key check (version > 0),
  -- In force from this day of India's on, until a later version is.
  effective_from date not null unique,
  -- As contract/src/plan.ts has it; validated there before it is written.
  rules jsonb not null,
  created_at timestamptz not null
);
-- What was computed under a version names it, so versions are only ever added.
grant select, insert on plan_versions to fc_app;
insert into plan_versions (version, effective_from, rules, created_at) values (1, '2020-01-01', '{
  "ros": {"dailyBasisPoints": 50, "limitBasisPoints": 20000},
  "directBonus": {"basisPoints": 500},
  "pairMatching": {"basisPoints": 1000, "capOwnStakeBasisPoints": 10000, "capUsdCents": 100000},
  "offers": [
    {"matchedUsdCents": 150000, "rewardUsdCents": 3000},
    {"matchedUsdCents": 750000, "rewardUsdCents": 15000},
    {"matchedUsdCents": 3000000, "rewardUsdCents": 75000},
    {"matchedUsdCents": 15000000, "rewardUsdCents": 450000}
  ]
}', now());

-- A stake keeps the terms it was bought under.
alter table stakes add column plan_version int not null default 1 references plan_versions;
alter table stakes alter column plan_version drop default;
-- The day of India's that it was approved on: the days it has earned are counted from it, of a million at a time.
alter table stakes add column started_on date not null
  generated always as ((started_at at time zone 'Asia/Kolkata')::date) stored;
-- Set when the stake was undone, as against having returned all that it was to return.
alter table stakes add column reversal_entry_id bigint unique references ledger_entries;

-- The first day to be closed; no day before it ever is.
create table closings_begin (
  is_only boolean primary key default true check (is_only),
  first_day date not null
);
grant select, insert on closings_begin to fc_app;

-- One row a day, and so one closing a day.
create table closings (
  day date primary key,
  -- open: to be reckoned; paying: what is due and what the pool covers is fixed, chunk by chunk is posted;
  -- ending: stakes that have returned everything are ended; sealed: done, for good.
  state text not null check (state in ('open', 'paying', 'ending', 'sealed')),
  plan_version int not null references plan_versions,
  -- In force at the day's end; every entry of the closing names it. None before the first price: then there is no
  -- stake either.
  price_id int references prices,
  ros_due_fc bigint not null default 0,
  direct_due_fc bigint not null default 0,
  pair_due_fc bigint not null default 0,
  offer_due_fc bigint not null default 0,
  -- All four together, and what the pool held at the day's end. Where that is less, everybody gets this share.
  due_fc bigint not null default 0,
  available_fc bigint not null default 0,
  paid_fc bigint not null default 0 check (paid_fc <= least(due_fc, available_fc)),
  -- Lines posted.
  credits int not null default 0,
  flushed_usd_cents bigint not null default 0,
  lapsed_bonuses int not null default 0,
  ended_stakes int not null default 0,
  -- Paid in chunks of so many member ids. Entries are named by their chunk, so it stays for the whole closing.
  chunk_members int not null check (chunk_members between 1 and 32000),
  chunks int not null default 0,
  paid_chunks int not null default 0,
  opened_at timestamptz not null,
  reckoned_at timestamptz,
  sealed_at timestamptz,
  check ((state = 'open') = (reckoned_at is null)),
  check ((state = 'sealed') = (sealed_at is not null))
);
grant select, insert, update on closings to fc_app;

-- What matching remembers of a member: the business that it has taken from each leg (from both the same), and
-- the part of it within the caps, which counts for offers. What a leg has left is its business less what was taken.
-- No foreign key: it would be looked up for each of a million rows.
create table pair_memory (
  member_id int primary key,
  consumed_usd_cents bigint not null check (consumed_usd_cents >= 0),
  matched_usd_cents bigint not null check (matched_usd_cents between 0 and consumed_usd_cents),
  -- Whether a leg had nothing left when last looked at. Until something new is recorded in it, nothing is to match.
  left_is_spent boolean not null,
  right_is_spent boolean not null
) with (fillfactor = 70);
grant select, insert, update on pair_memory to fc_app;

-- A day's matching of a member, where there was any: all that its bonus and its offers follow from.
create table closing_pairs (
  day date not null,
  member_id int not null,
  -- Business of each leg as of the day's end.
  left_usd_cents bigint not null,
  right_usd_cents bigint not null,
  -- What matching had taken from each leg before this day.
  consumed_usd_cents bigint not null,
  -- The member's own running stakes.
  own_stake_usd_cents bigint not null,
  -- Of the weaker leg: what earned, and what was beyond the cap.
  matched_usd_cents bigint not null,
  flushed_usd_cents bigint not null,
  bonus_usd_cents bigint not null,
  -- Matched business that counted for offers before this day.
  matched_before_usd_cents bigint not null,
  primary key (day, member_id)
);
grant select, insert on closing_pairs to fc_app;

-- Which closing decided it, and why it was not paid.
alter table direct_bonuses_due add column decided_on date;
alter table direct_bonuses_due add column lapsed_because text
  check (lapsed_because in ('sponsor_inactive', 'stake_reversed'));
create index direct_bonuses_due_open on direct_bonuses_due (due_at) where decided_on is null;
create index direct_bonuses_due_decided on direct_bonuses_due (decided_on, sponsor_id);
grant update (decided_on, lapsed_because) on direct_bonuses_due to fc_app;

-- What came into the pool since a day's end is not that day's: for a day that is closed late.
create index ledger_entries_pool on ledger_entries (effective_at) where kind in ('pool_funded', 'reversal');

-- Posting is what changes a balance, as before, in half the time for the lines of a closing: entries are looked at
-- one by one and not line by line, and accounts that are there, as nearly all are, are updated and not proposed anew.
create or replace function ledger_apply() returns trigger
-- pg_temp last: else a temporary table of a caller's making would be taken for ours.
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
-- So that accounts are taken in id order, by whichever join is left.
set enable_hashjoin = off as $$
declare
  changed bigint;
  known_ids bigint[];
  new_ids bigint[];
  is_overdrawn boolean;
begin
  if exists (
    select from lines
    where debit_id = credit_id
      -- Both of one currency: the house's accounts from 9 on are in dollars.
      or (debit_id between 9 and 16) <> (credit_id between 9 and 16)
  ) or exists (
    -- Nothing is added to an entry of before.
    select from (select distinct entry_id, effective_at from lines) of_entry
    where not exists (
      select from ledger_entries entry
      where entry.id = of_entry.entry_id and entry.effective_at = of_entry.effective_at
        and entry.xid = pg_current_xact_id())
  ) then
    raise exception 'A posting is between two accounts of one currency, in an entry of the same transaction and time'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_postings_sound';
  end if;

  with changes as materialized (
    select id, sum(change)::bigint as change
    from (
      select debit_id as id, -amount as change from lines where debit_id > 16 or debit_id = 1
      union all
      select credit_id, amount from lines where credit_id > 16 or credit_id = 1
    ) line
    group by id
    having sum(change) <> 0
    -- In id order, so that two statements that share accounts wait for each other and never in a circle.
    order by id
  ), applied as (
    update ledger_accounts account set balance = account.balance + changes.change, change = changes.change
    from changes where account.id = changes.id
    returning account.id
  )
  select (select count(*) from changes), coalesce(array_agg(id), '{}') into changed, known_ids from applied;
  if cardinality(known_ids) = changed then
    return null;
  end if;

  -- The first posting of an account makes its row: after the others, and in id order as well. Another transaction
  -- may make it at the same moment.
  with changes as (
    select id, sum(change)::bigint as change
    from (
      select debit_id as id, -amount as change from lines where debit_id > 16 or debit_id = 1
      union all
      select credit_id, amount from lines where credit_id > 16 or credit_id = 1
    ) line
    where id <> all (known_ids)
    group by id
    having sum(change) <> 0
  ), applied as (
    insert into ledger_accounts as account (id, balance, change)
    select id, greatest(change, 0), change from changes
    order by id
    on conflict (id) do update set balance = account.balance + excluded.change, change = excluded.change
    returning with (old as before, new as after) after.id, before.id is null as is_new, after.change
  )
  select array_agg(id), bool_or(change < 0) into new_ids, is_overdrawn from applied where is_new;
  -- An account that never had anything has no row for the check to refuse.
  if is_overdrawn then
    raise exception 'An account that holds nothing cannot be debited'
      using errcode = 'check_violation', constraint = 'ledger_accounts_not_below_zero';
  end if;
  if exists (
    select from unnest(new_ids) as account (id)
    where (account.id & 15) not between 1 and 6 or not exists (select from members where members.id = account.id >> 4)
  ) then
    raise exception 'An account is one of the chart, of a member'
      using errcode = 'foreign_key_violation', constraint = 'ledger_accounts_known';
  end if;
  return null;
end
$$;
