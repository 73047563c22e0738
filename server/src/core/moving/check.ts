import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { BalancesCheck, HistoryCheck } from "./check-balances.ts";
import { BusinessCheck } from "./check-business.ts";
import { AddressesCheck, IdentityCheck } from "./check-details.ts";
import { ExpectedCheck } from "./check-expected.ts";
import { MembersCheck } from "./check-members.ts";
import { StakingRequestsCheck, WithdrawalsCheck } from "./check-requests.ts";
import type { RowCheck } from "./check-rows.ts";
import { HouseCheck, LifetimesCheck, TaxYearsCheck } from "./check-so-far.ts";
import { StakesCheck } from "./check-stakes.ts";
import { TotalsCheck, type ComparedTotal } from "./check-totals.ts";
import { checkTrees } from "./check-tree.ts";
import { Company } from "./company.ts";
import { Findings, type FoundOfKind } from "./findings.ts";
import type { RecomputedNetwork } from "../network/recompute.ts";
import { columnsOf, fileNames, picturesFolder, type FileKind } from "./format.ts";
import { readRows, type Reading } from "./read-rows.ts";

export interface CheckedFolder {
  /** What the import goes on with. */
  company: Company;
  network: RecomputedNetwork;
  /** How many lines each file has, without its header. */
  files: { file: string; lines: number }[];
  found: FoundOfKind[];
  totals: ComparedTotal[];
}

/** Reads all files of a folder and says everything that is wrong with them at once. It writes nothing. */
export async function checkFolder(
  folder: string,
  { now, ignoresUnknownColumns }: { now: Date; ignoresUnknownColumns: boolean },
): Promise<CheckedFolder> {
  const findings = new Findings();
  const reading: Reading = { folder, now, findings, ignoresUnknownColumns };
  const company = new Company(reading);
  const names = new Set(await readdir(folder));
  const files: CheckedFolder["files"] = [];
  const read = async (kind: FileKind, check: RowCheck) => {
    if (!names.has(fileNames[kind])) return;
    files.push({ file: fileNames[kind], lines: await readFile(kind, check, reading) });
  };

  nameUnknownFiles(names, findings);
  await read("members", new MembersCheck(company));
  await read("stakes", new StakesCheck(company));
  const network = checkTrees(company);
  await read("balances", new BalancesCheck(company));
  await read("addresses", new AddressesCheck(company));
  const pictures = await picturesIn(folder, names);
  await read("bank", new IdentityCheck(company, "bank", pictures));
  await read("pan", new IdentityCheck(company, "pan", pictures));
  await read("stakingRequests", new StakingRequestsCheck(company, pictures));
  await read("withdrawals", new WithdrawalsCheck(company));
  const business = new BusinessCheck(company, network);
  await read("business", business);
  if (!names.has(fileNames.business)) business.end();
  await read("lifetimes", new LifetimesCheck(company));
  await read("taxYears", new TaxYearsCheck(company));
  await read("house", new HouseCheck(company));
  await read("history", new HistoryCheck(company));
  await read("expected", new ExpectedCheck(company));
  const totals = new TotalsCheck(company, network);
  await read("totals", totals);
  const hasTotals = names.has(fileNames.totals);
  if (!hasTotals) findings.addFor(fileNames.totals, "no-totals");
  const compared = totals.compared({ hasFile: hasTotals });
  return { company, network, files, found: findings.all(), totals: compared };
}

async function readFile(kind: FileKind, check: RowCheck, reading: Reading): Promise<number> {
  const file = fileNames[kind];
  try {
    const lines = await readRows(file, Object.values(columnsOf[kind]), reading, (row) => check.check(row));
    check.end?.();
    return lines;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    reading.findings.addFor(file, "unreadable-file", error.message);
    return 0;
  }
}

function nameUnknownFiles(names: ReadonlySet<string>, findings: Findings): void {
  const known = new Set<string>(Object.values(fileNames));
  for (const name of names) {
    if (name.toLowerCase().endsWith(".csv") && !known.has(name)) findings.addFor(name, "unknown-file");
  }
}

/** Read at once: to ask for each of a million pictures takes longer than to read their names. */
async function picturesIn(folder: string, names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  return new Set(names.has(picturesFolder) ? await readdir(join(folder, picturesFolder)) : []);
}
