import { type UsdCents, asFc, asUsdCents, noFc } from "@fc/contract/units";
import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { post } from "../server/src/core/ledger/post.ts";
import { withdrawalRequested } from "../server/src/core/ledger/posting.ts";
import { opening } from "../server/src/testing/ledger/entries.ts";
import type { Tx } from "../server/src/platform/db.ts";
import type { Member } from "./fixtures.ts";

/** A staking request with a proof, made now without the form; returns its id. */
export async function requestStake(
  tx: Tx,
  {
    id: memberId,
    amountUsdCents = asUsdCents(15_000n),
    utr = null,
  }: Pick<Member, "id"> & { amountUsdCents?: UsdCents; utr?: string | null },
): Promise<number> {
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
      amount_usd_cents: amountUsdCents,
      upload_id: upload,
      utr,
      requested_at: new Date(),
      decided_at: null,
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A withdrawal of ten crore from the staking wallet, requested now without the form; returns its id and address. */
export async function requestLargeWithdrawal(tx: Tx, { id: memberId }: Pick<Member, "id">) {
  const now = new Date();
  const amountFc = asFc(1_000_000_000_000n);
  const given = { effectiveAt: now, memberId };
  await post(tx, opening({ ...given, key: randomUUID(), account: "staking", amountFc }));
  const drawn = { staking: amountFc, earning: noFc, offer: noFc };
  await post(tx, withdrawalRequested({ ...given, key: randomUUID(), drawn }));
  return tx
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: amountFc,
      fee_fc: asFc(2_000_000_000n),
      from_staking_fc: amountFc,
      from_earning_fc: noFc,
      from_offer_fc: noFc,
      currency_type: "coin",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      requested_at: now,
      decided_at: null,
      deduction_fc: null,
      transaction_id: null,
      reason: null,
    })
    .returning(["id", "address"])
    .executeTakeFirstOrThrow();
}

/** On the staking page: from an amount that was chosen to the step of the proof. */
export async function payForStake(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "I have paid" }).click();
}
