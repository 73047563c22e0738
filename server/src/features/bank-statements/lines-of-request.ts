import { mostDaysApart, type LinesOfRequest } from "@fc/contract/bank-statements/console-matches";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import {
  bankRequests,
  hasName,
  isSettled,
  lastDayOf,
  mostOfOneUtr,
  pairsOf,
  toCompared,
} from "../../core/bank-statements/matches.ts";

/**
 * The credits that the bank's page shows for this request, and those that fit it but were set aside or pay for another
 * one. It reads the lines of one UTR or of a few days only, because it runs for each request that is opened.
 */
const pairsOfRequest = (requestId: number) => sql`
  with requests as materialized (${bankRequests} and request.id = ${requestId}),
  paid as (select line_id, request_id from bank_payments where request_id in (select id from requests)),
  by_utr as materialized (
    select * from (
      select line.id as line_id, request.id as request_id, count(*) over () as lines
      from requests as request join bank_lines as line on line.utrs @> array[request.utr] and line.amount_paise > 0)
    as found where lines <= ${mostOfOneUtr}),
  by_name as (
    select line.id as line_id, request.id as request_id from requests as request
    join bank_lines as line on line.amount_paise = request.amount_paise
      and line.day between request.day - ${mostDaysApart}::int and request.day + ${mostDaysApart}::int
    where not exists (select from paid) and not exists (select from by_utr) and ${hasName}
      and not exists (select from staking_requests as other
        where other.utr = any(line.utrs) and other.status <> 'R')
      and not ${isSettled}),
  pairs as (select line_id, request_id from paid union select line_id, request_id from by_utr
    union select line_id, request_id from by_name)`;

interface OneRequest {
  requestId: number;
  operating: Operating;
}

/**
 * Null where the statements say nothing about the request: there are none, it is paid in coins, or it was approved
 * before the first one.
 */
export async function linesOfRequest(
  db: Db,
  { requestId, operating }: OneRequest,
): Promise<LinesOfRequest | null> {
  const lastDay = await lastDayOf(db);
  if (lastDay === null) return null;
  const { rows } = await sql<{ day: string }>`
    select day from (${bankRequests} and request.id = ${requestId}) as request`.execute(db);
  if (!rows[0]) return null;
  const pairs = await pairsOf(db, { pairs: pairsOfRequest(requestId) });
  return { lines: pairs.map((pair) => toCompared(pair, operating.operatorId)), lastDay };
}
