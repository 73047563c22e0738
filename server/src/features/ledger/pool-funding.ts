import { type Fc, asFc, noFc } from "@fc/contract/units";
import type { FundingSource, PoolFunding, poolFundings } from "@fc/contract/ledger/console";
import type { RequestStatus } from "@fc/contract/request-states";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire, fcUnitsPerCoin } from "@fc/contract/money";
import { operatorRights } from "@fc/contract/operator-access";
import type { QueryOf } from "@fc/contract/route";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { houseBalances } from "../../core/ledger/house.ts";
import { post } from "../../core/ledger/post.ts";
import { poolFunded } from "../../core/ledger/posting.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { countedSince } from "../../core/operators/second-person.ts";
import { operatorWith } from "../../core/proposals/two-people.ts";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { readPage } from "../../platform/paging.ts";

export async function fundingsPage(db: Db, query: QueryOf<typeof poolFundings>) {
  const { twoOperatorsFromFc } = await businessSetting(db, "pool");
  const page = await readPage(query, {
    rows: db
      .selectFrom("pool_fundings as funding")
      .innerJoin("operators as proposer", "proposer.id", "funding.proposed_by")
      .leftJoin("operators as decider", "decider.id", "funding.decided_by")
      .selectAll("funding")
      .select(["proposer.name as proposer", "decider.name as decider"])
      // What waits comes first.
      .orderBy(sql`funding.status = 'P'`, "desc")
      .orderBy("funding.id", query.order ?? "desc"),
    matching: db.selectFrom("pool_fundings"),
    show: (row): PoolFunding => ({
      id: row.id,
      amount: fcToWire(row.amount_fc),
      source: row.source,
      note: row.note,
      status: row.status,
      proposedBy: { id: row.proposed_by, name: row.proposer },
      proposedAt: row.proposed_at.toISOString(),
      decidedBy: row.decider,
      decidedAt: row.decided_at?.toISOString() ?? null,
      reason: row.reason,
      entryId: row.entry_id === null ? null : Number(row.entry_id),
    }),
  });
  return { ...page, twoOperatorsFrom: twoOperatorsFromFc };
}

interface Proposal {
  /** Made by the browser, so that a proposal that is sent twice is stored once. */
  key: string;
  amountFc: Fc;
  source: FundingSource;
  note: string;
  operating: Operating;
}

/** Posted at once, unless the amount takes two operators: then it waits for another one. */
export async function proposeFunding(
  tx: Tx,
  { key, amountFc, source, note, operating }: Proposal,
): Promise<{ id: number; status: RequestStatus }> {
  const { operatorId, now } = operating;
  await sql`select pg_advisory_xact_lock(${advisoryLocks.poolFunding})`.execute(tx);
  const { twoOperatorsFromFc } = await businessSetting(tx, "pool");
  const aloneFc = amountFc + (await fundedAlone(tx, operating));
  const needsSecond = aloneFc >= BigInt(twoOperatorsFromFc) * fcUnitsPerCoin;
  const made = await tx
    .insertInto("pool_fundings")
    .values({
      key: `${operatorId}/${key}`,
      amount_fc: amountFc,
      source,
      note,
      proposed_by: operatorId,
      proposed_at: now,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return sameAsBefore(tx, { key: `${operatorId}/${key}`, amountFc, source, note });
  const details = { funding: made.id, amount: fcText(amountFc), source, note };
  await logAction(tx, { ...operating, action: "pool/propose", details });
  if (needsSecond) {
    await checkSource(tx, { amountFc, source });
    return { id: made.id, status: "P" };
  }
  await fund(tx, { id: made.id, operating });
  return { id: made.id, status: "A" };
}

/** What the operator funded alone within twenty-four hours, so that a large amount cannot be split into small ones. */
async function fundedAlone(tx: Tx, { operatorId, now }: Operating): Promise<bigint> {
  const { sum } = await tx
    .selectFrom("pool_fundings")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("sum"))
    .where("status", "=", "A")
    .where("proposed_by", "=", operatorId)
    .where("decided_by", "=", operatorId)
    .where("decided_at", ">=", countedSince(now))
    .executeTakeFirstOrThrow();
  return sum;
}

async function sameAsBefore(
  tx: Tx,
  { key, amountFc, source, note }: Pick<Proposal, "key" | "amountFc" | "source" | "note">,
) {
  const before = await tx
    .selectFrom("pool_fundings")
    .select(["id", "status", "amount_fc", "source", "note"])
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const isSame = before.amount_fc === amountFc && before.source === source && before.note === note;
  if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
  return { id: before.id, status: before.status };
}

/** Confirmed by a second operator, never by the one who proposed it. */
export async function confirmFunding(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const proposed = await tx
    .selectFrom("pool_fundings")
    .select("proposed_by")
    .where("id", "=", id)
    .where("status", "=", "P")
    .executeTakeFirst();
  if (proposed?.proposed_by === operating.operatorId) throw new AppError("SECOND_OPERATOR_NEEDED");
  if (proposed && !(await operatorWith(tx, proposed.proposed_by, operatorRights.keepBooks))) {
    throw new AppError("PROPOSER_GONE");
  }
  await fund(tx, { id, operating });
  await logAction(tx, { ...operating, action: "pool/confirm", details: { funding: id } });
}

export async function rejectFunding(
  tx: Tx,
  { id, reason, operating }: { id: number; reason: string; operating: Operating },
): Promise<void> {
  const rejected = await tx
    .updateTable("pool_fundings")
    .set({ status: "R", decided_by: operating.operatorId, decided_at: operating.now, reason })
    .where("id", "=", id)
    .where("status", "=", "P")
    .returning("id")
    .executeTakeFirst();
  if (!rejected) throw await whyNot(tx, id);
  await logAction(tx, { ...operating, action: "pool/reject", details: { funding: id, reason } });
}

async function fund(tx: Tx, { id, operating }: { id: number; operating: Operating }): Promise<void> {
  const { operatorId, now } = operating;
  await sql`select pg_advisory_xact_lock(${advisoryLocks.poolFunding})`.execute(tx);
  const funding = await tx
    .selectFrom("pool_fundings")
    .select(["amount_fc as amountFc", "source"])
    .where("id", "=", id)
    .where("status", "=", "P")
    .forUpdate()
    .executeTakeFirst();
  if (!funding) throw await whyNot(tx, id);
  await checkSource(tx, funding);
  const entryId = await post(tx, poolFunded({ key: `pool/${id}`, effectiveAt: now, ...funding }));
  await tx
    .updateTable("pool_fundings")
    .set({ status: "A", decided_by: operatorId, decided_at: now, entry_id: entryId })
    .where("id", "=", id)
    .execute();
}

/** The treasury has no limit; the other sources pay at most what they hold. */
async function checkSource(
  tx: Tx,
  { amountFc, source }: { amountFc: Fc; source: FundingSource },
): Promise<void> {
  if (source === "treasury") return;
  const holdsFc = asFc((await houseBalances(tx))[source]);
  if (holdsFc < amountFc) {
    throw new AppError("BAD_REQUEST", {
      fields: { amount: `This account holds ${fcText(holdsFc > 0n ? holdsFc : noFc)}` },
    });
  }
}

async function whyNot(tx: Tx, id: number): Promise<AppError> {
  const known = await tx
    .selectFrom("pool_fundings")
    .leftJoin("operators", "operators.id", "decided_by")
    .select(["operators.name as by", "decided_at as at"])
    .where("pool_fundings.id", "=", id)
    .executeTakeFirst();
  return known ? decidedAlready(known) : new AppError("NOT_FOUND");
}
