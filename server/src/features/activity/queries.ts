import { asFc, minus } from "@fc/contract/units";
import type { ActivitySums, Movement } from "@fc/contract/activity/portal";
import { fcToWire } from "@fc/contract/money";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import { defaultPageSize } from "@fc/contract/table";
import { sql } from "kysely";
import { accountOf, accountSql, walletNamed } from "../../core/ledger/accounts.ts";
import { firstMoved, isMovedCursor, movedPage, type MovedLine } from "../../core/ledger/moved-history.ts";
import { shortName } from "../../core/members/names.ts";
import { teamAndSponsor } from "../../core/network/team.ts";
import { referenceOfEntry } from "../../core/receipts/references.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor } from "../../platform/paging.ts";
import { activityKindOf } from "./kinds.ts";
import { movementPage, movementSums, type ActivityFilter, type MovementRow } from "./movements.ts";

export async function activityPage(
  db: ReadDb,
  filter: ActivityFilter,
  { cursor, size = defaultPageSize }: { cursor?: string | undefined; size?: number | undefined },
): Promise<{ data: Movement[]; next: string | null }> {
  if (isMovedCursor(cursor)) return movedMovements(db, filter, { cursor, size });
  const { rows, next } = await movementPage(db, filter, { cursor, limit: size });
  const people = await peopleOf(db, filter.memberId, rows);
  const data = rows.map((row) => toMovement(row, people.get(row.entry_id)));
  if (next !== undefined) return { data, next };
  // All lines from before the move are older than the ledger's.
  const moved = await movedMovements(db, filter, { cursor: firstMoved, size: size - data.length });
  return { data: [...data, ...moved.data], next: moved.next };
}

/** The lines of the system before are of no kind that is known here. */
async function movedMovements(
  db: ReadDb,
  { kinds, ...filter }: ActivityFilter,
  page: { cursor: string; size: number },
): Promise<{ data: Movement[]; next: string | null }> {
  if (kinds.length > 0) return { data: [], next: null };
  const { data, next } = await movedPage(db, filter, page);
  return { data: data.map(movedMovement), next };
}

function movedMovement({ id, wallet, type, at, amount_fc, message }: MovedLine): Movement {
  return {
    id: `${firstMoved}${id}`,
    at: at.toISOString(),
    kind: null,
    message,
    direction: type === "C" ? "in" : "out",
    amountFc: fcToWire(amount_fc),
    balanceFc: null,
    wallets: [wallet],
    person: null,
    transID: null,
    reference: null,
  };
}

/** Everything that the filter finds, newest first. */
export function allActivity(db: ReadDb, filter: ActivityFilter): AsyncGenerator<Movement> {
  return followCursor((cursor: string | undefined, size) => activityPage(db, filter, { cursor, size }));
}

export async function activitySumsOf(db: ReadDb, filter: ActivityFilter): Promise<ActivitySums> {
  const { count, inFc, outFc } = await movementSums(db, filter);
  return { count, inFc: fcToWire(inFc), outFc: fcToWire(outFc), netFc: fcToWire(minus(inFc, outFc)) };
}

function toMovement(row: MovementRow, person: Movement["person"] = null): Movement {
  const { entry_id: id, kind, key, credited, debited, staked, amount } = row;
  const direction = credited > debited ? "in" : credited < debited ? "out" : "between";
  return {
    id: String(id),
    at: row.effective_at.toISOString(),
    kind: activityKindOf(kind, staked > 0n),
    message: row.message,
    direction,
    amountFc: fcToWire(asFc(amount)),
    balanceFc: fcToWire(asFc(row.balance)),
    wallets: [...new Set(row.account_ids)].map((account) => walletNamed(accountOf(BigInt(account)).account)),
    person,
    transID: direction === "in" && isRewardKind(kind) ? `${id}-${row.line}` : null,
    reference: referenceOfEntry({ id, kind, key }),
  };
}

type People = Map<bigint, NonNullable<Movement["person"]>>;

/** The other member of each movement that has one: by the line's other account, or by the user ID in the message. */
async function peopleOf(db: ReadDb, memberId: number, rows: readonly MovementRow[]): Promise<People> {
  const between = rows.filter(({ kind }) => kind === "transfer" || kind === "stake_from_transfer");
  const bonuses = rows.filter(({ kind }) => kind === "direct_bonus");
  if (between.length + bonuses.length === 0) return new Map();
  const refIds = bonuses.map(({ message }) => message.split("/")[1] ?? "");
  const { rows: found } = await sql<{ entry_id: bigint; id: number; ref_id: string; name: string }>`
    select moved.entry_id, other.id, other.ref_id, other.name
    from unnest(${between.map(({ entry_id }) => entry_id)}::bigint[], ${between.map(({ effective_at }) => effective_at)}::timestamptz[])
      as moved (entry_id, effective_at)
    join ledger_postings posting using (entry_id, effective_at) join members other
      on other.id in (${sql.raw(accountSql.memberId("posting.debit_id"))}, ${sql.raw(accountSql.memberId("posting.credit_id"))})
    where other.id <> ${memberId}
    union all
    select bonus.entry_id, other.id, other.ref_id, other.name
    from unnest(${bonuses.map(({ entry_id }) => entry_id)}::bigint[], ${refIds}::text[]) as bonus (entry_id, ref_id)
    join members other on other.ref_id = bonus.ref_id`.execute(db);
  const close = await closePeople(
    db,
    memberId,
    found.map(({ id }) => id),
  );
  return new Map(
    found.map(({ entry_id, id, ref_id, name }) => [
      entry_id,
      { refId: ref_id, name: close.has(id) ? name : shortName(name) },
    ]),
  );
}

/** Of these members those whose whole name the member may read. */
async function closePeople(db: ReadDb, memberId: number, ids: readonly number[]): Promise<Set<number>> {
  const given = sql`select distinct id from unnest(${ids}::int[]) as given (id)`;
  const { rows } = await sql<{ id: number }>`${teamAndSponsor(memberId, given)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
