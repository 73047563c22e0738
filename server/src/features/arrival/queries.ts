import type { UsdCents } from "@fc/contract/units";
import { arrivalReport, type arrival, type SampledMember } from "@fc/contract/arrival/console";
import type { ResponseOf } from "@fc/contract/route";
import { recordOf } from "@fc/contract/sure";
import { wallets } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import * as z from "zod/mini";
import { memberAccount } from "../../core/ledger/accounts.ts";
import { exactOfCents, exactOfFc, exactText } from "../../core/moving/exact-amount.ts";
import { problemOf } from "../../core/proposals/proposals.ts";
import type { Db } from "../../platform/db.ts";
import { openingAct } from "./opening.ts";

/** The company that moved in, as the one who opens it looks at it; null where none did. */
export async function arrivalOf(db: Db, now: Date): Promise<ResponseOf<typeof arrival>["data"]> {
  const row = await db
    .selectFrom("arrivals")
    .innerJoin("operators", "operators.id", "imported_by")
    .select(["folder", "cut_day", "operators.name as importer", "imported_at", "report", "opened_at"])
    .executeTakeFirst();
  if (!row) return null;
  const proposal = await db
    .selectFrom("proposals")
    .leftJoin("operators", "operators.id", "decided_by")
    .selectAll("proposals")
    .select("operators.name as decider")
    .where("kind", "=", "arrival")
    .executeTakeFirstOrThrow();
  const { status } = proposal;
  const problem = status === "P" ? await problemOf(db, openingAct, { proposal, now }) : undefined;
  const { sample, ...report } = z.parse(arrivalReport, row.report);
  return {
    folder: row.folder,
    cutDay: row.cut_day,
    importedBy: row.importer,
    importedAt: row.imported_at.toISOString(),
    // Of an open company the figures move on, and differ from the files for good reasons.
    report: { ...report, sample: status === "A" ? [] : await besideNow(db, sample) },
    status,
    proposalId: proposal.id,
    problem: problem?.message ?? null,
    decidedBy: proposal.decider,
    decidedAt: proposal.decided_at?.toISOString() ?? null,
    refusal: proposal.refusal,
  };
}

async function besideNow(db: Db, sample: { refId: string; old: SampledMember }[]) {
  const now = await membersNow(
    db,
    sample.map(({ refId }) => refId),
  );
  return sample.flatMap(({ refId, old }) => {
    const found = now.get(refId);
    return found === undefined ? [] : [{ refId, old, ...found }];
  });
}

interface MemberNow {
  name: string;
  now: SampledMember;
}

async function membersNow(db: Db, refIds: readonly string[]): Promise<Map<string, MemberNow>> {
  const rows = await db
    .selectFrom("members as member")
    .innerJoin("placements as place", "place.member_id", "member.id")
    .leftJoin("members as sponsor", "sponsor.id", "place.sponsor_id")
    .leftJoin("members as parent", "parent.id", "place.parent_id")
    .select(["member.id", "member.ref_id", "member.name", "place.side"])
    .select(["sponsor.ref_id as sponsor", "parent.ref_id as parent"])
    .select(({ selectFrom }) => [
      selectFrom("moved_stakes")
        .select(sql<number>`count(*) filter (where ended_at is null)::int`.as("count"))
        .whereRef("moved_stakes.member_id", "=", "member.id")
        .as("running"),
      selectFrom("moved_stakes")
        .select(sql<UsdCents>`coalesce(sum(principal_usd_cents), 0)::bigint`.as("sum"))
        .whereRef("moved_stakes.member_id", "=", "member.id")
        .where((eb) => eb.or([eb("end_reason", "is", null), eb("end_reason", "!=", "undone")]))
        .as("business"),
    ])
    .where("member.ref_id", "in", refIds)
    .execute();
  const balances = await balancesOf(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, ref_id, name, sponsor, parent, side, running, business }) => [
      ref_id,
      {
        name,
        now: {
          sponsor,
          parent,
          side,
          wallets: recordOf(wallets, (wallet) =>
            exactText(exactOfFc(balances.get(memberAccount(id, wallet)) ?? 0n)),
          ),
          runningStakes: running ?? 0,
          business: exactText(exactOfCents(business ?? 0n)),
        },
      },
    ]),
  );
}

async function balancesOf(db: Db, memberIds: readonly number[]): Promise<Map<bigint, bigint>> {
  const ids = memberIds.flatMap((id) => wallets.map((wallet) => memberAccount(id, wallet)));
  const rows = await db
    .selectFrom("ledger_accounts")
    .select(["id", "balance"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}
