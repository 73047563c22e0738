import { type UsdCents, asFc, noFc, plus } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { fcForUsdInPayersFavour, fcUnitsPerCoin } from "@fc/contract/money";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import { post, postMany } from "../server/src/core/ledger/post.ts";
import { poolFunded } from "../server/src/core/ledger/posting.ts";
import { opening, reward } from "../server/src/testing/ledger/entries.ts";
import { priceAt } from "../server/src/core/prices/prices.ts";
import { startStake } from "../server/src/core/staking/stakes.ts";
import { atomically, type Db, type Tx } from "../server/src/platform/db.ts";
import { setSetting } from "../server/src/testing/money.ts";
import { environment } from "./environment.ts";
import { expect, type Member } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";

const day = 86_400_000;

interface Rewards {
  member: Member;
  count: number;
  kind: RewardKind;
  detail?: string;
}

/** One an hour, the newest one an hour ago; the first is 1.5 FC, each 1 FC more than the one before. */
export async function payRewards(tx: Tx, { member, count, kind, detail }: Rewards): Promise<void> {
  const now = Date.now();
  const amounts = Array.from({ length: count }, (_, at) => asFc(15_000n + BigInt(at) * 10_000n));
  const fund = plus(noFc, ...amounts);
  const ago = new Date(now - 400 * day);
  await post(tx, poolFunded({ key: randomUUID(), effectiveAt: ago, amountFc: fund, source: "treasury" }));
  await postMany(
    tx,
    amounts.map((amountFc, at) => {
      const effectiveAt = new Date(now - (count - at) * 3_600_000);
      const given = { key: randomUUID(), effectiveAt, memberId: member.id, amountFc };
      return reward(kind, detail === undefined ? given : { ...given, detail });
    }),
  );
}

/**
 * Coins in the transfer wallet since a hundred days, and a stake paid from them forty days ago, at today's price.
 * 1,000 coins are left; returns what was staked, in units.
 */
export async function stakeFromWallet(
  db: Db,
  { id: memberId }: Member,
  principalUsdCents: UsdCents,
): Promise<bigint> {
  const key = randomUUID();
  const effectiveAt = new Date(Date.now() - 100 * day);
  const price = await priceAt(db, new Date());
  const principalFc = fcForUsdInPayersFavour(principalUsdCents, price.fcFor15Usd);
  const amountFc = plus(principalFc, asFc(1000n * fcUnitsPerCoin));
  await atomically(db, post, opening({ key, effectiveAt, memberId, account: "transfer", amountFc }));
  const source = { payerId: memberId, idempotencyKey: key };
  const now = new Date(Date.now() - 40 * day);
  await atomically(db, startStake, { memberId, principalUsdCents, price, source, now });
  return principalFc;
}

/** Between members, as operators set it up. Tests that run at the same time set the same, so none disturbs another. */
export function allowTransfers(): Promise<void> {
  return setSetting(environment.databaseUrl(), "transfer", { minimumFc: 1, betweenMembers: true });
}

/** The review before money moves: yes, the mailed code, and then the button that does it. */
export async function confirmReview(page: Page, member: Member, action: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(page.getByText("Are you sure? This action can't be undone.")).toBeVisible();
  await dialog.getByRole("button", { name: "Yes, send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await dialog.getByRole("button", { name: action, exact: true }).click();
}
