import { asFc } from "@fc/contract/units";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fcFromText } from "@fc/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoOperator } from "../../seeds/demo-logins.ts";
import { seedDemo } from "../../seeds/demo.ts";
import { runHere } from "../testing/commands.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  await seedDemo(app.deps, app.databaseUrl);
  folder = await temporaryFolder();
});
afterAll(() => app.stop());

const run = (name: string, ...args: string[]) =>
  runHere(exportCommand, ["--to", join(folder, name), "--for", demoOperator.email, ...args], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dirname(app.deps.anchorsDir),
    SECRET_KEY: app.deps.secretKey.text,
  });
const check = (name: string, ...args: string[]) =>
  runHere(importCommand, ["--from", join(folder, name), "--check", ...args], {});
const text = (name: string, file: string) => readFile(join(folder, name, file), "utf8");

/** The cells of a file by the names of its columns. */
async function rowsOf(name: string, file: string) {
  const [header = [], ...rows] = (await text(name, file))
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at] ?? ""])));
}

test("the check finds nothing wrong with an export, and its sums are those of the records", async () => {
  await app.db
    .insertInto("deductions")
    .values({ member_id: 3, amount_fc: asFc(125_000n), reason: "A loan", created_at: app.time.now })
    .execute();
  const made = await run("with-secrets", "--with-secrets");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  // The two houses of the demo are roots of their own.
  const { code, stdout } = await check("with-secrets", "--accept", "several-roots:2");
  expect(stdout).toContain("members.csv: 322 lines\n");
  expect(stdout).toMatch(/^staking +\d{5}\S+ +\d{5}\S+ +0$/m);
  expect(stdout).toMatch(/^deduction +12\.5 +12\.5 +0$/m);
  expect(stdout).toContain("Everything fits.");
  expect(code).toBe(0);
});

test("what was paid for the stakes is what the closings paid as return on staking", async () => {
  const stakes = await rowsOf("with-secrets", "stakes.csv");
  const paid = stakes.reduce((sum, { paid_fc = "" }) => sum + (fcFromText(paid_fc) ?? 0n), 0n);
  const { returned } = await app.db
    .selectFrom("ledger_postings")
    .innerJoin("ledger_entries as entry", "entry.id", "entry_id")
    .select((eb) => eb.fn.sum<string>("amount").as("returned"))
    .where("entry.kind", "=", "ros")
    .executeTakeFirstOrThrow();
  expect(paid).toBe(BigInt(returned));
  expect(stakes.some(({ earned_fc, paid_fc }) => earned_fc !== paid_fc)).toBe(true);
});

test("with secrets a member's PAN, account and pictures are in it, and nothing of them without", async () => {
  const [pan] = await rowsOf("with-secrets", "pan.csv");
  expect(pan?.["pan"]).toMatch(/^[A-Z]{5}\d{4}[A-Z]$/);
  const picture = await readFile(join(folder, "with-secrets", "pictures", pan?.["picture"] ?? ""));
  expect(picture.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect((await rowsOf("with-secrets", "bank.csv"))[0]?.["account_number"]).toMatch(/^\d{9,18}$/);
  expect(await text("with-secrets", "members.csv")).toContain("$argon2id$");

  expect((await run("without")).code).toBe(0);
  expect(await readdir(join(folder, "without"))).not.toContain("pan.csv");
  expect(await readdir(join(folder, "without"))).not.toContain("bank.csv");
  expect(await readdir(join(folder, "without", "pictures"))).toHaveLength(1);
  expect(await text("without", "members.csv")).not.toContain("$argon2id$");
  expect((await check("without", "--accept", "several-roots:2")).code).toBe(0);
});

test("two exports of a company in which nothing happens are the same to the byte", async () => {
  expect((await run("again", "--with-secrets")).code).toBe(0);
  const names = (await readdir(join(folder, "with-secrets"))).filter((name) => name.endsWith(".csv"));
  expect(names).toHaveLength(14);
  for (const name of names) expect(await text("again", name)).toBe(await text("with-secrets", name));
});

test("all admins are told before anything is read, and the log names the admin who answers for it", async () => {
  const mails = await app.mailsTo(demoOperator.email);
  expect(mails.map(({ subject }) => subject)).toContain(
    "The whole company is being exported, with its secrets",
  );
  const log = await app.db.selectFrom("operator_log").select(["action", "details", "ip"]).execute();
  expect(log).toContainEqual({
    action: "company/export",
    details: { folder: join(folder, "without"), secrets: null },
    ip: "command line",
  });
});

test("an export without an admin who answers for it, or into a folder that exists, is refused", async () => {
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: dirname(app.deps.anchorsDir) };
  const to = join(folder, "nobodys");
  const args = ["--to", to, "--for", "nobody@example.com"];
  expect(await runHere(exportCommand, args, env)).toEqual({
    code: 1,
    stdout: "",
    stderr: "There is no active admin with this e-mail address\n",
  });
  expect((await readdir(folder)).filter((name) => name.startsWith("nobodys"))).toEqual([]);
  expect(await run("without")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("exists already"),
  });
  expect((await runHere(exportCommand, ["--to", to], env)).code).toBe(2);
});

test.skipIf(process.platform !== "linux")("a folder that can never be made is named at once", async () => {
  expect(await run("../../../../../../../../proc/portal/export")).toMatchObject({
    code: 1,
    stderr: "The export cannot be written to /proc/portal/export: a folder of its path cannot be made.\n",
  });
});
