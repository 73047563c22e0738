import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sure } from "@fc/contract/sure";
import pg from "pg";
import { tablesOf } from "../server/src/core/backup/catalogue.ts";
import { checkFolder, type CheckedFolder } from "../server/src/core/moving/check.ts";
import { importCompany } from "../server/src/core/moving/import.ts";
import { reportOf } from "../server/src/core/moving/report.ts";
import { confirmPlanVersion } from "../server/src/core/plan/versions.ts";
import { addPrice } from "../server/src/core/prices/prices.ts";
import { readCsv } from "../server/src/platform/csv-reader.ts";
import { atomically, type Tx } from "../server/src/platform/db.ts";
import { folderStore } from "../server/src/platform/files/folder-store.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster, type Database } from "../server/src/testing/cluster.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const cutDay = "2026-01-31";
const now = new Date("2026-02-01T06:00:00Z");
const historyLines = 10;
const email = "asha@example.com";
const secretKey = secretKeyFrom("a key of thirty-two characters ok");

/** A company moves in: the check beside reading its files, and the import beside a COPY of the same rows. */
export async function run({ members, durable }: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fc-portal-import-"));
  // PostgreSQL's own user writes the rows that are copied back.
  await chmod(folder, 0o777);
  try {
    const company = join(folder, "company");
    await mkdir(company);
    const written = await timeMs(() => writeElsewhere(company, members));
    const size = members.toLocaleString("en-US");
    say(
      `${size} members with ${historyLines} lines of history each, written in ${(written / 1000).toFixed(0)} s`,
    );
    const checked = await measureCheck(company, members);
    await withCluster(durable, async (cluster) => {
      const database = await cluster.create("moved");
      await measureImport({ database, checked, company, folder }, members);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In a process of its own, because the memory of this one is measured. */
async function writeElsewhere(folder: string, members: number): Promise<void> {
  const from = new URL("../server/seeds/company.ts", import.meta.url).href;
  const size = JSON.stringify({ members, cutDay, historyLines });
  const script = `import { writeCompany } from ${JSON.stringify(from)}; await writeCompany(${JSON.stringify(folder)}, ${size});`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
}

async function measureCheck(company: string, members: number): Promise<CheckedFolder> {
  const parsed = await timeMs(() => parse(company));
  let checked: CheckedFolder | undefined;
  const took = await timeMs(async () => {
    checked = await checkFolder(company, { now, ignoresUnknownColumns: false });
  });
  const done = sure(checked);
  const { isGood, lines } = reportOf(done, { accepted: [], goesOn: false });
  if (!isGood) throw new Error(`The company is not good:\n${lines.join("\n")}`);
  report({
    name: "the check of a company, beside reading and parsing its files",
    unit: "ms",
    ours: took,
    peer: parsed,
    promise: atFullSize(members, { ratioAtMost: 3 }),
  });
  return done;
}

async function parse(company: string): Promise<void> {
  for (const name of await readdir(company)) {
    let cells = 0;
    for await (const { records } of readCsv(join(company, name))) {
      for (const record of records) cells += record.cells.length;
    }
    if (cells === 0) throw new Error(`${name} is empty`);
  }
}

interface ImportOf {
  database: Database;
  checked: CheckedFolder;
  company: string;
  folder: string;
}

async function measureImport(
  { database, checked, company, folder }: ImportOf,
  members: number,
): Promise<void> {
  const { ownerUrl } = database;
  const { db, close } = database.connect(1);
  await atomically(db, prepare, undefined);
  await close();
  const took = await timeMs(() =>
    importCompany({
      ownerUrl,
      folder: company,
      ignoresUnknownColumns: false,
      checked,
      cutDay,
      email,
      now,
      files: folderStore(join(folder, "files")),
      secretKey,
      chainId: 56,
    }),
  );
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const copied = await copyOfAll(ownerUrl, folder);
  report({
    name: "the import of a company, beside a bare COPY of the same rows",
    unit: "ms",
    ours: took,
    peer: copied,
    promise: atFullSize(members, { ratioAtMost: 6 }),
  });
  report({
    name: "the memory of check and import at most",
    unit: "MB",
    ours: peakMb,
    peer: null,
    promise: atFullSize(members, { limit: 1024 }),
  });
}

/** What is there before a company moves in: an admin, a price and a plan. */
async function prepare(tx: Tx): Promise<void> {
  const before = new Date("2026-01-01T00:00:00Z");
  await tx
    .insertInto("operators")
    .values({ email, name: "Asha Rao", role: "admin", created_at: before })
    .execute();
  await addPrice(tx, {
    fcFor15Usd: 15_000_000_000n,
    inrPerUsd: 845_000n,
    effectiveFrom: before,
    now: before,
  });
  await confirmPlanVersion(tx, { version: 1, by: null, now: before });
}

/** The time in which PostgreSQL itself reads all rows of the import into tables without an index or a rule. */
async function copyOfAll(ownerUrl: string, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("create schema bare");
    const tables = await tablesOf(client);
    const copies: string[] = [];
    for (const { name, columns } of tables) {
      const listed = columns.map((column) => `"${column}"`).join(", ");
      const file = join(folder, name);
      const { rowCount } = await client.query(`copy (select ${listed} from public."${name}") to '${file}'`);
      if (rowCount === 0) continue;
      await client.query(`create table bare."${name}" as select ${listed} from public."${name}" limit 0`);
      copies.push(`copy bare."${name}" (${listed}) from '${file}'`);
    }
    return await timeMs(async () => {
      await client.query("begin");
      for (const copy of copies) await client.query(copy);
      await client.query("commit");
    });
  } finally {
    await client.end();
  }
}
