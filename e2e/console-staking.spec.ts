import { asUsdCents } from "@fc/contract/units";
import { approveStakingRequest } from "../server/src/core/staking/decisions.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { letPass, stopClock } from "./clock.ts";
import { expect, test } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { addOperator, operatorAt } from "./operators.ts";
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

test("a large staking request takes two operators; the second approves it", async ({
  page: first,
  otherPage: second,
  member,
  db,
}) => {
  await atomically(db, requestStake, { ...member, amountUsdCents: asUsdCents(15_000_000n) });
  const line = (page: typeof first) => page.getByRole("button", { name: new RegExp(member.refId) });
  await operatorAt(first, "/console/staking-requests", { role: "finance", name: "Leela Iyer" });
  await line(first).click();
  await expect(first.getByText(/^Two operators are needed/)).toBeVisible();
  await first.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(first.getByText("another operator approves it")).toBeVisible();
  await expectAccessible(first);

  await operatorAt(second, "/console/staking-requests", { role: "admin", name: "Omar Khan" });
  await line(second).click();
  await expect(second.getByText(/^Leela Iyer,/)).toBeVisible();
  await stopClock(second);
  await second.keyboard.press("a");
  await expect(second.getByText(/^Approving/)).toBeVisible();
  await letPass(second, 5_000);
  const status = async () =>
    (
      await db
        .selectFrom("staking_requests")
        .select("status")
        .where("member_id", "=", member.id)
        .executeTakeFirstOrThrow()
    ).status;
  await expect.poll(status).toBe("A");
});

test("coins of an undone stake wait for a second person: its member reads why, and another operator releases them", async ({
  page: portal,
  otherPage: console,
  member,
  db,
}) => {
  const requestId = await atomically(db, requestStake, member);
  const { id: decidedBy } = await addOperator(db, {
    role: "finance",
    name: "Ravi Menon",
    passwordHash: "never used",
  });
  const now = new Date();
  const approval = { requestId, decidedBy, publicUrl: "http://localhost", now };
  const { stakeId } = await atomically(db, approveStakingRequest, approval);
  // As if it had been bought while the plan had a cooling-off time, which other tests do not want.
  const heldUntil = { held_until: new Date(now.getTime() + 2 * 86_400_000) };
  await db.updateTable("stakes").set(heldUntil).where("id", "=", stakeId).execute();

  await signedInAt(portal, member, "/stacking-investment");
  await portal.getByRole("button", { name: "Details" }).click();
  await portal.getByRole("button", { name: "Undo the stake" }).click();
  const dialog = portal.getByRole("dialog", { name: "Undo your stake" });
  await expect(dialog).toContainText("once a second person of our staff has checked your payment");
  await expectAccessible(portal);
  await dialog.getByRole("button", { name: /^Yes/ }).click();
  await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, /undo/i));
  await dialog.getByRole("button", { name: "Undo the stake" }).click();
  await expect(portal).toHaveURL(/\/receipt\//);
  await portal.goto("/withdraw");
  await expect(portal.getByText("Of these, not available yet")).toBeVisible();
  await expect(portal.getByText(/come from a stake that you undid/)).toBeVisible();
  await expectAccessible(portal);

  await operatorAt(console, "/console/waiting", { role: "finance", name: "Leela Iyer" });
  await console.getByRole("link", { name: new RegExp(member.refId) }).click();
  await expect(console.getByText(/wait for a second person/)).toBeVisible();
  await expect(console.getByText(/Ravi Menon alone had approved/)).toBeVisible();
  await expectAccessible(console);
  await console.getByRole("button", { name: "Release the coins" }).click();
  await console.getByRole("dialog").getByRole("button", { name: "Release the coins" }).click();
  await expect(console.getByText(/Leela Iyer released the/)).toBeVisible();
  await portal.reload();
  await expect(portal.getByText("Available to withdraw")).toBeVisible();
  await expect(portal.getByText("Of these, not available yet")).toBeHidden();
});
