import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../testing/commands.ts";
import { exampleCompany, spoiledCompany } from "../../testing/moving.ts";
import { envOf, importInto, newInstallation } from "../../testing/moved-in.ts";
import type { TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  const made = await newInstallation();
  ({ app } = made);
  await importInto(app, exampleCompany, made.admin);
});
afterAll(() => app.stop());

const compare = (folder: string, ...args: string[]) =>
  runCommand("closing", ["--dry-run", "--expected", folder, ...args], envOf(app));

test("the example company would be paid here on its first day what its system would have paid", async () => {
  const { code, stdout } = await compare(exampleCompany);
  expect(stdout).toMatch(/^In all +42,450 +42,450 +0$/m);
  expect(stdout).toContain("Every member would get what is expected.");
  expect(code).toBe(0);
});

test("each difference is told with its reason, the largest first, beside the sums and in a file", async () => {
  const { folder, text, write } = await spoiledCompany();
  const lines = (await text("expected"))
    .replace("FC1005,ros,750", "FC1005,ros,900")
    .replace("FC1018,ros,75", "FC1018,ros,75.005")
    .replace("FC1003,pair_matching,3000\n", "");
  const others = "FC1016,pair_matching,7500\nFC1002,direct_bonus,100\nFC1001,offer_reward,50\nFC9999,ros,1\n";
  await write("expected", lines + others);
  const csv = join(folder, "differences.csv");
  const { code, stdout } = await compare(folder, "--csv", csv);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Pair matching +32,000 +27,500 +−4,500$/m);
  expect(stdout.split("7 differences, the largest first:\n")[1]?.trimEnd().split("\n")).toEqual([
    "FC1016, pair matching: −7,500, from 7,500 to 0. Not qualified: no active member that this one sponsored in the left leg, no active member that this one sponsored in the right leg.",
    "FC1003, pair matching: +3,000, from 0 to 3,000. 10 % of $30: left $60 and right $30, of which $0 were taken here; the cap of the day is $500, and $0 are lost to it.",
    "FC1005, return on staking: −150, from 900 to 750. Each stake by its own terms: 150000 FC at 0.5 % a day, day 245 of 400.",
    "FC1002, direct bonus: −100, from 100 to 0. No stake that was approved here pays one; those from before the move have paid theirs.",
    expect.stringMatching(
      /^FC1001, offer reward: −50, from 50 to 0\. Matched business goes from \$[\d,]+ to \$[\d,]+; offers are at \$/,
    ),
    "FC9999, return on staking: −1, from 1 to 0. No member here has this user id.",
    "FC1018, return on staking: −0.005, from 75.005 to 75. Less than 0.01 FC apart, as by rounding. Each stake by its own terms: 15000 FC at 0.5 % a day, day 63 of 400.",
  ]);
  const [header, first] = (await readFile(csv, "utf8")).replace("\uFEFF", "").split("\r\n");
  expect(header).toBe("user_id,kind,expected_fc,here_fc,difference_fc,reason");
  expect(first).toContain("FC1016,pair_matching,7500,0,-7500,");
});

test("a line that cannot be read is named, and nothing is compared", async () => {
  const { folder, replace } = await spoiledCompany();
  await replace("expected", "FC1005,ros,750", "FC1005,roi,750");
  const { code, stdout, stderr } = await compare(folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("expected.csv, line 8, kind: roi: run the check of the folder first");
});

test("the check of the folder reads what is expected as well", async () => {
  const { check, text, write } = await spoiledCompany();
  await write("expected", `${await text("expected")}FC1005,ros,1\nFC4711,ros,1\n`);
  const { code, stdout } = await check();
  expect(code).toBe(1);
  expect(stdout).toContain("  expected.csv, line 17, kind: ros\n");
  expect(stdout).toContain("  expected.csv, line 18, user_id: FC4711\n");
});
