import type { ArrivalReport, SampledMember } from "@fc/contract/arrival/console";
import { byWallet } from "@fc/contract/wallet/kinds";
import { randomInt } from "node:crypto";
import type pg from "pg";
import { after, day } from "../../platform/clock.ts";
import type { CheckedFolder } from "./check.ts";
import type { Company } from "./company.ts";
import { exactOfCents, exactText } from "./exact-amount.ts";
import { findingKind } from "./finding-kinds.ts";

/** So many members are shown beside what the files say of them. */
export const sampleSize = 20;
/** A rehearsal may stand for weeks. Whoever opens it a year later opens what nobody remembers. */
const openDays = 365;

interface Imported {
  folder: string;
  cutDay: string;
  operatorId: number;
  checked: CheckedFolder;
  now: Date;
}

/** The company waits for a second admin, from the commit on that brings its members. */
export async function proposeOpening(
  client: pg.Client,
  { folder, cutDay, operatorId, checked, now }: Imported,
): Promise<void> {
  await client.query(
    `insert into arrivals (folder, cut_day, imported_by, imported_at, report) values ($1, $2, $3, $4, $5)`,
    [folder, cutDay, operatorId, now, JSON.stringify(reportOf(checked))],
  );
  await client.query(
    `insert into proposals (kind, subject, change, before, title, lines, reason, proposed_by, proposed_at, expires_at)
     values ('arrival', 'arrival', '{}', $1, $2, $3, 'Imported', $4, $5, $6)`,
    [
      JSON.stringify({ importedAt: now.toISOString() }),
      openingTitle,
      JSON.stringify(openingLines({ folder, cutDay })),
      operatorId,
      now,
      after(now, openDays * day),
    ],
  );
}

export const openingTitle = "Open the company that moved in";

export const openingLines = ({ folder, cutDay }: { folder: string; cutDay: string }) => [
  { label: "Folder", from: "–", to: folder },
  { label: "As of", from: "–", to: cutDay },
  { label: "For members", from: "closed", to: "open" },
];

function reportOf({ company, files, totals, found }: CheckedFolder): ArrivalReport {
  return {
    files,
    totals: totals.map(({ total, userId, ours, stated, cut }) => ({
      total,
      userId: userId ?? null,
      ours: exactText(ours),
      stated: stated === undefined ? null : exactText(stated),
      cut: exactText(cut),
    })),
    accepted: found.map(({ kind, count, sum }) => {
      const { found: what, sums } = findingKind(kind);
      return { kind, found: what, count, sum: sums === undefined ? null : `${exactText(sum)} ${sums}` };
    }),
    sample: sampleOf(company),
  };
}

/** Random members, so that nobody can prepare those that are looked at. */
function sampleOf(company: Company): ArrivalReport["sample"] {
  const { line } = company;
  const chosen = new Set<number>();
  const wanted = Math.min(sampleSize, line.length);
  while (chosen.size < wanted) chosen.add(randomInt(line.length));
  return Array.from(chosen, (number) => ({
    refId: company.refIds[number] ?? "",
    old: memberIn(company, number),
  })).toSorted((one, other) => one.refId.localeCompare(other.refId));
}

function memberIn(company: Company, number: number): SampledMember {
  const refIdOf = (other: number | undefined) => company.refIds[other ?? -1] ?? null;
  return {
    sponsor: refIdOf(company.sponsor[number]),
    parent: refIdOf(company.parent[number]),
    side: company.side[number] ?? null,
    wallets: byWallet((wallet) => exactText(company.balances[wallet][number] ?? 0n)),
    runningStakes: company.runningStakes[number] ?? 0,
    business: exactText(exactOfCents(company.businessUsdCents[number] ?? 0n)),
  };
}
