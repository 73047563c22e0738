import { noFc } from "@fc/contract/units";
import { recordOfReference } from "@fc/contract/receipts/reference";
import { requestWithdrawal } from "@fc/contract/withdraw/portal";
import type { MemberAccount } from "../core/ledger/accounts.ts";
import { minute } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { coins, confirm, fund, giveAddress, giveStake, longAgo } from "./money.ts";
import type { TestApp, TestClient, TestMember } from "./test-app.ts";

export const coinAddress = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A member who may withdraw now: has a stake, an address and these coins since long ago. */
export async function addWithdrawer(
  app: TestApp,
  amounts: Partial<Record<MemberAccount, number>>,
): Promise<TestMember> {
  const since = longAgo(app.time.now);
  const member = await app.addMember({ name: "Asha Verma" });
  await giveStake(app.db, member, since);
  await giveAddress(app.db, member, coinAddress, since);
  await fund(app.db, member, amounts, since);
  return member;
}

/** Requests a withdrawal of coins and confirms it with a code, as the form does. */
export async function withdrawCoins(
  app: TestApp,
  client: TestClient,
  member: TestMember,
  amount: number,
): Promise<number> {
  const body = { userId: member.id, amount, currencyType: "coin" as const };
  // The same amount may be withdrawn again by then without a question.
  app.time.advance(5 * minute);
  await confirm(app, client, member, { purpose: "withdraw", change: body });
  return (await client.call(requestWithdrawal, { body })).body.data.id;
}

/** Inserts the row of an accepted withdrawal without its postings: 2 coins are the fee and 1 coin was owed. */
export async function insertAccepted(
  db: Db,
  { memberId, amount, now }: { memberId: number; amount: number; now: Date },
): Promise<void> {
  await db
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: coins(amount),
      fee_fc: coins(2),
      from_staking_fc: coins(amount),
      from_earning_fc: noFc,
      from_offer_fc: noFc,
      currency_type: "coin",
      address: coinAddress,
      status: "A",
      requested_at: now,
      decided_at: now,
      deduction_fc: coins(1),
      transaction_id: "0x1",
      reason: null,
    })
    .execute();
}

/** The id of a coin payment; another number gives another one. */
export function transactionId(number: number): string {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

/** The withdrawal of a line of a payment file, by its reference. */
export const withdrawalIn = (reference = "") => Number(recordOfReference(reference)?.id);
