import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { columnsOf, fileNames, type FileKind } from "../core/moving/format.ts";
import { totalNames } from "@fc/contract/arrival/console-totals";
import { runCommand, runHere } from "../testing/commands.ts";
import { exampleCompany, spoiledCompany as company } from "../testing/moving.ts";
import { importCommand } from "./import.ts";

test("the example company fits, as a person runs the command", async () => {
  const { code, stdout } = await runCommand("import", ["--from", exampleCompany, "--check"], {});
  expect(stdout).toContain("members.csv: 20 lines\n");
  expect(stdout).toMatch(/^staking +4136250 +4136250 +0$/m);
  expect(stdout).toMatch(/^right_usd of FC1002 +315 +315 +0$/m);
  expect(stdout).toContain("Everything fits. Nothing was written.");
  expect(code).toBe(0);
});

test("without --check the command says how it is used", async () => {
  const { code, stderr } = await runHere(importCommand, ["--from", exampleCompany], {});
  expect(code).toBe(2);
  expect(stderr).toContain("npm run import -- --from DIR --check");
});

test("a folder that is not there is answered with a sentence", async () => {
  const { code, stderr } = await runHere(importCommand, ["--from", "/nowhere/at/all", "--check"], {});
  expect({ code, stderr }).toEqual({ code: 1, stderr: "There is no folder /nowhere/at/all\n" });
});

test("docs/moving.md has the columns of each file, which are needed, and every total", async () => {
  const document = await readFile(fileURLToPath(new URL("../../../docs/moving.md", import.meta.url)), "utf8");
  for (const kind of Object.keys(fileNames) as FileKind[]) {
    const [, section = ""] = document.split(`### ${fileNames[kind]}\n`);
    const [table = ""] = section.split(/\n### |\nTotals by name/);
    const listed = [...table.matchAll(/^\| `(\w+)` \| (yes)? ?\|/gm)].map(([, name, needed]) => ({
      name,
      isNeeded: needed === "yes",
    }));
    expect(listed).toEqual(Object.values(columnsOf[kind]).map(({ name, isNeeded }) => ({ name, isNeeded })));
  }
  const [, totals = ""] = document.split("Totals by name");
  expect([...totals.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual([...totalNames]);
});

test("byte-order mark, CR LF, another order of columns and quoted line breaks are read as they are meant", async () => {
  const { check, text, write, replace } = await company();
  const lines = (await text("balances")).trimEnd().split("\n");
  const turned = lines.map((line) => line.split(",").toReversed().join(","));
  await write("balances", `\uFEFF${turned.join("\r\n")}\r\n`);
  await replace("members", '"12, MG Road, Flat 3"', '"12, MG Road,\nFlat 3"');
  await replace("history", "Festival gift, 2025", 'A ""gift"",\r\nsee the old system');
  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("members.csv: 20 lines\n"),
  });
});

test("all problems are told at once, with file, line and column, and as a CSV", async () => {
  const { check, folder, replace } = await company();
  await replace("members", "FC1003,FC1003,left", "FC1098,FC1003,left");
  await replace("stakes", "FC1004,150", "FC1099,150");
  await replace("bank", "001234567890", "00123");
  const csv = join(folder, "problems.csv");
  const { code, stdout } = await check("--csv", csv);
  expect(code).toBe(1);
  expect(stdout).toContain("  members.csv, line 7, sponsor_id: FC1098\n");
  expect(stdout).toContain("  stakes.csv, line 5, user_id: FC1099\n");
  expect(stdout).toContain("3 wrong");
  expect((await readFile(csv, "utf8")).split("\r\n")[1]).toBe(
    "unknown-user,wrong,stakes.csv,5,user_id,FC1099,No member has this user id," +
      '"Add the member to members.csv, or correct the user id"',
  );
});

test("where the report has no folder nothing is checked before that is said", async () => {
  const { check, folder } = await company();
  const csv = join(folder, "nowhere", "problems.csv");
  expect(await check("--csv", csv)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: `There is no folder ${join(folder, "nowhere")}\n`,
  });
});

test("password hashes, PAN and account numbers never stand in a report", async () => {
  const { check, replace, folder } = await company();
  await replace("pan", "ABCPR1234F", "SECRETPAN1");
  await replace("bank", "001234567890", "SECRETACCOUNT");
  await replace("members", "$2b$10$", "SECRETHASH$");
  const csv = join(folder, "problems.csv");
  const { stdout } = await check("--csv", csv);
  expect(stdout).toContain("pan.csv, line 2, pan: •••• (10 characters)\n");
  expect(`${stdout}${await readFile(csv, "utf8")}`).not.toContain("SECRET");
});

