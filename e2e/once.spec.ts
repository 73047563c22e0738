import type { BrowserContext, Page, Route } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "../server/src/platform/db.ts";
import { priceAt } from "../server/src/core/prices/prices.ts";
import { fund, giveAddress, giveStake, longAgo } from "../server/src/testing/money.ts";
import { photo } from "../server/src/testing/pictures.ts";
import { expect, expectShown, test as base, type Member } from "./fixtures.ts";
import { checkAgain, cutAfter, keysKept, keysSent, outcomes, unknown } from "./lost-answers.ts";
import { codeMailedTo } from "./mails.ts";
import { allowTransfers } from "./money.ts";
import { payForStake } from "./requests.ts";
import { signIn } from "./sessions.ts";

/**
 * One request moves money once, and the member is told: the connection is cut after the server has committed, and the
 * member goes on in every way that people do.
 */

interface MoneyKind {
  path: string;
  /** The call that moves the money. */
  call: string;
  /** Fills in the form and opens its review. */
  review: (page: Page, asha: Member) => Promise<void>;
  action: string;
  notice: string;
}

const kinds = {
  transfer: {
    path: "/transfer-wallet",
    call: "**/api/user/transferWallet",
    review: async (page, { refId }) => {
      await page.getByLabel("Receiver ID").fill(refId);
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByLabel("Amount", { exact: true }).fill("1000");
      await expect(page.locator(".receiver-name")).not.toBeEmpty();
      await page.getByRole("button", { name: "Transfer", exact: true }).click();
    },
    action: "Transfer",
    notice: "Transfer Request sent",
  },
  "top-up": {
    path: "/transfer-wallet",
    call: "**/api/user/stackingTopup",
    review: async (page) => {
      await page.locator("label", { hasText: "Staking" }).click();
      await page.locator("label", { hasText: "$15" }).first().click();
      await page.getByRole("button", { name: "Stake", exact: true }).click();
    },
    action: "Stake",
    notice: "Topup Request sent",
  },
  withdrawal: {
    path: "/withdraw",
    call: "**/api/user/withdrawRequest/create",
    review: async (page) => {
      await page.getByLabel("Amount", { exact: true }).fill("6000000");
      await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    },
    action: "Withdraw",
    notice: "Withdraw Request sent",
  },
  "internal transfer": {
    path: "/withdraw",
    call: "**/api/user/internalTransfer",
    review: async (page) => {
      await page.locator("label", { hasText: "Internal Transfer" }).click();
      await page.getByLabel("Amount", { exact: true }).fill("1000");
      await page.getByRole("button", { name: "Transfer", exact: true }).click();
    },
    action: "Transfer",
    notice: "Transfer Request sent",
  },
  "staking request": {
    path: "/stacking",
    call: "**/api/user/topupRequest/create",
    review: async (page) => {
      await page.getByLabel("$150").check();
      await payForStake(page);
      const buffer = await photo({ width: 60, height: 80 });
      const file = { name: "receipt.jpg", mimeType: "image/jpeg", buffer };
      await page.getByLabel("Choose a picture").setInputFiles(file);
      await expect(page.getByText(/^Sent ·/)).toBeVisible();
      await page.getByRole("button", { name: "Send request" }).click();
    },
    action: "Confirm",
    notice: "Stacking Request sent",
  },
} as const satisfies Record<string, MoneyKind>;
type KindName = keyof typeof kinds;

const test = base.extend<{ mover: Member }>({
  /** May do all of it, and is signed in. */
  mover: async ({ db, member, page, expectFailures }, use) => {
    // Every test here loses the answer to a change, and some also that to the look-up.
    expectFailures(/ERR_CONNECTION_RESET/, /otp\/outcome/, /transferWallet failed/);
    const now = new Date();
    await allowTransfers();
    await giveStake(db, member, longAgo(now));
    await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", longAgo(now));
    const { fcFor15Usd } = await priceAt(db, now);
    const package15 = Number(fcFor15Usd) / 10_000;
    await fund(db, member, { staking: 20_000_000, transfer: package15 * 3 + 10_000 }, longAgo(now));
    await signIn(page, member);
    await use(member);
  },
});

const dialog = (page: Page) => page.getByRole("dialog");
const checking = "Checking whether it went through";
const notDone = "It did not go through. Nothing was moved or changed.";

