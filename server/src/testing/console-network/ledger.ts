import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import type pg from "pg";
import { accountSql, houseCodes, memberCodes } from "../../core/ledger/accounts.ts";
import { at, withoutTriggers } from "./sql.ts";

/** So many days up to yesterday have rewards. Rewards of earlier days are one opening of each member. */
export const rewardDays = 31;
/** Each chunk of members has one entry for a kind of reward a day. */
const chunkMembers = 10_000;
const fcPerUsdCent = 100_000n;

const own = (member: string, account: keyof typeof memberCodes) =>
  accountSql.ofMember(member, memberCodes[account]);

/**
 * Prices, stakes, withdrawals and rewards with their entries, written directly into the tables as posting would have
 * written them: the numbers of entries follow their time, each line has two accounts, and all balances add up.
 */
export async function writeLedger(owner: pg.Client, { now }: { now: Date }): Promise<void> {
  const yesterday = daysAfter(indiaDayOf(now), -1);
  const days = Array.from({ length: rewardDays }, (_, back) => daysAfter(yesterday, -back)).toReversed();
  const indexes = await dropped(owner, ["ledger_postings_credit", "ledger_postings_debit"]);
  await withoutTriggers(owner, [
    ...records(now),
    ...planned(days),
    ...posted(),
    ...closed(days),
    ...indexes,
    ...balances,
  ]);
  await owner.query(
    "vacuum analyze prices, stakes, staking_requests, uploads, withdrawals, ledger_entries, ledger_postings, ledger_accounts, closings",
  );
}

/** Built again at the end: adding each line to them would take longer than everything else. */
async function dropped(owner: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_indexdef(name::regclass) as definition from unnest($1::text[]) as name",
    [names],
  );
  for (const name of names) await owner.query(`drop index ${name}`);
  // Made again on the months as well.
  return rows.map(({ definition }) => definition.replace(" ON ONLY ", " ON "));
}

/** A price for each week, and what members requested: about as many withdrawals as stakes, a few of each waiting. */
const records = (now: Date) => [
  `insert into prices (fc_for_15_usd, inr_per_usd, effective_from, created_at)
    select ${1500n * fcPerUsdCent} + week * 10000, 830000 + week * 100, first + week * interval '7 days', first
    from (select min(joined_at) - interval '1 day' as first from members) begun,
      generate_series(0, extract(day from ${at(now)} - first)::int / 7) as week order by week`,
  `create temp table asked as
    select row_number() over (order by at) as id, member_id, at, cents, status from (
      select member_id, recorded_at as at, business_usd_cents as cents, 'A' as status from team_events
      union all
      select member_id, recorded_at - interval '1 hour', business_usd_cents, 'R' from team_events
      where pg_temp.pick(member_id, 1, 8) = 0
      union all
      select id, ${at(now)} - pg_temp.pick(id, 2, 4320) * interval '1 minute', 1500, 'P' from members
      where pg_temp.pick(id, 3, 400) = 0
    ) each`,
  `insert into uploads (id, member_id, purpose, sha256, bytes, width, height, created_at)
    select md5('proof/' || id)::uuid, member_id, 'stacking-verification-images',
      sha256(('proof/' || case when id % 500 = 0 then id - 1 else id end)::bytea), 90000, 1200, 900, at from asked`,
  `insert into staking_requests (id, member_id, amount_usd_cents, upload_id, status, requested_at, decided_at, reason,
      decided_by, utr)
    overriding system value
    select id, member_id, cents, md5('proof/' || id)::uuid, status, at,
      case when status <> 'P' then at + interval '40 minutes' end, case status when 'R' then 'The picture cannot be read.' end,
      case when status <> 'P' then 1 + id % 4 end,
      case when id % 2 = 0 then 'BENCH' || lpad(id::text, 10, '0') end
    from asked order by id`,
  `create temp table drawn as
    select row_number() over (order by at) as id, * from (
      select member_id, greatest(recorded_at, ${at(now)} - pg_temp.pick(member_id, 4, 400) * interval '1 day')
          - interval '6 hours' - pg_temp.pick(member_id, 5, 1440) * interval '1 minute' as at, 500000 + pg_temp.pick(member_id, 6, 9) * 100000 as fc,
        case when pg_temp.pick(member_id, 7, 20) = 0 then 'R' else 'A' end as status
      from team_events, generate_series(1, 2) as each where pg_temp.pick(member_id * 2 + each, 8, 3) > 0
      union all
      select member_id, ${at(now)} - pg_temp.pick(member_id, 9, 4320) * interval '1 minute', 500000, 'P' from team_events
      where pg_temp.pick(member_id, 10, 300) = 0
    ) each`,
  `insert into withdrawals (id, member_id, amount_fc, fee_fc, from_staking_fc, from_earning_fc, from_offer_fc,
      currency_type, address, status, requested_at, decided_at, deduction_fc, transaction_id, reason, decided_by, tax_fc)
    overriding system value
    select id, member_id, fc, fc / 10, 0, fc, 0, 'coin', 'bench1' || md5('coin/' || member_id), status, at,
      case when status <> 'P' then at + interval '5 hours' end, case when status <> 'P' then 0 end,
      case status when 'A' then '0x' || encode(sha256(('paid/' || id)::bytea), 'hex') end,
      case status when 'R' then 'Please enter your own address.' end, case when status <> 'P' then 1 + id % 4 end,
      case when status <> 'R' then fc / 20 else 0 end
    from drawn order by id`,
  "select setval(pg_get_serial_sequence('staking_requests', 'id'), (select max(id) from staking_requests))",
  "select setval(pg_get_serial_sequence('withdrawals', 'id'), (select max(id) from withdrawals))",
];

