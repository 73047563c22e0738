import { momentsOf } from "@fc/contract/period";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { containing } from "../../platform/like.ts";
import { followCursor } from "../../platform/paging.ts";

/**
 * The lines of the system from which a member moved in. They are no part of the ledger: the opening entry has what
 * they came to, so no balance, sum or tax counts them.
 */

interface MovedScope {
  memberId: number;
  wallets: readonly Wallet[];
  /** India's days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Of the message or the other system's number. */
  search?: string | undefined;
}

const cursorForm = /^moved:(\d{0,18})$/;

/** Before the first of these lines, where the ledger's lines end. */
export const firstMoved = "moved:";

export const isMovedCursor = (cursor: string | undefined): cursor is string =>
  cursor !== undefined && cursorForm.test(cursor);

/** Newest first, as the pages of a report are. */
export async function movedPage(
  db: ReadDb,
  scope: MovedScope,
  { cursor, size }: { cursor: string; size: number },
): Promise<{ data: MovedLine[]; next: string | null }> {
  const behind = cursorForm.exec(cursor)?.[1] ?? "";
  const found = await movedLines(db, scope, { behind, order: "desc", limit: size + 1 });
  const data = found.slice(0, size);
  return { data, next: found.length > size ? `${firstMoved}${data.at(-1)?.id ?? ""}` : null };
}

/** The oldest first, as the lines of a statement are. */
export function movedForward(db: ReadDb, scope: MovedScope): AsyncGenerator<MovedLine> {
  return followCursor(async (behind: string | undefined, limit) => {
    const data = await movedLines(db, scope, { behind: behind ?? "", order: "asc", limit });
    return { data, next: data.length < limit ? undefined : data.at(-1)?.id };
  });
}

export type MovedLine = Awaited<ReturnType<typeof movedLines>>[number];

interface MovedPart {
  /** The id of the line before; empty for the first ones. */
  behind: string;
  order: "asc" | "desc";
  limit: number;
}

function movedLines(
  db: ReadDb,
  { memberId, wallets, search = "", ...period }: MovedScope,
  { behind, order, limit }: MovedPart,
) {
  const { from, to } = momentsOf(period);
  const sign = sql.raw(order === "asc" ? ">" : "<");
  // By the database's own moment: a Date would lose its microseconds, and with them the place.
  const place = sql`(select at, id from moved_history where member_id = ${memberId} and id = ${behind}::bigint)`;
  return db
    .selectFrom("moved_history")
    .select(["wallet", "type", "at", "amount_fc", "message", "trans_id"])
    .select(sql<string>`id::text`.as("id"))
    .where("member_id", "=", memberId)
    .where(sql<boolean>`wallet = any (${wallets}::text[])`)
    .where("at", ">=", from ?? new Date(0))
    .where("at", "<", to ?? new Date(8.64e15))
    .$if(search !== "", (rows) =>
      rows.where(
        sql<boolean>`(replace(message, '_', ' ') ilike ${containing(search)} or trans_id ilike ${containing(search)})`,
      ),
    )
    .$if(behind !== "", (rows) => rows.where(sql<boolean>`(at, moved_history.id) ${sign} ${place}`))
    .orderBy("at", order)
    .orderBy("moved_history.id", order)
    .limit(limit)
    .execute();
}
