import type { consoleMembers, FoundMember, MemberFigures } from "@fc/contract/members/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { byWallet } from "@fc/contract/wallet/kinds";
import { asUsdCents, noUsdCents } from "@fc/contract/units";
import { sql } from "kysely";
import { balancesOfEach } from "../../core/ledger/statement.ts";
import { fitsFilter } from "../../core/members/filter.ts";
import { plannedAnew, type ReadDb } from "../../platform/db.ts";

/** Newest first unless turned round. A page goes on where the last one ended, so the hundredth costs what the first does. */
export async function memberSearch(
  db: ReadDb,
  {
    cursor,
    size = defaultPageSize,
    sort: _sort,
    order = "desc",
    figures: withFigures,
    ...filter
  }: QueryOf<typeof consoleMembers>,
): Promise<{ data: FoundMember[]; next: string | null }> {
  const rows = await plannedAnew(db, async (tx) => {
    let found = tx
      .selectFrom("members as member")
      .select(["member.id", "member.ref_id as refId", "member.name", "member.email", "member.phone"])
      .select(["member.status", "member.joined_at"])
      .where(fitsFilter(filter))
      .orderBy("member.id", order)
      .limit(size + 1);
    if (cursor !== undefined) found = found.where("member.id", order === "desc" ? "<" : ">", idIn(cursor));
    return found.execute();
  });
  const page = rows.slice(0, size);
  const figures = withFigures ? await figuresOf(db, page) : undefined;
  const data = page.map(({ joined_at, ...row }) => ({
    ...row,
    joinedAt: joined_at.toISOString(),
    figures: figures?.get(row.id),
  }));
  return { data, next: rows.length > size ? String(data.at(-1)?.id) : null };
}

/** Of the members of one page, by indexes: the list is as fast with these columns, however many members there are. */
async function figuresOf(
  db: ReadDb,
  members: readonly { id: number }[],
): Promise<ReadonlyMap<number, MemberFigures>> {
  const ids = members.map(({ id }) => id);
  const [balances, stakes] = await Promise.all([
    balancesOfEach(db, ids),
    db
      .selectFrom("stakes")
      .select((eb) => ["member_id", eb.fn.sum<string>("principal_usd_cents").as("usd_cents")])
      .where("member_id", "=", sql<number>`any (${ids}::int[])`)
      .where("ended_at", "is", null)
      .groupBy("member_id")
      .execute(),
  ]);
  const running = new Map(
    stakes.map(({ member_id, usd_cents }) => [member_id, asUsdCents(BigInt(usd_cents))]),
  );
  return new Map(
    [...balances].map(([id, held]) => [
      id,
      {
        ...byWallet((wallet) => fcToWire(held[wallet])),
        heldFc: fcToWire(held.withdraw_pending),
        lockedFc: fcToWire(held.staked),
        runningUsd: usdCentsToWire(running.get(id) ?? noUsdCents),
      },
    ]),
  );
}

/** A cursor comes back from a client: one that we did not make finds nothing. */
function idIn(cursor: string): number {
  return /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
}
