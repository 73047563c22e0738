import { daysAfter, daysBetween, indiaDayOf } from "@fc/contract/period";
import pg from "pg";
import { accountSql, houseCodes, memberCodes } from "../server/src/core/ledger/accounts.ts";
import type { Digest } from "../server/src/core/ledger/digest.ts";
import type { SecretKey } from "../server/src/platform/secrets.ts";
import { daySumsOf, digestsOf, writeSeals } from "./history-seals.ts";

export const years = 10;
const days = 365 * years;
const chunkMembers = 10_000;
/** Each member whose stake runs withdraws once in so many days. */
const withdrawDays = 30;
/** Members with a transfer every so many months, over all years, and nothing else. */
const sparseMembers = 500;
const sparseMonths = 5;
/** Members with one line, of ten years ago. */
const oldMembers = 100;

export interface History {
  postings: number;
  /** Who stake; see `specialMembers` for others. */
  members: number;
  /** The first members have coins to transfer. */
  senders: number;
  now: Date;
  secretKey: SecretKey;
}

/** Members after those who stake, with histories unlike theirs. */
export const specialMembers = (members: number) => ({
  sparse: Array.from({ length: sparseMembers }, (_, at) => members + 1 + at),
  old: Array.from({ length: oldMembers }, (_, at) => members + sparseMembers + 1 + at),
  /** One with many lines a day: thousands a month of a ledger of 100,000,000. */
  busy: members + sparseMembers + oldMembers + 1,
});

/** A member gets rewards for about a year, so there are ten times as many members as rewards of one day. */
export const membersOf = (postings: number) => Math.max(2000, Math.round((postings / days) * years));

interface Month {
  /** Of the part of ledger_postings. */
  name: string;
  /** India's days, both included. */
  first: string;
  last: string;
}

/** The months of ten years up to the one that is now, the oldest first. */
export function monthsOf({ now }: Pick<History, "now">): Month[] {
  const found: Month[] = [];
  for (let last = indiaDayOf(now); found.length < 12 * years;) {
    const month = last.slice(0, 7);
    found.unshift({ name: `m${month.replace("-", "_")}`, first: `${month}-01`, last });
    last = daysAfter(`${month}-01`, -1);
  }
  return found;
}

/**
 * Ten years of a ledger, written directly into its tables as posting would have written them: each day rewards to the
 * members whose stakes run, and their withdrawals; once a month transfers of a few others. The numbers of entries follow
 * their days. Indexes and seals are made afterwards, which takes a fraction of the time. Two connections share the months,
 * one for each core.
 */
export async function writeHistory(ownerUrl: string, history: History): Promise<void> {
  const months = monthsOf(history);
  await withOwner(ownerUrl, async (owner) => {
    await owner.query(prepared(history, months));
    await eachOf(ownerUrl, months, async (client, month) => {
      const table = `ledger_months.${month.name}`;
      // It is vacuumed once, when it is whole.
      await client.query(
        `create table ${table} (like ledger_postings including constraints) with (autovacuum_enabled = off)`,
      );
      if (month === months[0]) await client.query(openings(history, month));
      await client.query(written(history, months[0]!, month));
      await client.query(`insert into bench_sums ${sumsOf(table)}`);
      await client.query(daySumsOf(table));
    });
    await owner.query(`
      insert into ledger_accounts (id, balance, change, first_on, last_on, months)
        select id, sum(balance), 0, min(first_on), max(last_on), bit_or(months) from bench_sums group by id
        on conflict (id) do update set balance = excluded.balance;
      drop table bench_sums;
      create index ledger_entries_kind on ledger_entries (kind, effective_at, id);
      alter table ledger_entries add constraint ledger_entries_key unique (key);
      select setval('ledger_entries_id_seq', ${idsOf(history, months[0]!, months.at(-1)!).lastId})`);
    await eachOf(ownerUrl, months, async (client, month) => {
      for (const statement of indexed(month)) await client.query(statement);
    });
    await owner.query("select ledger_add_months()");
    await owner.query("vacuum analyze ledger_entries, ledger_accounts, members");
    const made = new Map<Month, Digest[]>();
    await eachOf(ownerUrl, months, async (client, month) => {
      made.set(month, await digestsOf(client, idsOf(history, months[0]!, month)));
    });
    await writeSeals(owner, { made: months.flatMap((month) => made.get(month)!), ...history });
    await owner.query("analyze ledger_postings");
    // Ten years are written in minutes here. Their way to the disk is no part of what is measured.
    await owner.query("checkpoint");
  });
}

async function withOwner(ownerUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
    );
    await work(owner);
  } finally {
    await owner.end();
  }
}

async function eachOf(
  ownerUrl: string,
  months: readonly Month[],
  work: (client: pg.Client, month: Month) => Promise<void>,
): Promise<void> {
  const left = [...months];
  const share = () =>
    withOwner(ownerUrl, async (client) => {
      for (let month = left.shift(); month; month = left.shift()) await work(client, month);
    });
  await Promise.all([share(), share()]);
}

