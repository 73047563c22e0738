-- The ledger: every coin's way, for good. docs/ledger.md shows each kind of entry as postings.
--
-- An account's number says what it is: member * 16 + code for a member's, the code alone for the house's. So a
-- posting needs no look-up, a member's accounts stand side by side in one index page, and "in id order" is an
-- order that every transaction knows beforehand.

create table ledger_chart (
  owner text not null check (owner in ('member', 'house')),
  code smallint not null check (code between 1 and 15),
  name text not null,
  currency text not null check (currency in ('FC', 'USD')),
  -- Whether ledger_accounts holds its balance, and keeps it from going below zero.
  is_floored boolean not null,
  primary key (owner, code),
  unique (owner, name)
);
insert into ledger_chart (owner, code, name, currency, is_floored) values
  ('member', 1, 'staking', 'FC', true),
  ('member', 2, 'earning', 'FC', true),
  ('member', 3, 'offer', 'FC', true),
  ('member', 4, 'transfer', 'FC', true),
  ('member', 5, 'staked', 'FC', true),
  ('member', 6, 'withdraw_pending', 'FC', true),
  -- Debited by closings and approvals only, in few large statements: no hot row, and rewards beyond it are refused.
  ('house', 1, 'rewards_pool', 'FC', true),
  ('house', 2, 'deposits', 'FC', false),
  ('house', 3, 'payouts', 'FC', false),
  ('house', 4, 'fees', 'FC', false),
  ('house', 5, 'deductions', 'FC', false),
  ('house', 6, 'stakes_ended', 'FC', false),
  ('house', 7, 'treasury', 'FC', false),
  ('house', 8, 'adjustments', 'FC', false),
  ('house', 14, 'usd_paid', 'USD', false),
  ('house', 15, 'usd_received', 'USD', false);
grant select on ledger_chart to fc_app;

