import type pg from "pg";
import { accountSql, type MemberAccount, memberCodes } from "../../core/ledger/accounts.ts";
import { verify } from "../../core/ledger/verify.ts";
import { verify as verifyNetwork } from "../../core/network/verify.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { operationKinds, type Operation } from "./operations.ts";
import { recordProblems } from "./records.ts";
import { toldProblems } from "./told.ts";

/** A member's balances, with the three wallets that withdrawals draw on as one. */
export type Holding = Record<"wallets" | "transfer" | "staked" | "withdraw_pending", bigint>;

/** What happened according to the clients, to be compared with the database. */
export interface ClientRecord {
  operations: readonly Operation[];
  /** What each member had at the start. */
  openings: ReadonlyMap<number, Holding>;
  secretKey: SecretKey;
}

/** All problems as sentences. */
export async function problemsOf(owner: pg.Pool, ownerUrl: string, record: ClientRecord): Promise<string[]> {
  const happened = await timesHappened(owner);
  const ledger = await verify(ownerUrl, { secretKey: record.secretKey });
  const network = await verifyNetwork(ownerUrl, { repair: false });
  const told = [...Map.groupBy(record.operations, nameOf)].map(([name, [operation]]) => ({
    operation: operation!,
    times: happened.get(name) ?? 0,
  }));
  return [
    ...countProblems(record.operations, happened),
    ...balanceProblems(await holdings(owner), expectedHoldings(record, happened)),
    ...(await recordProblems(owner, record.operations)),
    ...(await toldProblems(owner, told)),
    ...ledger.differences,
    ...network.differences,
  ];
}

export interface Losses {
  /** How many acknowledged operations did not happen. */
  lost: number;
  /** How many happened more often than they were asked for. */
  doubled: number;
  /** What else differs between the clients' record and the ledger. */
  otherProblems: string[];
}

/** The problems in figures, as drills report them. */
export function lossesIn(problems: readonly string[]): Losses {
  const lost = /was acknowledged (?<should>\d+) times and happened (?<times>\d+) times/;
  const doubled = /should have happened at most (?<should>\d+) times, not (?<times>\d+)/;
  return {
    lost: operationsIn(problems, lost),
    doubled: operationsIn(problems, doubled),
    otherProblems: problems.filter((problem) => !lost.test(problem) && !doubled.test(problem)),
  };
}

/** How many operations too few or too many the problems of this kind are about. */
function operationsIn(problems: readonly string[], kind: RegExp): number {
  return problems
    .map((problem) => kind.exec(problem)?.groups)
    .filter((found) => found !== undefined)
    .reduce((sum, { should, times }) => sum + Math.abs(Number(should) - Number(times)), 0);
}

/** Every acknowledged operation must have happened once, an unknown one at most once, a refused one never. */
function countProblems(operations: readonly Operation[], happened: ReadonlyMap<string, number>): string[] {
  const requested = Map.groupBy(operations, nameOf);
  const problems = [...happened.keys()]
    .filter((name) => !requested.has(name))
    .map((name) => `${name} happened, but nobody requested it`);
  for (const [name, same] of requested) {
    const times = happened.get(name) ?? 0;
    const least = same.filter(({ outcome }) => outcome === "acknowledged").length;
    const most = least + same.filter(({ outcome }) => outcome === "unknown").length;
    if (times < least) problems.push(`${name} was acknowledged ${least} times and happened ${times} times`);
    if (times > most) problems.push(`${name} should have happened at most ${most} times, not ${times}`);
  }
  return problems;
}

function nameOf({ kind, member, amountFc }: Operation): string {
  return `${kind}/${member.id}/${amountFc}`;
}

async function timesHappened(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; times: number }>(
    `select kind || '/' || member_id || '/' || amount as name, count(*)::int as times from (
       select entry.kind::text, ${accountSql.memberId("min(debit_id)")} as member_id, sum(amount) as amount
       from ledger_entries entry join ledger_postings on entry_id = entry.id
       where kind = any ($1::ledger_kind[]) group by entry.id
     ) as entry group by name`,
    [operationKinds],
  );
  return new Map(rows.map(({ name, times }) => [name, times]));
}

/** Adds what happened to the opening balances. */
function expectedHoldings(
  { operations, openings }: ClientRecord,
  happened: ReadonlyMap<string, number>,
): Map<number, Holding> {
  const expected = new Map([...openings].map(([id, holding]) => [id, { ...holding }]));
  for (const [name, [operation]] of Map.groupBy(operations, nameOf)) {
    const { kind, member, receiver, amountFc } = operation!;
    const moved = BigInt(happened.get(name) ?? 0) * amountFc;
    const own = expected.get(member.id)!;
    const isDrawn = kind === "withdrawal_requested" || kind === "internal_transfer";
    own[isDrawn ? "wallets" : "transfer"] -= moved;
    if (kind === "transfer") expected.get(receiver.id)!.transfer += moved;
    if (kind === "internal_transfer") own.transfer += moved;
    if (kind === "withdrawal_requested") own.withdraw_pending += moved;
    if (kind === "stake_from_transfer") own.staked += moved;
  }
  return expected;
}

const held: Record<MemberAccount, keyof Holding> = {
  staking: "wallets",
  earning: "wallets",
  offer: "wallets",
  transfer: "transfer",
  staked: "staked",
  withdraw_pending: "withdraw_pending",
};

export async function holdings(owner: pg.Pool): Promise<Map<number, Holding>> {
  const { rows } = await owner.query<{ id: bigint; balance: bigint }>(
    "select id, balance from ledger_accounts where id > 16",
  );
  const found = new Map<number, Holding>();
  for (const { id, balance } of rows) {
    const memberId = Number(id >> 4n);
    const holding = found.get(memberId) ?? { wallets: 0n, transfer: 0n, staked: 0n, withdraw_pending: 0n };
    const account = (Object.keys(memberCodes) as MemberAccount[]).find(
      (name) => memberCodes[name] === (id & 15n),
    )!;
    holding[held[account]] += balance;
    found.set(memberId, holding);
  }
  return found;
}

function balanceProblems(
  found: ReadonlyMap<number, Holding>,
  expected: ReadonlyMap<number, Holding>,
): string[] {
  const problems: string[] = [];
  for (const [memberId, should] of expected) {
    const has = found.get(memberId)!;
    for (const account of Object.keys(should) as (keyof Holding)[]) {
      if (has[account] < 0n) problems.push(`member ${memberId} holds ${has[account]} in ${account}`);
      if (has[account] === should[account]) continue;
      problems.push(`member ${memberId} holds ${has[account]} in ${account}, not ${should[account]}`);
    }
  }
  const off = sumOf(found) - sumOf(expected);
  if (off !== 0n) problems.push(`${off} units of ${sumOf(expected)} are lost or invented`);
  return problems;
}

function sumOf(all: ReadonlyMap<number, Holding>): bigint {
  return [...all.values()].flatMap((holding) => Object.values(holding)).reduce((sum, each) => sum + each, 0n);
}
