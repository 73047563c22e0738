-- revision 7
-- The newest lines of some accounts before a place, newest first, at most so many. A line between two of the accounts is
-- returned twice, first as a credit. If the last page ended with the credit of such a line, this page begins with its
-- debit.
create or replace function ledger_newest_lines(ids bigint[], from_at timestamptz, until_at timestamptz,
  before_entry bigint, before_credit_line int, before_debit_line int, max_lines int)
returns table (entry_id bigint, line smallint, account_id bigint, other_id bigint, is_credit boolean, amount bigint,
  effective_at timestamptz)
language plpgsql stable rows 50 set search_path = pg_catalog, public, pg_temp
-- Planned once for all values: making a plan takes longer than reading a page, 45 ms for the months of ten years. The
-- months are chosen by the plain comparisons when the plan is run; the comparison of rows chooses none.
set plan_cache_mode = force_generic_plan
-- A plan for all values is made for members with few lines, whose lines are soon read and sorted. Of a member with very
-- many that would read all of them for each page. So lines are always read in the order of the index.
set enable_sort = off
set enable_bitmapscan = off as $$
declare
  zone constant text := 'Asia/Kolkata';
  first_at timestamptz;
  last_at timestamptz;
  -- The months in which at least one of the accounts may have lines.
  with_lines bit(128);
  first_month int;
  -- The newest month that was not chosen yet.
  month int;
  -- Up to four stretches of months that are searched together, the newest first.
  stretches int;
  starts timestamptz[];
  ends timestamptz[];
  end_month int;
  begin_at timestamptz;
  end_at timestamptz;
  start_1 timestamptz;
  start_2 timestamptz;
  end_2 timestamptz;
  start_3 timestamptz;
  end_3 timestamptz;
  end_4 timestamptz;
  months_at_once int := 2;
  months_left int;
  lines_left int := max_lines;
  found_lines int;
begin
  select greatest(min(first_on)::timestamp at time zone 'UTC', from_at),
    least((max(last_on) + 1)::timestamp at time zone 'UTC', until_at), bit_or(months)
  into first_at, last_at, with_lines from ledger_accounts where id = any (ids) having count(*) > 0;
  -- No line is older.
  first_month := greatest(ledger_month(first_at), 1970 * 12);
  month := ledger_month(last_at);
  -- Even with a plan, a search in each month has to be prepared before the first line is read. So it begins with the last
  -- months in which there can be lines, and goes on with more and more of them at once.
  while lines_left > 0 and month >= first_month loop
    months_left := months_at_once;
    stretches := 0;
    starts := null;
    ends := null;
    while stretches < 4 and months_left > 0 and month >= first_month loop
      end_month := month;
      -- Where all bits are set there is no need to look at each. The last day of such an account may be infinity.
      if with_lines = ~ 0::bit(128) then
        month := greatest(first_month - 1, month - months_left);
      end if;
      while month >= first_month and end_month - month < months_left and get_bit(with_lines, month & 127) = 1 loop
        month := month - 1;
      end loop;
      if month = end_month then
        month := month - 1;
        continue;
      end if;
      months_left := months_left - (end_month - month);
      stretches := stretches + 1;
      starts[stretches] := make_timestamptz((month + 1) / 12, (month + 1) % 12 + 1, 1, 0, 0, 0, zone);
      -- The times of the ledger are whole milliseconds.
      ends[stretches] := make_timestamptz((end_month + 1) / 12, (end_month + 1) % 12 + 1, 1, 0, 0, 0, zone)
        - interval '1 millisecond';
    end loop;
    exit when stretches = 0;
    begin_at := greatest(first_at, starts[stretches]);
    end_at := least(last_at, ends[1]);
    -- PostgreSQL leaves out the months that are in no stretch. Variables, because elements of arrays take it longer.
    start_1 := starts[1];
    start_2 := starts[2];
    end_2 := ends[2];
    start_3 := starts[3];
    end_3 := ends[3];
    end_4 := ends[4];
    return query
      select side.* from ledger_accounts account cross join lateral (
        (select posting.entry_id, posting.line, posting.debit_id, posting.credit_id, false, posting.amount, posting.effective_at
        from ledger_postings posting
        where posting.debit_id = account.id and posting.debit_id > 16
          and posting.effective_at >= begin_at and posting.effective_at <= end_at
          and (posting.effective_at >= start_1 or posting.effective_at >= start_2 and posting.effective_at <= end_2
            or posting.effective_at >= start_3 and posting.effective_at <= end_3 or posting.effective_at <= end_4)
          and (posting.effective_at, posting.entry_id, posting.line) < (until_at, before_entry, before_debit_line)
        order by posting.effective_at desc, posting.entry_id desc, posting.line desc limit lines_left)
        union all
        (select posting.entry_id, posting.line, posting.credit_id, posting.debit_id, true, posting.amount, posting.effective_at
        from ledger_postings posting
        where posting.credit_id = account.id and posting.credit_id > 16
          and posting.effective_at >= begin_at and posting.effective_at <= end_at
          and (posting.effective_at >= start_1 or posting.effective_at >= start_2 and posting.effective_at <= end_2
            or posting.effective_at >= start_3 and posting.effective_at <= end_3 or posting.effective_at <= end_4)
          and (posting.effective_at, posting.entry_id, posting.line) < (until_at, before_entry, before_credit_line)
        order by posting.effective_at desc, posting.entry_id desc, posting.line desc limit lines_left)
      ) side (entry_id, line, account_id, other_id, is_credit, amount, effective_at)
      where account.id = any (ids) and account.first_on <= (end_at at time zone 'UTC')::date
        and account.last_on >= (begin_at at time zone 'UTC')::date
      order by side.effective_at desc, side.entry_id desc, side.line desc, side.is_credit desc limit lines_left;
    get diagnostics found_lines = row_count;
    lines_left := lines_left - found_lines;
    months_at_once := least(months_at_once * 4, 10000000);
  end loop;
end
$$;
revoke all on function ledger_newest_lines from public;
grant execute on function ledger_newest_lines to fc_app, fc_web;
