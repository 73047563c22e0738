import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { checkFolder } from "../src/core/moving/check.ts";
import { importCompany } from "../src/core/moving/import.ts";
import { reportOf } from "../src/core/moving/report.ts";
import { confirmProposal } from "../src/core/proposals/proposals.ts";
import { openingAct } from "../src/features/arrival/opening.ts";
import { measureNetResults } from "../src/features/transparency/measure.ts";
import { after, day } from "../src/platform/clock.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { writeCompany } from "./company.ts";
import { seedDemoClosingsSince } from "./demo-closings.ts";
import { demoLogins, demoOperator, secondDemoOperator } from "./demo-logins.ts";
import { seedDemoBusiness, seedWaitingWithdrawal } from "./demo-money.ts";
import { seedDemoRecords } from "./demo-records.ts";
import { seedDemoStake } from "./demo-stakes.ts";

/** How long ago the other system closed its last day. The days since then are closed here. */
const movedInDaysAgo = 4;
const historyLines = 6;
/** No chain is named, because no request of the company names a transaction. */
const chainId = 56;

interface DemoCompany {
  ownerUrl: string;
  members: number;
  passwordHash: string;
  now: Date;
}

/** A demo of any size: a company of so many members moves in as a real one does, and goes on here. */
export async function seedDemoCompany(
  deps: Deps,
  { ownerUrl, members, passwordHash, now }: DemoCompany,
): Promise<void> {
  const { db } = deps;
  const cutDay = daysAfter(indiaDayOf(now), -movedInDaysAgo);
  await moveIn(deps, { ownerUrl, members, cutDay, now });
  await atomically(db, open, { publicUrl: deps.publicUrl, now });
  await atomically(db, seedDemoBusiness, { now });
  await atomically(db, letLoginsIn, { passwordHash });
  await seedDemoClosingsSince(db, { cutDay, members, now });
  await seedDemoRecords(deps, { now });
  await seedWaitingWithdrawal(deps, { now });
  await atomically(db, measureNetResults, { now });
  const { id: memberId, refId } = await db
    .selectFrom("members")
    .select(["id", "ref_id as refId"])
    .where("ref_id", "=", demoLogins[0].refId)
    .executeTakeFirstOrThrow();
  const request = { memberId, refId, amountUsd: 150, requestedAt: after(now, -day / 4) };
  await seedDemoStake(deps, request, "leave");
}

interface MovingIn {
  ownerUrl: string;
  members: number;
  cutDay: string;
  now: Date;
}

async function moveIn(
  { files, secretKey }: Deps,
  { ownerUrl, members, cutDay, now }: MovingIn,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fc-portal-demo-"));
  try {
    await writeCompany(folder, { members, cutDay, historyLines });
    const ignoresUnknownColumns = false;
    const checked = await checkFolder(folder, { now, ignoresUnknownColumns });
    const { isGood, lines } = reportOf(checked, { accepted: [], goesOn: true });
    if (!isGood) throw new Error(`The company of the demo is not good:\n${lines.join("\n")}`);
    const { email } = demoOperator;
    const stores = { files, secretKey, chainId };
    await importCompany({
      ownerUrl,
      folder,
      ignoresUnknownColumns,
      checked,
      cutDay,
      email,
      now,
      ...stores,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** By the second operator, because the first one answers for the import. */
async function open(tx: Tx, { publicUrl, now }: { publicUrl: string; now: Date }): Promise<void> {
  const { id } = await tx
    .selectFrom("proposals")
    .select("id")
    .where("kind", "=", openingAct.kind)
    .executeTakeFirstOrThrow();
  const { id: operatorId } = await tx
    .selectFrom("operators")
    .select("id")
    .where("email", "=", secondDemoOperator.email)
    .executeTakeFirstOrThrow();
  const acts = new Map([[openingAct.kind, openingAct]]);
  await confirmProposal(tx, { id, acts, operating: { operatorId, ip: "192.0.2.11", now }, publicUrl });
}

async function letLoginsIn(tx: Tx, { passwordHash }: { passwordHash: string }): Promise<void> {
  await tx
    .updateTable("members")
    .set({ password_hash: passwordHash })
    .where(
      "ref_id",
      "in",
      demoLogins.map(({ refId }) => refId),
    )
    .execute();
}
