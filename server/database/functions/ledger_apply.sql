-- revision 6
-- Applies the lines of a posting statement to the balances; nothing else may change a balance. It runs once for a
-- statement, not once for a row: a closing first adds up the lines of each account, and then writes each account once.
create or replace function ledger_apply() returns trigger
-- pg_temp comes last, so that a caller's temporary table with the name of one of ours is not used instead of it.
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
-- Without hash joins the remaining joins keep id order, so accounts are locked in id order.
set enable_hashjoin = off
-- Groups that are made by sorting are in id order already.
set enable_hashagg = off
-- The lists of accounts differ each time, and a plan for the list at hand would cost more than it saves.
set plan_cache_mode = force_generic_plan
-- This is the default already. It is named here so that turning it off below ends with this function.
set enable_nestloop = on as $$
declare
  given record;
  first_day date;
  last_day date;
  given_months bit(128);
  are_entries_ours boolean;
  credit_ids bigint[];
  changed bigint;
  made bigint;
  known_ids bigint[];
  new_ids bigint[];
  is_overdrawn boolean;
begin
  select count(*) as lines,
    -- A line is between two accounts of one currency. The house's accounts from 14 on are in dollars.
    bool_or(debit_id = credit_id or (debit_id between 14 and 16) <> (credit_id between 14 and 16)) as is_unsound,
    min(entry_id) as first_entry, max(entry_id) as last_entry,
    min(effective_at) as first_at, max(effective_at) as last_at,
    min(debit_id) as first_debit, max(debit_id) as last_debit, sum(amount)::bigint as amount,
    min(credit_id) as first_credit, max(credit_id) as last_credit
  into given from lines;
  if given.lines = 0 then
    return null;
  end if;
  first_day := (given.first_at at time zone 'UTC')::date;
  last_day := (given.last_at at time zone 'UTC')::date;
  given_months := ledger_months_between(given.first_at, given.last_at);

  -- Lines may only join an entry that this transaction made, so nobody can add to an older entry. Where the entries
  -- of the lines follow each other without a gap, one count over their range proves it; otherwise each is checked.
  are_entries_ours := false;
  if given.first_at = given.last_at and given.last_entry - given.first_entry < given.lines then
    select count(*) = given.last_entry - given.first_entry + 1 into are_entries_ours from ledger_entries entry
    where entry.id between given.first_entry and given.last_entry and entry.effective_at = given.first_at
      and entry.xid = pg_current_xact_id();
  end if;
  if not are_entries_ours then
    select not exists (
      select from (select distinct entry_id, effective_at from lines) of_entry
      where not exists (
        select from ledger_entries entry
        where entry.id = of_entry.entry_id and entry.effective_at = of_entry.effective_at
          and entry.xid = pg_current_xact_id())
    ) into are_entries_ours;
  end if;
  if given.is_unsound or not are_entries_ours then
    raise exception 'A posting is between two accounts of one currency, in an entry of the same transaction and time'
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_postings_sound';
  end if;

  -- A closing posts tens of thousands of lines from the pool to members who follow each other, one to each account.
  -- Then nothing has to be added up, and one merge along the index of the accounts is faster than a search for each.
  if given.lines > 1000 and given.first_debit = 1 and given.last_debit = 1
    and given.first_credit > 16 and given.last_credit - given.first_credit < given.lines * 32
  then
    select array_agg(distinct credit_id) into credit_ids from lines;
  end if;
  if cardinality(credit_ids) = given.lines then
    -- The pool's account has the lowest id, so this lock too is taken in id order.
    update ledger_accounts set balance = balance - given.amount, change = -given.amount,
      first_on = least(first_on, first_day), last_on = greatest(last_on, last_day), months = months | given_months
    where id = 1;
    if not found then
      raise exception 'An account that holds nothing cannot be debited'
        using errcode = 'check_violation', constraint = 'ledger_accounts_not_below_zero';
    end if;
    perform set_config('enable_nestloop', 'off', true);
    update ledger_accounts account set balance = account.balance + line.amount, change = line.amount,
      first_on = least(account.first_on, first_day), last_on = greatest(account.last_on, last_day),
      months = account.months | given_months
    -- The list leads the index past the members' other accounts.
    from lines line where account.id = line.credit_id and account.id = any (credit_ids);
    get diagnostics changed = row_count;
    if changed < given.lines then
      if exists (select from unnest(credit_ids) as id where (id & 15) not between 1 and 6) or exists (
        select from (select id >> 4 as member_id from unnest(credit_ids) as id) account
        where not exists (
          select from members where members.id = account.member_id
            and members.id between given.first_credit >> 4 and given.last_credit >> 4)
      ) then
        raise exception 'An account is one of the chart, of a member'
          using errcode = 'foreign_key_violation', constraint = 'ledger_accounts_known';
      end if;
      -- Another transaction may make one of these accounts at the same time. This one then begins again: to wait and add
      -- to that row, as below, would look each account up twice.
      begin
        insert into ledger_accounts (id, balance, change, first_on, last_on, months)
        select credit_id, amount, amount, first_day, last_day, given_months from lines line
        where not exists (select from ledger_accounts account
          where account.id = line.credit_id and account.id between given.first_credit and given.last_credit)
        order by credit_id;
        get diagnostics made = row_count;
      exception when unique_violation then
        made := 0;
      end;
      if changed + made < given.lines then
        raise exception 'Another transaction has made the same account' using errcode = 'serialization_failure';
      end if;
    end if;
    perform set_config('enable_nestloop', 'on', true);
    return null;
  end if;

  with changes as materialized (
    select id, sum(change)::bigint as change
    from (
      select debit_id as id, -amount as change from lines where debit_id > 16 or debit_id = 1
      union all
      select credit_id, amount from lines where credit_id > 16 or credit_id = 1
    ) line
    -- Also where it changes nothing in sum: the days and months of the account have to be right.
    group by id
    -- In id order, so that two statements that share accounts wait for each other but never deadlock.
    order by id
  ), applied as (
    update ledger_accounts account set balance = account.balance + changes.change, change = changes.change,
      first_on = least(account.first_on, first_day), last_on = greatest(account.last_on, last_day),
      months = account.months | given_months
    from changes where account.id = changes.id
    returning account.id
  )
  select (select count(*) from changes), coalesce(array_agg(id), '{}') into changed, known_ids from applied;
  if cardinality(known_ids) = changed then
    return null;
  end if;

  -- The first posting to an account creates its row, after the existing rows and in id order as well. Another
  -- transaction may create the same row at the same time; then this one waits for it and adds to that row.
  with changes as (
    select id, sum(change)::bigint as change
    from (
      select debit_id as id, -amount as change from lines where debit_id > 16 or debit_id = 1
      union all
      select credit_id, amount from lines where credit_id > 16 or credit_id = 1
    ) line
    where id <> all (known_ids)
    group by id
  ), applied as (
    insert into ledger_accounts as account (id, balance, change, first_on, last_on, months)
    select id, greatest(change, 0), change, first_day, last_day, given_months from changes
    order by id
    on conflict (id) do update set balance = account.balance + excluded.change, change = excluded.change,
      first_on = least(account.first_on, excluded.first_on), last_on = greatest(account.last_on, excluded.last_on),
      months = account.months | excluded.months
    returning with (old as before, new as after) after.id, before.id is null as is_new, after.change
  )
  select array_agg(id), bool_or(change < 0) into new_ids, is_overdrawn from applied where is_new;
  -- A new row starts at zero or above, so the check on balances cannot refuse a debit of an empty account.
  if is_overdrawn then
    raise exception 'An account that holds nothing cannot be debited'
      using errcode = 'check_violation', constraint = 'ledger_accounts_not_below_zero';
  end if;
  -- An id is member * 16 + code (core/ledger/accounts.ts). This is the only arithmetic with ids outside of that file.
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
-- Otherwise anybody could make it the trigger of a table of their own, and change balances without a posting.
revoke all on function ledger_apply() from public;
