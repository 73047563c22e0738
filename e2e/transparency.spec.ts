import { asFc } from "@fc/contract/units";
import { hash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { GrowingTree, nodeText, rootOf } from "@fc/contract/transparency/liabilities/tree";
import type { Locator, Page, TestInfo } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { signedInAt } from "./sessions.ts";

test("a member sees the own result, everybody's with the median first, and every day's coverage", async ({
  page,
  asha,
  db,
}) => {
  await signedInAt(page, asha, "/transparency");
  await expect(page.getByRole("heading", { name: "Transparency", level: 1 })).toBeVisible();
  const own = page.locator("section", { hasText: "Your own result" });
  await expect(own).toContainText("$1,000 paid for stakes");
  // 1 crore withdrawn, less the fee.
  await expect(own).toContainText("98,00,000 FC");
  await expect(own).toContainText("50,00,000 FC");
  const all = page.locator("section", { hasText: "All members' results" });
  await expect(all).toContainText("The member in the middle (median)");
  // The demo's, and after a midnight during the run also members of other tests.
  await expect(async () => {
    const newest = await db
      .selectFrom("net_results")
      .select(["members", "put_in_members"])
      .orderBy("day", "desc")
      .executeTakeFirstOrThrow();
    expect(newest.put_in_members).toBeGreaterThanOrEqual(200);
    const { members, put_in_members: payers } = newest;
    await page.reload();
    await expect(all).toContainText(`Of ${members} members, ${payers} have put in something`);
  }).toPass();
  await expect(all.getByRole("row")).toHaveCount(7);
  await expect(page.getByRole("img", { name: /of 90 days were below 100 %/ })).toBeVisible();
  await expect(page.locator("section", { hasText: "Reserves" }).first()).toContainText("In the rewards pool");
  const sources = page.getByLabel("Where the rewards came from, month by month");
  for (const heading of ["Rewards paid (FC)", "Treasury", "Fees", "Deductions", "Ended stakes"]) {
    await expect(sources).toContainText(heading);
  }
  await expectAccessible(page);
});

test(
  "the days can be sorted, narrowed and saved; the lowest coverage comes first",
  onBothSizes,
  async ({ page, asha, isMobile }) => {
    await signedInAt(page, asha, "/transparency?sort=coverage&order=asc");
    const coverage = page.getByLabel("The pool's coverage, day by day");
    const rows = coverage.locator("tbody tr, > li");
    await expect(rows.first()).not.toContainText("100 %");
    if (!isMobile) {
      await expect(coverage.getByRole("columnheader").last()).toHaveText("Coverage");
      await page.getByRole("button", { name: "Coverage" }).click();
      await expect(rows.first()).toContainText("100 %");
    }
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).last().click();
    expect((await download).suggestedFilename()).toBe("coverage.csv");
  },
);

test("a new member has a result of zero, and a failure has a Retry", async ({
  page,
  member,
  expectFailures,
}) => {
  expectFailures(/getTransparency/);
  await page.route("**/api/user/getTransparency/**", (route) => route.abort(), { times: 2 });
  await signedInAt(page, member, "/transparency");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.locator("section", { hasText: "Your own result" })).toContainText("$0 paid for stakes");
});

const sha256 = (text: string) => hash("sha256", text);

