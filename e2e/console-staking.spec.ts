import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { letPass, stopClock } from "./clock.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";
import { requestStake } from "./requests.ts";
import { signedInAt } from "./sessions.ts";

test("a staking request is approved by keyboard, can be undone until then, and the member's page follows", async ({
  page,
  otherPage: portal,
  member,
  db,
}) => {
  await atomically(db, requestStake, member);
  await operatorAt(page, "/console/staking-requests", { role: "finance" });
  const line = page.getByRole("button", { name: new RegExp(member.refId) });
  await line.click();
  await expect(page.getByText("At today's price")).toBeVisible();
  await expectAccessible(page);
  await stopClock(page);
  await page.keyboard.press("a");
  await expect(page.getByText(/^Approving \$150/)).toBeVisible();
  await expect(line).toBeHidden();
  await page.keyboard.press("u");
  // The cursor is on the request again.
  await expect(line).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("At today's price")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/^Approving/)).toBeVisible();
  await letPass(page, 5_000);
  await expect(page.getByText(/^Approving/)).toBeHidden();
  await expect(line).toBeHidden();
  await page.getByRole("radiogroup", { name: "Which requests" }).getByText("Approved").click();
  await page.getByRole("searchbox").fill(member.refId);
  await expect(line).toBeVisible();
  await expect(page.getByText("by Leela Iyer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);

  await signedInAt(portal, member, "/topupRequest");
  await expect(portal.locator(".status-tag", { hasText: "Accepted" })).toBeVisible();
});