/** All entries, in the order of their time. `about` is the record, or the number of a chunk. */
const planned = (days: readonly string[]) => {
  const moments = days.map((day) => at(new Date(endOfDay(day).getTime() - 1)));
  const ends = `(values ${moments.map((moment, index) => `(${moment}, '${days[index]}')`).join(", ")}) as closed (at, day)`;
  const chunks = `generate_series(0, (select max(id) from members) / ${chunkMembers}) as chunk`;
  return [
    `create temp table planned as
      select 'opening'::ledger_kind as kind, 'opening/' || chunk as key, chunk::bigint as about,
        (select max(joined_at) from members where id < (chunk + 1) * ${chunkMembers}) as at from ${chunks}
      union all select 'pool_funded', 'pool/' || id, id, effective_from from prices
      union all select 'stake_approved', 'stake/request/' || id, id, at + interval '40 minutes' from asked where status = 'A'
      union all select 'withdrawal_requested', 'withdraw/request/' || id, id, at from drawn
      union all select case status when 'A' then 'withdrawal_accepted' else 'withdrawal_rejected' end::ledger_kind,
        'withdraw/' || case status when 'A' then 'accepted' else 'rejected' end || '/' || id, id, at + interval '5 hours'
        from drawn where status <> 'P'
      union all select kind::ledger_kind, kind || '/' || day || '/' || chunk, chunk, closed.at
        from ${ends}, ${chunks}, unnest(array['ros', 'pair_matching']) as kind`,
    `insert into ledger_entries (kind, key, effective_at, recorded_at, message, price_id, plan_version)
      select kind, key, at, at, upper(replace(kind::text, '_', ' ')), case when kind in ('ros', 'pair_matching') then 1 end,
        case when kind in ('ros', 'pair_matching') then 1 end
      from planned order by at, key`,
    "analyze ledger_entries; analyze planned",
    "create temp table entry as select id, kind, about, effective_at from planned join ledger_entries using (key, kind)",
    "analyze entry; analyze asked; analyze drawn",
    `insert into stakes (member_id, request_id, principal_usd_cents, principal_fc, price_id, entry_id, started_at, ended_at,
        plan_version)
      select member_id, asked.id, cents, cents * ${fcPerUsdCent}, 1, entry.id, effective_at,
        case when active_users = 0 then least(effective_at + interval '300 days', (select max(at) from asked)) end, 1
      from entry join asked on asked.id = about join team_events using (member_id)
      where kind = 'stake_approved' order by entry.id`,
    "analyze stakes",
  ];
};