/** Nothing was posted before these years, so the first part of the table is empty and ends where they begin. */
const prepared = ({ members }: History, months: readonly Month[]) => `
  alter table ledger_postings detach partition ledger_months.first;
  alter table ledger_postings detach partition ledger_months.later;
  alter table ledger_postings attach partition ledger_months.first for values from (minvalue) to ('${months[0]!.first}T00:00+05:30');
  alter table ledger_postings attach partition ledger_months.later
    for values from ('${daysAfter(monthEnd(months.at(-1)!), 1)}T00:00+05:30') to (maxvalue);
  insert into members (ref_id, name, email, joined_at)
    select 'FC' || at, 'Asha Rao', 'asha@example.com', '${months[0]!.first}' from generate_series(1, ${specialMembers(members).busy}) as at;
  alter table ledger_entries drop constraint ledger_entries_key;
  drop index ledger_entries_kind;
  create unlogged table bench_sums (id bigint, balance numeric, first_on date, last_on date, months bit(128))`;

/** Of the whole month, also where the history ends within it. */
function monthEnd({ first }: Month): string {
  return daysAfter(`${daysAfter(first, 31).slice(0, 7)}-01`, -1);
}

const own = (member: string, account: keyof typeof memberCodes) =>
  accountSql.ofMember(member, memberCodes[account]);

const entryColumns = "(id, kind, key, effective_at, recorded_at, message)";
const lineColumns = "(entry_id, line, debit_id, credit_id, amount, effective_at)";

/** Numbers of entries that the openings have. */
const openingIds = 1000;

const openings = ({ senders, members }: History, { name, first }: Month) => `
  insert into ledger_entries ${entryColumns} overriding system value
    select at + 1, case at when 0 then 'pool_funded' else 'opening' end::ledger_kind, 'begin/' || at,
      '${first}T00:00+05:30', '${first}T00:00+05:30', 'OPENING'
    from generate_series(0, ${Math.ceil(senders / chunkMembers)}) as at;
  insert into ledger_months.${name} ${lineColumns}
    select 1, 1, ${houseCodes.treasury}, ${houseCodes.rewards_pool}, 1000000000000000, '${first}T00:00+05:30'::timestamptz
    union all
    select 2 + (member - 1) / ${chunkMembers}, (member - 1) % ${chunkMembers} + 1, ${houseCodes.adjustments},
      ${own("member", "transfer")}, 1000000000, '${first}T00:00+05:30'
    from generate_series(1, ${senders}) as member
    union all
    select 2, ${chunkMembers} + number, ${houseCodes.adjustments}, ${own("member", "transfer")}, 1000, '${first}T00:00+05:30'
    from unnest(array[${specialMembers(members).old.join()}]) with ordinality as old (member, number)`;

/** How many lines and numbers of entries a day has. Numbers that no entry has are as those of a posting that failed. */
function dayOf({ postings }: Pick<History, "postings">) {
  const perDay = Math.max(1, Math.floor(postings / days / (1 + 2 / withdrawDays)));
  const chunks = Math.ceil(perDay / chunkMembers);
  const withdrawalsEnd = chunks + 2 * Math.ceil(perDay / withdrawDays) + 2;
  const busyId = withdrawalsEnd + 1;
  return {
    perDay,
    chunks,
    busyId,
    busyLines: Math.max(1, Math.round(postings / days / 300)),
    idsPerDay: busyId + sparseMembers / sparseMonths + 1,
  };
}

/** The numbers of a month's entries. */
function idsOf(history: History, first: Month, month: Month) {
  const { idsPerDay, chunks, perDay } = dayOf(history);
  const begin = daysBetween(first.first, month.first);
  const end = daysBetween(first.first, month.last) + 1;
  const before = (day: number) => openingIds + day * idsPerDay;
  const closings: number[] = [];
  for (let day = begin; day < end; day++) {
    for (let chunk = 1; chunk <= chunks; chunk++) closings.push(before(day) + chunk);
  }
  const linesPerClosing = Math.min(perDay, chunkMembers);
  return { afterId: month === first ? 0 : before(begin), lastId: before(end), closings, linesPerClosing };
}