test("fifty thousand mistakes are counted, and the first hundred are shown", async () => {
  const { check, text, write } = await company();
  const wrong = Array.from({ length: 50_000 }, (_, at) => `FC1001,staking,C,2026-01-01,x${at},,\n`);
  await write("history", `${await text("history")}${wrong.join("")}`);
  const { code, stdout } = await check();
  expect(code).toBe(1);
  expect(stdout).toContain("WRONG amount-wrong, 50000 ×");
  expect(stdout.match(/^ {2}history\.csv, line \d+, amount_fc: x/gm)).toHaveLength(100);
  expect(stdout).toContain("  … and 49900 more\n");
});

test("a warning is accepted by its name, count and sum, and by nothing less", async () => {
  const { check, replace } = await company();
  await replace("balances", "FC1004,", "FC1009,0,-35.5,0,0,0\nFC1004,");
  await replace("history", "FC1010,", "FC1009,earning,D,2026-01-02,35.5,,\nFC1010,");
  await replace("totals", "earning,,110500.5", "earning,,110465");
  const { code, stdout } = await check();
  expect(code).toBe(1);
  expect(stdout).toContain("To accept: --accept negative-wallet:1:-35.5\n");
  for (const less of ["negative-wallet", "negative-wallet:1", "negative-wallet:2:-35.5"]) {
    expect(await check("--accept", less)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`--accept ${less} accepts nothing`),
    });
  }
  const accepted = await check("--accept", "negative-wallet:1:-35.5");
  expect(accepted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("accepted negative-wallet, 1 ×"),
  });
});

test("without business.csv everybody with business in both legs is named, with what would be paid again", async () => {
  const { check, remove } = await company();
  await remove("business");
  const { code, stdout } = await check();
  expect(code).toBe(1);
  // The smaller legs of FC1001, FC1002, FC1003, FC1005 and FC1007.
  expect(stdout).toContain("To accept: --accept business-missing:5:1235\n");
  expect(await check("--accept", "business-missing:5:1235")).toMatchObject({ code: 0 });
});

const saltAndKey = "$MDEyMzQ1Njc4OWFiY2RlZg$eiM5jacwXeCc3FtUctQTjI4qaAf5dIIEh+g6mVpUx4g";
const [bcrypt, argon2, scrypt] = [
  (cost: number) => `$2y$${cost}$bcdefghijklmnopqrstuvulwUg5.KpYI0r99jrTtDuZVyIY8GwIxq`,
  (cost: string) => `"$argon2id$v=19$${cost}${saltAndKey}"`,
  (cost: string) => `"$scrypt$${cost}${saltAndKey}"`,
];
test.each([
  [bcrypt(12), bcrypt(13)],
  [argon2("m=131072,t=2,p=4"), argon2("m=131073,t=1,p=4")],
  [argon2("m=65536,t=4,p=1"), argon2("m=65536,t=5,p=1")],
  [scrypt("ln=17,r=8,p=1"), scrypt("ln=17,r=8,p=2")],
  [scrypt("ln=14,r=8,p=8"), scrypt("ln=14,r=8,p=9")],
])("a hash like %s is taken, and one like %s is too costly", async (taken, refused) => {
  const { check, replace } = await company();
  await replace("members", bcrypt(10), taken);
  expect((await check()).code).toBe(0);
  await replace("members", taken, refused);
  expect((await check()).stdout).toContain("WRONG hash-too-costly, 1 ×");
});

test("what is rounded away is named for each wallet, and the totals are compared without it", async () => {
  const { check, replace } = await company();
  await replace("balances", ",0,1500,0,0", ",0,1500.00017,0,0");
  await replace("history", "12-24T10:00:00+05:30,1500,", "12-24T10:00:00+05:30,1500.00017,");
  await replace("totals", "offer,,1500", "offer,,1500.00017");
  const { code, stdout } = await check("--accept", "more-decimals:2:0.00014");
  expect(stdout).toMatch(/^offer +1500\.00017 +1500\.00017 +0 +0\.00007$/m);
  expect(code).toBe(0);
});

test("a line that the export lost shows as a difference of the totals", async () => {
  const { check, replace } = await company();
  await replace("stakes", "FC1018,15,15000,2025-12-01T12:00:00+05:30,0.5,200,4650,4650,,\n", "");
  const { code, stdout } = await check();
  expect(code).toBe(1);
  expect(stdout).toMatch(/^stakes +13 +14 +1$/m);
  expect(stdout).toMatch(/^right_usd of FC1001 +830 +845 +15$/m);
  expect(stdout).toContain("4 totals differ");
});