-- Accounts that must not go below zero. A member's row appears with the first posting that needs it.
-- Here and below there are few constraints, on purpose: PostgreSQL prepares each one anew for every statement, and
-- as many as one would like cost a transfer more than its work. ledger_apply checks the rest in plans it keeps.
create table ledger_accounts (
  id bigint primary key,
  balance bigint not null constraint ledger_accounts_not_below_zero check (balance >= 0),
  -- What the last statement added. An upsert checks the row it proposes before it finds the one to update, so a
  -- debit cannot be proposed as a balance; it travels here.
  change bigint not null
-- Room beside each row for its next version: a closing changes most rows of a page at once.
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
insert into ledger_accounts (id, balance, change) values (1, 0, 0);
grant select on ledger_accounts to fc_app;

create type ledger_kind as enum (
  'stake_approved', 'stake_from_transfer', 'stake_ended', 'stake_returned',
  'ros', 'direct_bonus', 'pair_matching', 'offer_reward',
  'withdrawal_requested', 'withdrawal_accepted', 'withdrawal_rejected',
  'internal_transfer', 'transfer', 'pool_funded', 'opening', 'adjustment', 'reversal'
);

create table ledger_entries (
  -- The first column, so that it is evaluated before the id: the sealer tells by transaction numbers which entries
  -- may still appear, and that holds only if a transaction has its number before it takes an id.
  -- Also, lines can only join an entry within the transaction that made it.
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity primary key,
  kind ledger_kind not null,
  -- What happened, named so that it can happen once: 'ros/2026-02-03/17'.
  key text not null constraint ledger_entries_key unique,
  -- When it counts: the day a closing is for. To the millisecond, as the rest of the product can tell it.
  effective_at timestamptz(3) not null,
  -- When it was written, by the database's own clock.
  recorded_at timestamptz not null default now(),
  -- Tokens separated by slashes and underscores; the screens make words of them.
  message varchar(200) not null,
  price_id int,
  plan_version int,
  reversal_of bigint,
  metadata jsonb,
  constraint ledger_entries_reversal check ((kind = 'reversal') = (reversal_of is not null))
);
-- Of the reversals only: of all others there is nothing to keep apart.
create unique index ledger_entries_reversed_once on ledger_entries (reversal_of) where reversal_of is not null;
-- Neither its number nor its time of writing are the application's to choose.
grant select, insert (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
  on ledger_entries to fc_app;
grant select on sequence ledger_entries_id_seq to fc_app;

-- One amount from one account to another: unbalanced is not expressible. Balances are credits less debits.
-- No foreign keys: they would lock rows in the order of the lines, where ledger_apply locks in id order, and cost
-- a closing of a million lines more than all else.
create table ledger_postings (
  entry_id bigint not null,
  line smallint not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null constraint ledger_postings_amount check (amount > 0),
  -- The entry's, here to be in the index that a statement is read from.
  effective_at timestamptz(3) not null,
  primary key (entry_id, line)
);
-- A statement reads the newest lines of an account off the end of these, however many there are. The house's
-- accounts are in most postings and read as sums, so they are left out.
create index ledger_postings_debit on ledger_postings (debit_id, effective_at, entry_id, line) include (amount)
  where debit_id > 16;
create index ledger_postings_credit on ledger_postings (credit_id, effective_at, entry_id, line) include (amount)
  where credit_id > 16;
grant select, insert (entry_id, line, debit_id, credit_id, amount, effective_at) on ledger_postings to fc_app;

-- Posting is what changes a balance. Once a statement, not once a row: a closing adds up each account's lines
-- first and writes each account once.
create function ledger_apply() returns trigger
-- pg_temp last: else a temporary table of a caller's making would be taken for ours.
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  new_ids bigint[];
  is_overdrawn boolean;
begin
  if exists (
    select from lines
    where debit_id = credit_id
      -- Both of one currency: the house's accounts from 9 on are in dollars.
      or (debit_id between 9 and 16) <> (credit_id between 9 and 16)
      -- Nothing is added to an entry of before.
      or not exists (
        select from ledger_entries entry
        where entry.id = lines.entry_id and entry.effective_at = lines.effective_at
          and entry.xid = pg_current_xact_id())
  ) then
    raise exception 'A posting is between two accounts of one currency, in an entry of the same transaction and time'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_postings_sound';
  end if;

  with changes as (
    select id, sum(change)::bigint as change
    from (
      select debit_id as id, -amount as change from lines where debit_id > 16 or debit_id = 1
      union all
      select credit_id, amount from lines where credit_id > 16 or credit_id = 1
    ) line
    group by id
    having sum(change) <> 0
  ), applied as (
    insert into ledger_accounts as account (id, balance, change)
    select id, greatest(change, 0), change from changes
    -- In id order, so that two statements that share accounts wait for each other and never in a circle.
    order by id
    on conflict (id) do update set balance = account.balance + excluded.change, change = excluded.change
    returning with (old as before, new as after) after.id, before.id is null as is_new, after.change
  )
  select array_agg(id), bool_or(change < 0) into new_ids, is_overdrawn from applied where is_new;
  if new_ids is null then
    return null;
  end if;
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
-- Nor may anybody hang it to a table of their own, and have balances changed without a posting.
revoke all on function ledger_apply() from public;
create trigger ledger_apply after insert on ledger_postings
  referencing new table as lines for each statement execute function ledger_apply();

-- Refused to everybody, the owner included: a mistake is corrected by an entry that reverses it.
create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger grows by posting only: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_immutable before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse();
create trigger ledger_immutable before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse();

-- Balances change by posting only, that is from within the trigger above.
create trigger ledger_posting_only before insert or update on ledger_accounts
  for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse();
create trigger ledger_no_removal before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();

-- Writes one entry. A function, for the plans it keeps: planning costs a transfer more than running it; generic
-- ones, as the others would be made anew for every list of lines.
create function ledger_post(
  kind ledger_kind, key text, effective_at timestamptz(3), message text, price_id int, plan_version int,
  reversal_of bigint, metadata jsonb, debit_ids bigint[], credit_ids bigint[], amounts bigint[]
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  made bigint;
begin
  insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
  values (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
  returning id into made;
  insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
  select made, line.at, line.debit_id, line.credit_id, line.amount, effective_at
  from unnest(debit_ids, credit_ids, amounts) with ordinality as line (debit_id, credit_id, amount, at);
  return made;
end
$$;

-- Several entries, with all their lines in one statement and hence with all locks in order.
create function ledger_post_many(given jsonb) returns table (entry_key text, entry_id bigint)
language plpgsql as $$
begin
  return query
  with entry as materialized (
    select * from jsonb_to_recordset(given) as entry (
      kind ledger_kind, key text, effective_at timestamptz(3), message text, price_id int, plan_version int,
      reversal_of bigint, metadata jsonb, lines jsonb)
  ), made as (
    insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata)
    select kind, key, effective_at, message, price_id, plan_version, reversal_of, metadata from entry
    returning id, key, effective_at
  ), posted as (
    insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
    select made.id, line.at, (line.value ->> 0)::bigint, (line.value ->> 1)::bigint, (line.value ->> 2)::bigint,
      made.effective_at
    from made join entry using (key) cross join jsonb_array_elements(entry.lines) with ordinality as line (value, at)
  )
  select made.key, made.id from made;
end
$$;

-- For deciding by a balance: the row is locked until the end, in id order as everywhere. The application cannot
-- lock it by itself, as that takes the right to update it.
create function ledger_lock(ids bigint[]) returns table (account_id bigint, account_balance bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, balance from ledger_accounts where id = any (ids) order by id for no key update
$$;
revoke all on function ledger_lock(bigint[]) from public;
grant execute on function ledger_lock(bigint[]) to fc_app;

-- The audit chain. A seal holds the digest of all entries and postings of a range of ids, and a keyed code over
-- that digest and the seal before it. The key is not in the database, so not even a superuser can make one.
create table ledger_seals (
  number bigint primary key check (number > 0),
  -- Entries above this id, up to and including the other.
  after_id bigint not null unique,
  last_id bigint not null unique check (last_id > after_id),
  entries int not null,
  postings int not null,
  digest bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null
);
create trigger ledger_immutable before update or delete or truncate on ledger_seals
  for each statement execute function ledger_refuse();
grant select, insert on ledger_seals to fc_app;

-- Up to where entries will be complete once every transaction before a certain one has ended.
create table ledger_seal_horizon (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null,
  xid xid8 not null
);
grant select, insert, update on ledger_seal_horizon to fc_app;

-- Sums of the house's accounts up to the last seal, so that a balance adds up only what came after it.
create table ledger_house_sums (
  account_id smallint primary key,
  last_id bigint not null,
  balance numeric(38, 0) not null
) with (fillfactor = 50);
grant select, insert, update on ledger_house_sums to fc_app;

-- What a client asked for under a key of its own making, and what it was answered.
create table idempotency_keys (
  member_id int not null references members,
  key text not null check (length(key) between 8 and 100),
  request_hash bytea not null,
  -- json, not jsonb: to be given back letter for letter.
  result json,
  created_at timestamptz not null,
  primary key (member_id, key)
);
grant select, insert, update (result) on idempotency_keys to fc_app;
