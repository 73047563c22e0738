import { accountSql, houseCodes, memberCodes } from "./accounts.ts";

/** The roles of requests and of the worker. A database that is older than one of them has only the other. */
const ourRoles = "(select rolname from pg_roles where rolname in ('fc_app', 'fc_web')) as ours";

/** Each check is a query that returns the rows that contradict it. They run as the database's owner. */
export const checks: readonly { what: string; find: string }[] = [
  {
    what: "balance",
    find: `select case when coalesce(account.balance, 0) <> coalesce(posted.balance, 0)
          then format('account %s holds %s, its postings say %s', id, coalesce(account.balance, 0), coalesce(posted.balance, 0))
          when account.id is null then format('account %s has lines and is missing', id)
          else format('account %s has lines that its statement leaves out', id) end as difference
      from ledger_accounts account full join (
        select id, sum(balance) as balance, min(first_at) as first_at, max(last_at) as last_at,
          bit_or(set_bit(0::bit(128), ledger_month(first_at) & 127, 1)) as months
        from (
          select id, sum(amount) as balance, min(effective_at) as first_at, max(effective_at) as last_at from (
            select debit_id as id, -amount as amount, effective_at from ledger_postings where ${accountSql.isStored("debit_id")}
            union all
            select credit_id, amount, effective_at from ledger_postings where ${accountSql.isStored("credit_id")}
          ) line group by id, date_trunc('month', effective_at at time zone 'Asia/Kolkata')
        ) of_month group by id
      ) posted using (id)
      where account.id is null or coalesce(account.balance, 0) <> coalesce(posted.balance, 0)
        or (first_at at time zone 'UTC')::date < first_on or (last_at at time zone 'UTC')::date > last_on
        or posted.months & ~account.months <> 0::bit(128)
      order by id`,
  },
  {
    what: "negative",
    find: `select format('account %s holds %s', id, balance) as difference from ledger_accounts where balance < 0`,
  },
  {
    what: "posting",
    find: `select format('line %s of entry %s moves %s from %s to %s', line, entry_id, amount, debit_id, credit_id)
        as difference
      from ledger_postings posting
      left join ledger_chart debit on debit.code = ${accountSql.code("debit_id")}
        and debit.owner = case when ${accountSql.isHouses("debit_id")} then 'house' else 'member' end
      left join ledger_chart credit on credit.code = ${accountSql.code("credit_id")}
        and credit.owner = case when ${accountSql.isHouses("credit_id")} then 'house' else 'member' end
      where amount <= 0 or debit_id = credit_id or debit.currency is distinct from credit.currency
        or debit.code is null or credit.code is null`,
  },
  {
    what: "currency",
    find: `select format('%s does not add up to nothing, but to %s', currency, sum(amount)) as difference
      from (
        select debit_id as id, -amount as amount from ledger_postings
        union all select credit_id, amount from ledger_postings
      ) line join ledger_chart on code = ${accountSql.code("id")}
        and owner = case when ${accountSql.isHouses("id")} then 'house' else 'member' end
      group by currency having sum(amount) <> 0`,
  },
  {
    what: "entry",
    find: `select format('entry %s and line %s of it do not belong together', coalesce(entry.id, posting.entry_id),
        posting.line) as difference
      from ledger_entries entry full join ledger_postings posting on posting.entry_id = entry.id
      where entry.id is null or (posting.entry_id is null) <> (entry.kind = 'liabilities')
        or entry.effective_at <> posting.effective_at`,
  },
  {
    what: "member",
    find: `select format('account %s belongs to nobody', id) as difference from ledger_accounts
      where ${accountSql.isMembers("id")}
        and not exists (select from members where members.id = ${accountSql.memberId("ledger_accounts.id")})`,
  },
  {
    what: "reversal",
    find: `select format('entry %s does not mirror entry %s', reversal.id, reversal.reversal_of) as difference
      from ledger_entries reversal
      where reversal.reversal_of is not null and (
        select array_agg((line, debit_id, credit_id, amount) order by line) from ledger_postings
        where entry_id = reversal.id and effective_at = reversal.effective_at
      ) is distinct from (
        select array_agg((line, credit_id, debit_id, amount) order by line) from ledger_postings
        where entry_id = reversal.reversal_of
      )`,
  },
  {
    what: "house",
    find: `select format('the sum of account %s up to entry %s is kept as %s, should be %s', account_id, last_id, balance,
        coalesce(posted, 0)) as difference
      from ledger_house_sums sums left join (
        select id, sum(amount) as posted from (
          select debit_id as id, -amount as amount from ledger_postings
          where ${accountSql.isHouses("debit_id")} and entry_id <= (select max(last_id) from ledger_house_sums)
          union all
          select credit_id, amount from ledger_postings
          where ${accountSql.isHouses("credit_id")} and entry_id <= (select max(last_id) from ledger_house_sums)
        ) line group by id
      ) counted on counted.id = sums.account_id
      where balance <> coalesce(posted, 0) or last_id <> (select max(last_id) from ledger_house_sums)`,
  },
  {
    what: "day",
    find: `select format('the sum of %s from kind %s to kind %s is kept as %s in %s lines, should be %s in %s', day, debit_kind,
        credit_kind, coalesce(kept.amount, 0), coalesce(kept.lines, 0), coalesce(counted.amount, 0),
        coalesce(counted.lines, 0)) as difference
      from ledger_day_sums kept full join (
        select (effective_at at time zone 'Asia/Kolkata')::date as day, ${accountSql.kind("debit_id")} as debit_kind,
          ${accountSql.kind("credit_id")} as credit_kind, count(*) as lines, sum(amount) as amount
        from ledger_postings where entry_id <= (select max(last_id) from ledger_house_sums) group by 1, 2, 3
      ) counted using (day, debit_kind, credit_kind)
      where kept.amount is distinct from counted.amount or kept.lines is distinct from counted.lines
      order by day`,
  },
  {
    what: "tax",
    find: `select format('member %s: the records of tax say %s, the postings %s', member_id, coalesce(recorded, 0),
        coalesce(posted, 0)) as difference
      from (
        select member_id, sum(tax_fc) as recorded from (
          select member_id, tax_fc from tax_deductions where taken_at is not null
          -- The house's, of the system before.
          union all select 0, owed_fc from moved_tax
        ) recorded group by member_id
      ) record full join (
        select ${accountSql.memberId("debit_id")} as member_id, sum(amount) as posted from ledger_postings
        where credit_id = ${houseCodes.tax_withheld}
          -- A remittance that was taken back is no member's tax.
          and not (${accountSql.isHouses("debit_id")}
            and entry_id in (select id from ledger_entries where reversal_of is not null))
        group by 1
      ) posting using (member_id)
      where coalesce(recorded, 0) <> coalesce(posted, 0) order by member_id`,
  },
  {
    what: "liabilities",
    find: `select format('of %s: kept as %s, their entry says %s', coalesce(published.day::text, entry.metadata ->> 'day'),
        coalesce(content, 'missing'), coalesce(entry.metadata::text, 'missing')) as difference
      from (
        select *, jsonb_build_object('day', day, 'root', encode(root, 'hex'), 'leaves', leaves, 'owed', owed_fc::text,
          'locked', locked_fc::text)::text as content
        from liabilities
      ) published full join (select * from ledger_entries where kind = 'liabilities') entry
        on entry.id = published.entry_id
      where content is distinct from entry.metadata::text order by 1`,
  },
  {
    what: "liabilities",
    find: `select format('of %s: %s owed and %s locked, the lines of that moment say %s and %s', day, owed_fc, locked_fc,
        line_owed_fc, line_locked_fc) as difference
      from (
        select liabilities.*, coalesce(sum(moved.owed_fc) over until_then, 0) as line_owed_fc,
          coalesce(sum(moved.locked_fc) over until_then, 0) as line_locked_fc
        from liabilities left join (
          -- The first day whose snapshot contains the entry: it counts from then on.
          select first.entry_id, sum(line.owed_fc) as owed_fc, sum(line.locked_fc) as locked_fc
          from ledger_entries entry
          cross join lateral (
            select entry_id from liabilities
            where entry_id > entry.id and (entry.id <= sealed_id or pg_visible_in_snapshot(entry.xid, snapshot))
            order by entry_id limit 1
          ) first
          join (
            select entry_id, coalesce(sum(amount) filter (where not is_locked), 0) as owed_fc,
              coalesce(sum(amount) filter (where is_locked), 0) as locked_fc
            from (
              select entry_id, -amount as amount, ${accountSql.code("debit_id")} = ${memberCodes.staked} as is_locked
              from ledger_postings where ${accountSql.isMembers("debit_id")}
              union all
              select entry_id, amount, ${accountSql.code("credit_id")} = ${memberCodes.staked}
              from ledger_postings where ${accountSql.isMembers("credit_id")}
            ) change group by entry_id
          ) line on line.entry_id = entry.id
          group by first.entry_id
        ) moved using (entry_id)
        window until_then as (order by liabilities.entry_id)
      ) day
      where owed_fc <> line_owed_fc or locked_fc <> line_locked_fc order by day`,
  },
  {
    what: "anchor",
    find: `select format('the head %s that was told on %s is not in the seal chain', head, day) as difference
      from ledger_anchors
      left join ledger_seals on ledger_seals.number || ':' || encode(mac, 'hex') = head
      where ledger_seals.number is null order by day`,
  },
  {
    what: "anchor",
    find: `select format('the root %s of %s that was told on %s is not the one that was published', anchor.root, root_day,
        anchor.day) as difference
      from ledger_anchors anchor
      left join liabilities on liabilities.day = root_day and encode(liabilities.root, 'hex') = anchor.root
      where anchor.root is not null and liabilities.day is null order by anchor.day`,
  },
  {
    what: "guard",
    find: `select format('%s has the right to %s %s', rolname, privilege, "table") as difference
      from ${ourRoles}, (values ('ledger_accounts'), ('ledger_entries'), ('ledger_postings'), ('ledger_seals'),
          ('liabilities'), ('ledger_anchors')) as guard ("table"),
        (values ('update'), ('delete'), ('truncate'), ('trigger')) as no (privilege)
      where has_table_privilege(rolname, "table", privilege)
        or privilege = 'update' and has_any_column_privilege(rolname, "table", privilege)
        or "table" = 'ledger_accounts' and has_any_column_privilege(rolname, "table", 'insert')`,
  },
  {
    what: "guard",
    find: `select format('%s has a right on %s, which is a part of ledger_postings', rolname, relid::regclass) as difference
      from pg_partition_tree('ledger_postings'), ${ourRoles}
      where level > 0 and (has_any_column_privilege(rolname, relid, 'select, insert, update, references')
        or has_table_privilege(rolname, relid, 'delete, truncate, trigger, maintain'))
      union all
      select format('%s may look into the schema of the parts of ledger_postings', rolname) from ${ourRoles}
      where has_schema_privilege(rolname, 'ledger_months', 'usage, create')`,
  },
  {
    what: "guard",
    find: `select format('requests have the right to write %s, which only the worker writes', relname) as difference
      from pg_class, ${ourRoles}
      where rolname = 'fc_web' and relnamespace = 'public'::regnamespace and relname like 'chain\\_%' and relkind = 'r'
        and (has_any_column_privilege(rolname, pg_class.oid, 'insert, update')
          or has_table_privilege(rolname, pg_class.oid, 'delete, truncate, trigger'))`,
  },
];