function written(history: History, { first: begin }: Month, month: Month): string {
  const { members, senders } = history;
  const { perDay, chunks, busyId, busyLines, idsPerDay } = dayOf(history);
  const offset = daysBetween(begin, month.first);
  const special = specialMembers(members);
  const monthNumber = Math.round(offset / 30.44);
  // Stakes begin one after the other, so those that run are members who follow each other.
  const day = `(
    select day, ends_at, ${openingIds} + number * ${idsPerDay} as id, 1 + number * ${Math.max(0, members - perDay)} / ${days + 40} as member,
      number
    from (
      select at::date as day, (at::date + 1)::timestamp at time zone 'Asia/Kolkata' as ends_at,
        ${offset}::bigint + (at::date - '${month.first}'::date) as number
      from generate_series('${month.first}'::date, '${month.last}', '1 day') as at
    ) each) day`;
  const rewardAt = "ends_at - interval '1 millisecond'";
  const paid = `${day} cross join generate_series(0, ${perDay - 1}) as place`;
  // Those whose number is the day's, of the members whose stakes run.
  const withdrawn = `(
    select id + ${chunks} + 2 * (place / ${withdrawDays}) as id, member + place as member,
      ends_at - interval '12 hours' + place * interval '1 millisecond' as at
    from ${day} cross join lateral generate_series(
      ((number - member) % ${withdrawDays} + ${withdrawDays}) % ${withdrawDays}, ${perDay - 1}, ${withdrawDays}) as place
  ) drawn`;
  const steps = [
    {
      kind: "withdrawal_requested",
      step: 1,
      from: own("member", "staking"),
      to: own("member", "withdraw_pending"),
    },
    {
      kind: "withdrawal_accepted",
      step: 2,
      from: own("member", "withdraw_pending"),
      to: String(houseCodes.payouts),
    },
  ];
  const sparse = `(
    select other as member, id + ${busyId} + 1 + (other - ${special.sparse[0]}) / ${sparseMonths} as id,
      ends_at - interval '6 hours' + other * interval '1 millisecond' as at
    from ${day} cross join generate_series(${special.sparse[0]}, ${special.sparse.at(-1)}) as other
    where day = '${month.first}' and (other - ${special.sparse[0]}) % ${sparseMonths} = ${monthNumber % sparseMonths}
  ) sparse`;
  return `
    insert into ledger_entries ${entryColumns} overriding system value
      select id + ${busyId}, 'ros', 'busy/' || day, ${rewardAt}, ends_at, 'ROI' from ${day};
    insert into ledger_months.${month.name} ${lineColumns}
      select id + ${busyId}, line, ${houseCodes.rewards_pool}, ${own(String(special.busy), "earning")}, 10 + line, ${rewardAt}
      from ${day} cross join generate_series(1, ${busyLines}) as line;
    insert into ledger_entries ${entryColumns} overriding system value
      select id, 'transfer', 'sparse/' || id, at, at, 'TRANSFER' from ${sparse};
    insert into ledger_months.${month.name} ${lineColumns}
      select id, 1, ${own(`(1 + member % ${senders})`, "transfer")}, ${own("member", "transfer")}, 5, at from ${sparse};
    insert into ledger_entries ${entryColumns} overriding system value
      select id + chunk, 'ros', 'ros/' || day || '/' || chunk, ${rewardAt}, ends_at, 'ROI'
      from ${day} cross join generate_series(1, ${chunks}) as chunk;
    insert into ledger_months.${month.name} ${lineColumns}
      select id + 1 + place / ${chunkMembers}, place % ${chunkMembers} + 1, ${houseCodes.rewards_pool}, ${own("(member + place)", "staking")},
        1000 + place % 500, ${rewardAt}
      from ${paid};
    ${steps
      .map(
        ({ kind, step, from, to }) => `
    insert into ledger_entries ${entryColumns} overriding system value
      select id + ${step}, '${kind}', '${kind}/' || id, at + interval '${step} minutes', at + interval '${step} minutes', 'WITHDRAW'
      from ${withdrawn};
    insert into ledger_months.${month.name} ${lineColumns}
      select id + ${step}, 1, ${from}, ${to}, 900, at + interval '${step} minutes' from ${withdrawn}`,
      )
      .join(";")}`;
}

const sumsOf = (table: string) => `
  select id, sum(amount), min(effective_at at time zone 'UTC')::date, max(effective_at at time zone 'UTC')::date,
    ledger_months_between(min(effective_at), max(effective_at)) from (
    select credit_id as id, amount, effective_at from ${table} where ${accountSql.isStored("credit_id")}
    union all select debit_id, -amount, effective_at from ${table} where ${accountSql.isStored("debit_id")}
  ) each group by id`;

/** One by one, because vacuum cannot run in a transaction. Without it the indexes alone would not be enough to read. */
const indexed = (month: Month) => {
  const table = `ledger_months.${month.name}`;
  const index = (side: string) =>
    `create index on ${table} (${side}, effective_at, entry_id, line) include (amount) where ${accountSql.isMembers(side)}`;
  const [from, to] = [month.first, daysAfter(monthEnd(month), 1)].map((day) => `'${day}T00:00+05:30'`);
  return [
    `alter table ${table} add constraint ${month.name}_pkey primary key (entry_id, line)`,
    index("debit_id"),
    index("credit_id"),
    `create trigger ledger_immutable before insert or update or delete or truncate on ${table}
      for each statement execute function ledger_refuse()`,
    `vacuum analyze ${table}`,
    `alter table ${table} reset (autovacuum_enabled)`,
    `alter table ledger_postings attach partition ${table} for values from (${from}) to (${to})`,
  ];
};