const line = (number: number | string, debit: string | bigint, credit: string | bigint, amount: string) =>
  `select entry.id, ${number}, ${debit}, ${credit}, ${amount}, effective_at`;

const posted = () =>
  [
    `${line(`members.id % ${chunkMembers} + 1`, houseCodes.adjustments, own("members.id", "earning"), "40000000")}
      from entry join members on members.id / ${chunkMembers} = about where kind = 'opening'`,
    `${line(1, houseCodes.treasury, houseCodes.rewards_pool, "900000000000000")} from entry where kind = 'pool_funded'`,
    `${line(1, houseCodes.deposits, own("member_id", "staked"), "principal_fc")} from entry join stakes on entry_id = entry.id`,
    `${line(2, houseCodes.usd_paid, houseCodes.usd_received, "principal_usd_cents")} from entry join stakes on entry_id = entry.id`,
    `${line(1, own("member_id", "earning"), own("member_id", "withdraw_pending"), "fc")}
      from entry join drawn on drawn.id = about where kind = 'withdrawal_requested'`,
    `${line(1, own("member_id", "withdraw_pending"), own("member_id", "earning"), "fc")}
      from entry join drawn on drawn.id = about where kind = 'withdrawal_rejected'`,
    `${line(1, own("member_id", "withdraw_pending"), houseCodes.payouts, "fc - fc / 10 - fc / 20")}
      from entry join drawn on drawn.id = about where kind = 'withdrawal_accepted'`,
    `${line(2, own("member_id", "withdraw_pending"), houseCodes.fees, "fc / 10")}
      from entry join drawn on drawn.id = about where kind = 'withdrawal_accepted'`,
    `${line(3, own("member_id", "withdraw_pending"), houseCodes.tax_withheld, "fc / 20")}
      from entry join drawn on drawn.id = about where kind = 'withdrawal_accepted'`,
    rewards("ros", "staking", "principal_fc / 200", "true"),
    rewards("pair_matching", "earning", "1500000", "pg_temp.pick(member_id, 11, 100) = 0"),
  ].map(
    (lines) =>
      `insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at) ${lines}`,
  );

/** Each stake is in the entry of its member's chunk; the line is the member's place in it. */
const rewards = (kind: string, wallet: "staking" | "earning", amount: string, which: string) =>
  `select entry.id, member_id % ${chunkMembers} + 1, ${houseCodes.rewards_pool}, ${own("member_id", wallet)}, ${amount}, effective_at
    from entry join stakes on member_id / ${chunkMembers} = about
    where kind = '${kind}' and ended_at is null and started_at < effective_at and ${which}`;

/** The closed days since the first member joined, with what was paid of the last ones. */
const closed = (days: readonly string[]) => [
  `insert into closings (day, state, plan_version, price_id, due_fc, available_fc, paid_fc, credits, chunk_members, chunks,
      paid_chunks, opened_at, computed_at, sealed_at)
    select day::date, 'sealed', 1, 1, coalesce(fc, 0), 90000000000000000, coalesce(fc, 0), coalesce(credits, 0), 10000, 1, 1,
      day + interval '1 day', day + interval '1 day', day + interval '1 day 1 minute'
    from generate_series((select min(joined_at)::date from members), '${days.at(-1)}'::date, '1 day') as each (day)
    left join (
      select (entry.effective_at at time zone 'Asia/Kolkata')::date as day, sum(amount) as fc, count(*)::int as credits
      from entry join ledger_postings on entry_id = entry.id where kind in ('ros', 'pair_matching') group by 1
    ) paid using (day)`,
  `insert into closing_dues (day, kind, due_fc) select day, 'ros', due_fc from closings`,
  `insert into closings_begin (first_day) select min(day) from closings on conflict do nothing`,
];

const balances = [
  `insert into ledger_accounts (id, balance, change)
    select id, sum(amount), 0 from (
      select credit_id as id, amount from ledger_postings where ${accountSql.isStored("credit_id")}
      union all select debit_id, -amount from ledger_postings where ${accountSql.isStored("debit_id")}
    ) each group by id on conflict (id) do update set balance = excluded.balance`,
];