/** How often money was moved, or requested to be. */
async function movements(db: Db, { id }: Member): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from idempotency_keys
    where member_id = ${id} and result->>'reference' is not null`.execute(db);
  return rows[0]!.count;
}

async function enterCode(page: Page, member: Member, { action }: MoneyKind): Promise<void> {
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
}

/**
 * Until the money has moved, the answer is lost, and the look-up finds no connection either. Returns the keys that the
 * browser sends: so far one, which it keeps.
 */
async function loseAnswer(
  page: Page,
  names: { mover: Member; asha: Member; kind: MoneyKind },
): Promise<Set<string>> {
  const { mover, asha, kind } = names;
  const keys = keysSent(page.context());
  await page.context().route(kind.call, cutAfter);
  await page.context().route(outcomes, (route) => route.abort());
  await page.goto(kind.path);
  await kind.review(page, asha);
  await enterCode(page, mover, kind);
  await expect(dialog(page)).toContainText(unknown);
  expect(await keysKept(page)).toEqual([...keys]);
  return keys;
}

/** The connection is back. */
async function reconnect(context: BrowserContext, { call }: MoneyKind): Promise<void> {
  await context.unroute(outcomes);
  await context.unroute(call);
}

/** The page has said that it is done, offers it no second time, and keeps nothing of it. */
async function expectDone(page: Page, { notice }: MoneyKind): Promise<void> {
  await expectShown(page, notice);
  await expect(dialog(page)).toBeHidden();
  expect(await keysKept(page)).toEqual([]);
}

/** Each way of going on leads to a page that says it is done. */
const ways: Record<string, (page: Page, kind: MoneyKind) => Promise<Page>> = {
  "presses again": async (page, kind) => {
    await reconnect(page.context(), kind);
    await checkAgain(dialog(page));
    return page;
  },
  reloads: async (page, kind) => {
    await page.reload();
    await expect(page.getByText(unknown)).toBeVisible();
    await reconnect(page.context(), kind);
    await page.reload();
    return page;
  },
  cancels: async (page, kind) => {
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText(unknown)).toBeVisible();
    await expect(page.getByRole("button", { name: kind.action, exact: true })).toBeHidden();
    await reconnect(page.context(), kind);
    await checkAgain(page);
    return page;
  },
  "closes the tab and comes back": async (page, kind) => {
    const context = page.context();
    await page.close();
    await reconnect(context, kind);
    const next = await context.newPage();
    await next.goto(kind.path);
    return next;
  },
  "goes on in a second tab": async (page, kind) => {
    const next = await page.context().newPage();
    await next.goto(kind.path);
    await expect(next.getByText(unknown)).toBeVisible();
    await reconnect(page.context(), kind);
    await next.evaluate(() => void dispatchEvent(new Event("online")));
    return next;
  },
};

type Case = readonly [KindName, keyof typeof ways];
/** Every kind and every way; every way of a transfer, and two of the kind that has a picture too. */
const cases: readonly Case[] = [
  ["transfer", "presses again"],
  ["transfer", "goes on in a second tab"],
  ["top-up", "reloads"],
  ["withdrawal", "cancels"],
  ["internal transfer", "closes the tab and comes back"],
  ["staking request", "reloads"],
  ["transfer", "reloads"],
  ["transfer", "cancels"],
  ["transfer", "closes the tab and comes back"],
  ["staking request", "cancels"],
];

for (const [name, way] of cases) {
  test(`${name}: the answer is lost and the member ${way}; it is done once, and told`, async ({
    page,
    mover,
    asha,
    db,
  }) => {
    const kind: MoneyKind = kinds[name];
    const keys = await loseAnswer(page, { mover, asha, kind });
    const last = await ways[way]!(page, kind);
    await expectDone(last, kind);
    expect(keys.size).toBe(1);
    expect(await movements(db, mover)).toBe(1);
  });
}

test("the connection breaks for a moment: the page finds out by itself", async ({
  page,
  mover,
  asha,
  db,
}) => {
  const kind: MoneyKind = kinds.transfer;
  await page.route(kind.call, cutAfter);
  await page.goto(kind.path);
  await kind.review(page, asha);
  await enterCode(page, mover, kind);
  await expectShown(page, checking);
  await expectDone(page, kind);
  expect(await movements(db, mover)).toBe(1);
});

/** The next code may be sent at once, so that the test does not wait half a minute for it. */
async function allowNextCode(db: Db, { id }: Member): Promise<void> {
  await db.deleteFrom("rate_limits").where("key", "like", `otp-resend%${id}:transfer`).execute();
}

async function confirmWithNewCode(
  page: Page,
  member: Member,
  { kind, firstCode }: { kind: MoneyKind; firstCode: string },
): Promise<void> {
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await expect.poll(() => codeMailedTo(member)).not.toBe(firstCode);
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await dialog(page).getByRole("button", { name: kind.action, exact: true }).click();
}

test("a request that never arrived is told to be not done, and confirmed with a new code", async ({
  page,
  mover,
  asha,
  db,
}) => {
  const kind: MoneyKind = kinds.transfer;
  await page.route(kind.call, (route) => route.abort(), { times: 1 });
  await page.goto(kind.path);
  await kind.review(page, asha);
  await enterCode(page, mover, kind);
  await expect(dialog(page)).toContainText(notDone);
  expect(await movements(db, mover)).toBe(0);
  const firstCode = await codeMailedTo(mover);
  await allowNextCode(db, mover);
  await confirmWithNewCode(page, mover, { kind, firstCode });
  await expectDone(page, kind);
  expect(await movements(db, mover)).toBe(1);
});

test("a request that arrives after a reload has said it was not done is refused, and confirmed with a new code", async ({
  page,
  mover,
  asha,
  db,
}) => {
  const kind: MoneyKind = kinds.transfer;
  let late: Route | undefined;
  await page.route(kind.call, (route) => {
    late ??= route;
  });
  await page.goto(kind.path);
  await kind.review(page, asha);
  await enterCode(page, mover, kind);
  await expect.poll(() => late).toBeTruthy();
  const request = late!.request();
  const firstCode = await codeMailedTo(mover);
  await page.reload();
  await expect(page.getByText(notDone)).toBeVisible();
  const answer = await page.request.fetch(request);
  expect((await answer.json()).code).toBe("GIVEN_UP");
  expect(await movements(db, mover)).toBe(0);

  await page.unroute(kind.call);
  await allowNextCode(db, mover);
  await page.getByRole("button", { name: "Continue" }).click();
  await confirmWithNewCode(page, mover, { kind, firstCode });
  await expectDone(page, kind);
  expect(await movements(db, mover)).toBe(1);
});

test("the answers to the code's two requests are lost: one mail, one press more for each, and one key over a reload", async ({
  page,
  mover,
  asha,
  db,
}) => {
  const kind: MoneyKind = kinds["internal transfer"];
  const keys = keysSent(page.context());
  await page.route("**/api/user/otp/send/**", cutAfter, { times: 1 });
  await page.route("**/api/user/otp/verify/**", cutAfter, { times: 1 });
  await page.goto(kind.path);
  await kind.review(page, asha);
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await expectShown(page, "We could not reach FC Portal");
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await page.reload();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: kind.action, exact: true }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(mover));
  expect(await keysKept(page)).toEqual([...keys]);
  const confirm = dialog(page).getByRole("button", { name: kind.action, exact: true });
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/otp/verify/"));
  await confirm.click();
  await lost;
  // While a request runs, the button is called Loading.
  await expect(confirm).toHaveAttribute("aria-disabled", "false");
  await confirm.click();
  await expectDone(page, kind);
  expect(keys.size).toBe(1);
  expect(await movements(db, mover)).toBe(1);
  const codes = await db.selectFrom("otp_grants").select("id").where("member_id", "=", mover.id).execute();
  expect(codes).toHaveLength(1);
});

// The other device has a desktop's size.
test("on another device the member is told when it was done, and asked whether to do it twice", async ({
  page,
  otherPage,
  mover,
  asha,
  db,
}) => {
  const kind: MoneyKind = kinds.transfer;
  await loseAnswer(page, { mover, asha, kind });
  const firstCode = await codeMailedTo(mover);
  await allowNextCode(db, mover);
  await signIn(otherPage, mover);
  await otherPage.goto(kind.path);
  await kind.review(otherPage, asha);
  await dialog(otherPage).getByRole("button", { name: "Yes, send OTP" }).click();
  await expect(dialog(otherPage)).toContainText(
    /You did exactly this at \d+:\d\d [ap]m\. Do you want to do it twice\?/,
  );
  await expect(dialog(otherPage).getByRole("link", { name: /^Receipt TR-/ })).toBeVisible();
  await dialog(otherPage).getByRole("button", { name: "No" }).click();
  await expect(dialog(otherPage)).toBeHidden();
  expect(await movements(db, mover)).toBe(1);

  await otherPage.getByRole("button", { name: kind.action, exact: true }).click();
  await dialog(otherPage).getByRole("button", { name: "Yes, send OTP" }).click();
  await dialog(otherPage).getByRole("button", { name: "Do it again" }).click();
  await expect.poll(() => codeMailedTo(mover)).not.toBe(firstCode);
  await otherPage.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(mover));
  await dialog(otherPage).getByRole("button", { name: kind.action, exact: true }).click();
  await expect(dialog(otherPage)).toBeHidden();
  expect(await movements(db, mover)).toBe(2);
});
