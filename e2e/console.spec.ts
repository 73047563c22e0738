import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addOperator, invite } from "../server/src/features/operators/invitations.ts";
import { post } from "../server/src/core/ledger/post.ts";
import { opening, withdrawalRequested } from "../server/src/core/ledger/posting.ts";
import { atomically, type Tx } from "../server/src/platform/db.ts";
import { codeShown } from "../server/src/testing/authenticator-app.ts";
import {
  expect,
  expectAccessible,
  mailTo,
  password,
  signIn,
  test,
  typeInto,
  type Member,
} from "./fixtures.ts";
import { stakeFromWallet } from "./money.ts";
import { operator, signInOperator, typePassword } from "./operators.ts";

/** Asked for a moment ago, with a proof, without the form around it. */
async function requestStake(tx: Tx, { id: memberId }: Member): Promise<number> {
  const upload = randomUUID();
  await tx
    .insertInto("uploads")
    .values({
      id: upload,
      member_id: memberId,
      purpose: "stacking-verification-images",
      sha256: Buffer.from(upload),
      bytes: 1,
      width: 1,
      height: 1,
      created_at: new Date(),
    })
    .execute();
  const { id } = await tx
    .insertInto("staking_requests")
    .values({
      member_id: memberId,
      amount_usd_cents: 15_000n,
      upload_id: upload,
      requested_at: new Date(),
      decided_at: null,
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Ten crore, out of the staking wallet, without the form around it. */
async function requestWithdrawal(tx: Tx, { id: memberId }: Member): Promise<void> {
  const now = new Date();
  const amountFc = 1_000_000_000_000n;
  const given = { effectiveAt: now, memberId };
  await post(tx, opening({ ...given, key: randomUUID(), account: "staking", amountFc }));
  const drawn = { staking: amountFc, earning: 0n, offer: 0n };
  await post(tx, withdrawalRequested({ ...given, key: randomUUID(), drawn }));
  await tx
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: amountFc,
      fee_fc: 2_000_000_000n,
      from_staking_fc: amountFc,
      from_earning_fc: 0n,
      from_offer_fc: 0n,
      currency_type: "coin",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      requested_at: now,
      decided_at: null,
      deduction_fc: null,
      transaction_id: null,
      reason: null,
    })
    .execute();
}

const line = (page: Page, { refId }: Member) => page.getByRole("button", { name: new RegExp(refId) });

test("an operator is invited, chooses a password, sets up the app and signs in by its code", async ({
  page,
  db,
}) => {
  const email = `${randomUUID()}@example.com`;
  await atomically(
    db,
    async (tx: Tx, now: Date) => {
      const operatorId = await addOperator(tx, { email, name: "Leela Iyer", role: "finance", now });
      await invite(tx, { operatorId, publicUrl: process.env["E2E_URL"] ?? "", now });
    },
    new Date(),
  );
  const mail = await mailTo(email, /access to the FC Portal console/);
  await page.goto(/http\S+invitation#[\w-]+/.exec(mail.text)?.[0] ?? "");
  await expect(page.getByText("Hello Leela Iyer. You will work as finance")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("The same again").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();

  await typePassword(page, { email });
  await expect(page.getByRole("button", { name: "Skip for this demo" })).toBeHidden();
  const key = (await page.locator(".operator-key").innerText()).trim();
  await expectAccessible(page);
  await page.getByLabel("Code of the app").fill(codeShown(key, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeVisible();
  const recoveryCode = await page.locator(".operator-codes li").first().innerText();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await typePassword(page, { email });
  await page.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
});

test("a staking request is approved by keyboard, can be undone until then, and the member's page follows", async ({
  page,
  member,
  db,
  passwordHash,
  browser,
}) => {
  await atomically(db, requestStake, member);
  await signInOperator(page, await operator(db, passwordHash, "finance"));
  await page.getByRole("link", { name: "Staking requests", exact: true }).click();
  await line(page, member).click();
  await expect(page.getByText("At today's price")).toBeVisible();
  await expectAccessible(page);
  // However slow the machine, the time to undo has not run out.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press("a");
  await expect(page.getByText(/^Approving \$150/)).toBeVisible();
  await expect(line(page, member)).toBeHidden();
  await page.keyboard.press("u");
  await line(page, member).click();
  await expect(page.getByText("At today's price")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByText(/^Approving/)).toBeVisible();
  await page.clock.resume();
  await expect(page.getByText(/^Approving/)).toBeHidden();
  await expect(line(page, member)).toBeHidden();
  await page.getByRole("button", { name: "Approved", exact: true }).click();
  await page.getByRole("searchbox").fill(member.refId);
  await expect(line(page, member)).toBeVisible();
  await expect(page.getByText("by Leela Iyer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const portal = await (await browser.newContext({ baseURL: process.env["E2E_URL"] ?? "" })).newPage();
  await signIn(portal, member);
  await portal.goto("/topupRequest");
  await expect(portal.locator(".status-tag", { hasText: "Accepted" })).toBeVisible();
  await portal.context().close();
});

test("a large withdrawal takes two operators; the second accepts it with its transaction", async ({
  page,
  member,
  db,
  passwordHash,
  browser,
}) => {
  await stakeFromWallet(db, member, 1500n);
  await atomically(db, requestWithdrawal, member);
  await signInOperator(page, await operator(db, passwordHash, "finance", "Leela Iyer"));
  await page.getByRole("link", { name: "Withdrawals", exact: true }).click();
  await line(page, member).click();
  await page.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(page.getByText("another operator accepts it")).toBeVisible();
  await expectAccessible(page);

  const second = await (await browser.newContext({ baseURL: process.env["E2E_URL"] ?? "" })).newPage();
  await signInOperator(second, await operator(db, passwordHash, "admin", "Omar Khan"));
  await second.getByRole("link", { name: "Withdrawals", exact: true }).click();
  await line(second, member).click();
  await expect(second.getByText(/Leela Iyer,/)).toBeVisible();
  await second.keyboard.press("a");
  await second.getByLabel("Transaction ID of the payment").fill("0x9f2c41");
  await second.getByRole("button", { name: "Accept", exact: true }).last().click();
  await expect(second.getByText(/^Accepting/)).toBeHidden();
  await expect(line(second, member)).toBeHidden();
  // The line goes as soon as it is decided, a moment before the server has heard of it.
  const paid = () =>
    db
      .selectFrom("withdrawals")
      .select(["status", "transaction_id"])
      .where("member_id", "=", member.id)
      .executeTakeFirst();
  await expect.poll(paid).toEqual({ status: "A", transaction_id: "0x9f2c41" });
  await second.context().close();
});

test("a viewer has neither the buttons nor the keys to decide", async ({
  page,
  member,
  db,
  passwordHash,
}) => {
  await atomically(db, requestStake, member);
  await signInOperator(page, await operator(db, passwordHash, "viewer"));
  await page.getByRole("link", { name: "Staking requests", exact: true }).click();
  await line(page, member).click();
  await expect(page.getByText("At today's price")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByText(/^Approving/)).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await typeInto(page.getByRole("combobox", { name: /^A screen, or a member/ }), "opera");
  await expect(page.getByRole("option", { name: "Operators", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Operators" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite an operator" })).toHaveCount(0);
  await expectAccessible(page);
});