/** The path of what is saved by a press, under its own name: a browser opens a page only if its name ends so. */
async function saved(page: Page, press: Locator, folder: TestInfo): Promise<string> {
  const download = page.waitForEvent("download");
  await press.click();
  const file = await download;
  const path = folder.outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

test("a member's proof is checked on the device, saved, and checked again without us; the page says why there is no list", async ({
  page,
  context,
  asha,
}, testInfo) => {
  // The worker publishes the last closed day soon after the start.
  const published = async () => (await (await page.request.get("/api/liabilities")).json()).data;
  await expect.poll(published).not.toEqual([]);
  await signedInAt(page, asha, "/transparency");
  const card = page.locator("section", { hasText: "Proof that your coins are counted" });
  await expect(card).toContainText("Checked on this device: your balances are in the published sum.");
  await expect(card.getByRole("listitem")).toHaveCount(5);
  const proof = await saved(page, card.getByRole("button", { name: "Save the proof" }), testInfo);
  const content = JSON.parse(await readFile(proof, "utf8"));
  const { day, root } = content.published;
  expect(proof).toContain(`fc-proof-${day}-${asha.refId}.json`);
  expect(await published()).toContainEqual(expect.objectContaining({ day, root }));
  await expect(card).toContainText(root);
  const checker = await saved(page, card.getByRole("link", { name: "Save the checker" }), testInfo);
  // The demo has too few members with coins for a list.
  await expect(card).toContainText("fewer than 1,000 members have coins");
  await expect(card.getByRole("button", { name: "Save the list of branches" })).toHaveCount(0);

  await context.setOffline(true);
  await page.goto(pathToFileURL(checker).href);
  await page.getByLabel("Your saved proof").setInputFiles(proof);
  await expect(page.getByText("The proof holds.")).toBeVisible();
  await page.getByLabel("The root of that day").fill(root);
  // Measured until it had the processor for itself once: other programs may interrupt it.
  const msToCheck = () =>
    page.getByLabel("The root of that day").evaluate((field) => {
      const start = performance.now();
      field.dispatchEvent(new Event("change"));
      return performance.now() - start;
    });
  await expect.poll(msToCheck).toBeLessThan(100);
  await expect(page.getByText("✓ The root is the one that everybody is shown.")).toBeVisible();

  // Each file is blamed for its own fault.
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  const [proofField, listField] = [page.getByLabel("Your saved proof"), page.getByLabel("The saved list")];
  await proofField.setInputFiles(file("photo.json", Buffer.from("{}")));
  await expect(page.getByText("This is not a proof file.")).toBeVisible();
  await expect(page.getByText("The proof does not hold.")).toHaveCount(0);
  await proofField.setInputFiles(proof);
  await listField.setInputFiles(proof);
  await expect(page.getByText("This is not a list.")).toBeVisible();
  await page.getByLabel("The root of that day").fill("");
  const twoLeaves = Buffer.alloc(2 * 48);
  await listField.setInputFiles(file("other.bin", twoLeaves));
  await expect(page.getByText("The proof holds by itself, so the list is another one")).toBeVisible();
  await listField.setInputFiles(file("cut.bin", twoLeaves.subarray(1)));
  await expect(page.getByText("This is not a list.")).toBeVisible();
  await listField.setInputFiles(file("other.bin", twoLeaves));

  content.accounts.transfer = String(BigInt(content.accounts.transfer) + 1n);
  content.leaves[0].owed = String(BigInt(content.leaves[0].owed) + 2n);
  const buffer = Buffer.from(JSON.stringify(content));
  await page
    .getByLabel("Your saved proof")
    .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer });
  await expect(page.getByText("The proof does not hold.")).toBeVisible();
  await expect(page.getByText("✗ This is NOT so: The leaves add up")).toBeVisible();
  await expect(page.getByText("The fault is in the proof, which does not hold by itself.")).toBeVisible();
});

test("the checker checks a list of branches, and a list of leaves that was saved before there were branches", async ({
  page,
}, testInfo) => {
  const day = "2026-02-03";
  const leaves = Array.from({ length: 8 }, (_, at) => ({
    hash: sha256(`leaf ${at}`),
    owedFc: asFc(50_000n),
    lockedFc: asFc(20_000n),
  }));
  const tree = new GrowingTree(sha256);
  for (const leaf of leaves) tree.add(leaf);
  const root = rootOf(sha256, { day, leaves: leaves.length, top: tree.top()! });
  const published = {
    day,
    takenAt: "2026-02-03T18:40:00.000Z",
    root,
    leaves: 8,
    owed: "400000",
    locked: "160000",
  };
  const branches = leaves.map(nodeText);
  const json = { format: "fc-list/2", published, branchLeaves: 1, branches };
  const checker = testInfo.outputPath("checker.html");
  await writeFile(checker, await (await page.request.get("/fc-proof-checker.html")).body());
  await page.goto(pathToFileURL(checker).href);
  await page.getByLabel("The root of that day").fill(root);
  const choose = (name: string, content: string | Buffer) =>
    page.getByLabel("The saved list").setInputFiles({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content),
    });
  await choose("fc-list.json", JSON.stringify(json));
  await expect(page.getByText("The list holds.")).toBeVisible();
  await expect(page.getByText("✓ Each branch holds just its share")).toBeVisible();
  await choose("fc-list.json", JSON.stringify({ ...json, branches: branches.slice(1) }));
  await expect(page.getByText("The list does not hold.")).toBeVisible();
  await choose("liabilities.bin", Buffer.from(branches.join(""), "hex"));
  await expect(page.getByText("The list holds.")).toBeVisible();
  await expect(page.getByText("✓ All leaves together add up")).toHaveCount(0);
});
