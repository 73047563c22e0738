import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
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

/** The path of what is saved by a press, under its own name: a browser opens a page only if its name ends so. */
async function saved(page: Page, press: Locator, folder: TestInfo): Promise<string> {
  const download = page.waitForEvent("download");
  await press.click();
  const file = await download;
  const path = folder.outputPath(file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

test("a member's proof is checked on the device, saved, and checked again without us, with the whole list", async ({
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
  const list = await saved(page, card.getByRole("link", { name: "Save the list of all leaves" }), testInfo);

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
  await page.getByLabel("The saved list").setInputFiles(list);
  await expect(page.getByText("The list holds.")).toBeVisible();
  await expect(page.getByText("✓ The leaves of the proof are in the list")).toBeVisible();

  content.accounts.transfer = String(BigInt(content.accounts.transfer) + 1n);
  const buffer = Buffer.from(JSON.stringify(content));
  await page
    .getByLabel("Your saved proof")
    .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer });
  await expect(page.getByText("The proof does not hold.")).toBeVisible();
  await expect(page.getByText("✗ This is NOT so: The leaves add up")).toBeVisible();
});
