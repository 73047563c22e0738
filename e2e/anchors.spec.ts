import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { expectAccessible } from "./accessibility.ts";
import { expect, onBothSizes, test } from "./fixtures.ts";
import { mailTo } from "./mails.ts";

test(
  "anybody saves the seals, compares them later, finds a forged one, and gets the next ones by mail",
  onBothSizes,
  async ({ page, db }, info) => {
    // The worker tells the first head soon after the start.
    await expect
      .poll(async () => (await sql`select from ledger_anchors`.execute(db)).rows.length, { timeout: 60_000 })
      .toBeGreaterThan(0);
    await page.goto("/anchors");
    await expect(page.getByRole("heading", { name: "Daily seals", level: 1 })).toBeVisible();
    const history = page.getByLabel("The seals of all days");
    await expect(history).toContainText("Head of the seal chain");
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("fc-portal-seals.csv");
    const kept = info.outputPath("kept.csv");
    await file.saveAs(kept);

    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file" }).click();
    await (await chooser).setFiles(kept);
    await expect(page.getByRole("status").filter({ hasText: "unchanged" })).toBeVisible();
    await expect(page.getByText(/The links of all \d+ days were computed again and are right/)).toBeVisible();

    const forged = info.outputPath("forged.txt");
    await writeFile(forged, `1:${"0".repeat(64)}\n`);
    const again = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file" }).click();
    await (await again).setFiles(forged);
    await expect(page.getByRole("alert")).toContainText(/something else|not in the history/);
    await expectAccessible(page);

    const email = `seals-${randomUUID()}@example.com`;
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("status").filter({ hasText: "on its way" })).toBeVisible();
    const { text } = await mailTo(email, /daily seal/);
    const link = /\S+\/anchors\/\S+/.exec(text)?.[0] ?? "";
    await page.goto(new URL(link).pathname);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(`${email} gets the daily seal from now on.`)).toBeVisible();
  },
);
