import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFolder } from "../src/core/moving/check.ts";
import { reportOf } from "../src/core/moving/report.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { writeCompany } from "./company.ts";

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("nothing is wrong with a company of the demo, and every total is the stated one", async () => {
  await writeCompany(folder, { members: 2000, cutDay: "2026-01-31", historyLines: 6 });
  const now = new Date("2026-02-04T00:00:00Z");
  const checked = await checkFolder(folder, { now, ignoresUnknownColumns: false });
  expect(checked.found).toEqual([]);
  expect(reportOf(checked, { accepted: [], goesOn: false }).isGood).toBe(true);
  const counts = new Map(checked.files.map(({ file, lines }) => [file, lines]));
  expect(counts.get("members.csv")).toBe(2000);
  expect(counts.get("history.csv")).toBe(12_000);
  expect(counts.get("stakes.csv")).toBeGreaterThan(1000);
});
