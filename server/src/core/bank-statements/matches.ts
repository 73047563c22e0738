import { type UsdCents, asFc } from "@fc/contract/units";
import {
  mostDaysApart,
  mostMatches,
  type BankMatch,
  type PaidRequest,
  type BankMatches,
  type ComparedLine,
} from "@fc/contract/bank-statements/console-matches";
import { fcToWire, inrPaiseToWire, usdCentsToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { RequestStatus } from "@fc/contract/request-states";
import { sql, type RawBuilder } from "kysely";
import { reversal } from "./reversals.ts";
import { currentPrice } from "../prices/prices.ts";
import { sameProofs } from "../staking/same-proofs.ts";
import type { Db } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { differencesOf } from "./differences.ts";
import { toLine } from "./shown-line.ts";

/** It pays for a request, or is set aside. A request that was rejected holds no line: it is free for another one. */
export const isSettled = sql`exists (
  select from bank_payments as payment left join staking_requests as holder on holder.id = payment.request_id
  where payment.line_id = line.id and (holder.status <> 'R' or payment.set_aside_reason is not null))`;

const credits = sql`
  select line.id, line.day, line.amount_paise, line.utrs, line.payer, line.words from bank_lines as line
  where line.amount_paise > 0 and not ${isSettled}`;

/**
 * Requests that the statements should have a credit for: those that wait, and those that were approved since the first
 * statement. Requests that are paid in coins are left out.
 */
export const bankRequests = sql`
  select request.id, request.member_id, request.status, request.utr, request.requested_at, request.amount_usd_cents,
    request.upload_id, request.confirmed_by, member.ref_id, member.name, (request.requested_at at time zone 'Asia/Kolkata')::date as day,
    -- Rounded down, as the member was told.
    request.amount_usd_cents * price.inr_per_usd / 10000 as amount_paise
  from staking_requests as request join members as member on member.id = request.member_id
  left join lateral (
    select inr_per_usd from prices
    where effective_from <= request.requested_at and withdrawn_at is null
    order by effective_from desc, id desc limit 1) as price on true
  where request.tx_hash is null and (request.status = 'P' or request.status = 'A'
      and request.requested_at >= (select min(day) from bank_lines)::timestamp at time zone 'Asia/Kolkata')
    and not exists (select from chain_transfers as transfer where transfer.request_id = request.id)`;

/** Those that no line pays for. */
const requests = sql`${bankRequests}
  and not exists (select from bank_payments as payment where payment.request_id = request.id)`;

/** A text that looks like a UTR but stands in more credits than this is the number of an account. */
export const mostOfOneUtr = 5;

/** The bank's text has each word of the name of the member who sent the request. */
export const hasName = sql`(
  select bool_and(strpos(heard.text, ' ' || word || ' ') > 0)
  from unnest(string_to_array(upper(request.name), ' ')) as word
  cross join (select ' ' || regexp_replace(upper(line.payer || ' ' || line.words), '[^[:alnum:]]+', ' ', 'g') || ' '
    as text) as heard)`;

/**
 * Credits and requests that belong together by the UTR, or, where no credit has the UTR, by amount, day and name. `pairs`
 * has `line_id` and `request_id`.
 */
const withPairs = sql`
  with credits as materialized (${credits}), requests as materialized (${requests}),
  by_utr as (
    select * from (
      select line.id as line_id, request.id as request_id, count(*) over (partition by request.id) as lines
      from requests as request
      join (select id, unnest(utrs) as utr from credits) as line on line.utr = request.utr) as found
    where lines <= ${mostOfOneUtr}),
  by_name as (
    select line.id as line_id, request.id as request_id from requests as request
    join credits as line on line.amount_paise = request.amount_paise
      and line.day between request.day - ${mostDaysApart}::int and request.day + ${mostDaysApart}::int
    where request.id not in (select request_id from by_utr) and line.id not in (select line_id from by_utr)
      and ${hasName}),
  pairs as (select line_id, request_id from by_utr union all select line_id, request_id from by_name)`;

/** Credits that belong to no request. */
export const unmatchedCredits = sql`
  ${withPairs} select id from credits where id not in (select line_id from pairs)`;

interface PairRow extends RequestRow {
  line_id: number;
  account: string;
  line_day: string;
  words: string;
  reference: string;
  payer: string;
  line_paise: bigint;
  balance_paise: bigint;
  statement_id: number;
  file_line: number;
  imported_by: number;
  confirmed_by: number | null;
  has_utr: boolean;
  days_apart: number;
  is_named_twice: boolean;
  has_same_picture: boolean;
  is_paid_twice: boolean;
  reversed_on: string | null;
  /** The request that the line pays for. */
  holder_id: number | null;
  set_aside_reason: string | null;
  set_aside_by: string | null;
  set_aside_at: Date | null;
}

interface RequestRow {
  id: number;
  member_id: number;
  ref_id: string;
  name: string;
  status: RequestStatus;
  utr: string | null;
  requested_at: Date;
  amount_usd_cents: UsdCents;
  amount_paise: bigint | null;
}

const requestColumns = sql`request.id, request.member_id, request.ref_id, request.name, request.status, request.utr,
  request.requested_at, request.amount_usd_cents, request.amount_paise`;

/** Banks write some UTRs with zeros before them, so a member may name the same one in several ways. */
const isNamedTwice = sql<boolean>`exists (
  select from generate_series(0, 22 - length(ltrim(request.utr, '0'))) as zeros
  join staking_requests as other on other.utr = repeat('0', zeros) || ltrim(request.utr, '0')
  where other.id <> request.id)`;

const pairColumns = sql`${requestColumns}, line.id as line_id, account.name as account, line.day as line_day, line.words,
  line.reference, line.payer, line.amount_paise as line_paise, line.balance_paise, line.statement_id, line.file_line,
  statement.imported_by, request.confirmed_by, coalesce(request.utr = any(line.utrs), false) as has_utr, line.day - request.day as days_apart,
  ${isNamedTwice} as is_named_twice,
  exists (select from (${sameProofs}) as same where same = 'picture') as has_same_picture,
  -- Counted, because to find one of them PostgreSQL would look through the lines and not through the index.
  (select count(*) from bank_lines as twin where twin.utrs @> array[request.utr] and twin.amount_paise > 0
    and twin.id <> line.id) > 0 as is_paid_twice,
  (${reversal}) as reversed_on,
  holder.id as holder_id, payment.set_aside_reason, aside_by.name as set_aside_by, payment.matched_at as set_aside_at`;

interface ChosenPairs {
  /** Where they come from: `withPairs`, or something with the tables `requests` and `pairs` of it. */
  pairs: RawBuilder<unknown>;
  limit?: number;
}

/** Pairs, judged. */
export async function pairsOf(db: Db, { pairs, limit }: ChosenPairs) {
  const { rows } = await sql<PairRow>`
    ${pairs} select ${pairColumns}
    from pairs
    join requests as request on request.id = pairs.request_id
    join uploads as upload on upload.id = request.upload_id
    join bank_lines as line on line.id = pairs.line_id
    join bank_statements as statement on statement.id = line.statement_id
    join bank_accounts as account on account.id = line.account_id
    left join bank_payments as payment on payment.line_id = line.id
    left join staking_requests as holder on holder.id = payment.request_id and holder.status <> 'R'
    left join operators as aside_by on aside_by.id = payment.matched_by
    order by request.id, line.id ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
  return rows.map((row) => ({
    row,
    differences: differencesOf({
      words: row.words,
      payer: row.payer,
      name: row.name,
      hasUtr: row.has_utr,
      linePaise: row.line_paise,
      requestPaise: row.amount_paise,
      daysApart: row.days_apart,
      isNamedTwice: row.is_named_twice,
      hasSamePicture: row.has_same_picture,
      isPaidTwice: row.is_paid_twice,
      isReversed: row.reversed_on !== null,
    }),
  }));
}

type JudgedPair = Awaited<ReturnType<typeof pairsOf>>[number];

export const toCompared = ({ row, differences }: JudgedPair, operatorId: number): ComparedLine => ({
  line: toLine({
    ...row,
    id: row.line_id,
    day: row.line_day,
    amount_paise: row.line_paise,
    request_id: row.holder_id,
  }),
  differences,
  isImportedByYou: row.imported_by === operatorId,
});

/** Who imported the line of a match, and who confirmed its request as the first of two, if it is exact still. */
export async function exactMatch(
  db: Db,
  { lineId, requestId }: { lineId: number; requestId: number },
): Promise<{ importedBy: number; confirmedBy: number | null } | undefined> {
  const [pair] = await pairsOf(db, {
    pairs: sql`
      with requests as (${requests} and request.id = ${requestId} and request.status = 'P'),
      credits as (${credits} and line.id = ${lineId}),
      pairs as (select line.id as line_id, request.id as request_id
        from requests as request cross join credits as line)`,
  });
  return pair?.differences.length === 0
    ? { importedBy: pair.row.imported_by, confirmedBy: pair.row.confirmed_by }
    : undefined;
}

/** The one credit that pays exactly for a request that waits; by its UTR, because none is exact without. */
export async function exactLineOf(db: Db, requestId: number): Promise<number | undefined> {
  const pairs = await pairsOf(db, {
    pairs: sql`
      with requests as materialized (${requests} and request.id = ${requestId} and request.status = 'P'),
      pairs as (select line.id as line_id, request.id as request_id
        from requests as request join bank_lines as line on line.utrs @> array[request.utr]
        where line.amount_paise > 0 and not ${isSettled})`,
  });
  return pairs.find(({ differences }) => differences.length === 0)?.row.line_id;
}

/** Exact matches of requests that were approved before, without their lines. */
export async function exactApproved(db: Db): Promise<{ lineId: number; requestId: number }[]> {
  const pairs = await pairsOf(db, { pairs: withPairs });
  return pairs
    .filter(({ row, differences }) => row.status === "A" && differences.length === 0)
    .map(({ row }) => ({ lineId: row.line_id, requestId: row.id }));
}

export async function matchesOf(db: Db, { operatorId, now }: Operating): Promise<BankMatches> {
  const pairs = await pairsOf(db, { pairs: withPairs, limit: mostMatches + 1 });
  const shown = pairs.slice(0, mostMatches);
  const exact = shown.filter(({ row, differences }) => row.status === "P" && differences.length === 0);
  const near = shown.filter(({ differences }) => differences.length > 0);
  const unpaid = await unpaidRequests(db);
  const price = await currentPrice(db, now);
  const toMatch = (pair: JudgedPair): BankMatch => ({
    ...toCompared(pair, operatorId),
    request: toRequest(pair.row),
  });
  return {
    exact: exact.map(toMatch),
    near: near.map(toMatch),
    unpaid: unpaid.slice(0, mostMatches).map(toRequest),
    lastDay: await lastDayOf(db),
    cost: price ? fcToWire(asFc(price.fcFor15Usd)) : null,
    isMore: pairs.length > mostMatches || unpaid.length > mostMatches,
  };
}

async function unpaidRequests(db: Db): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    ${withPairs} select ${requestColumns} from requests as request
    where request.id not in (select request_id from pairs) and request.day <= (select max(day) from bank_lines)
    order by request.id limit ${mostMatches + 1}`.execute(db);
  return rows;
}

export async function lastDayOf(db: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom("bank_lines")
    .select((eb) => eb.fn.max("day").as("day"))
    .executeTakeFirstOrThrow();
  return day;
}

const toRequest = (row: RequestRow): PaidRequest => ({
  id: row.id,
  reference: referenceOf("staking-request", row.id),
  member: { id: row.member_id, refId: row.ref_id, name: row.name },
  amountUsd: usdCentsToWire(row.amount_usd_cents),
  amountInr: row.amount_paise === null ? null : inrPaiseToWire(row.amount_paise),
  utr: row.utr,
  status: row.status,
  requestedAt: row.requested_at.toISOString(),
});
