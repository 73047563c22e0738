import { asFc } from "@fc/contract/units";
import { placeRoot } from "../src/core/network/place.ts";
import { addPrice } from "../src/core/prices/prices.ts";
import { acceptWithdrawal, rejectWithdrawal } from "../src/features/withdraw/decisions.ts";
import { internalTransfer } from "../src/features/withdraw/withdraw.ts";
import { after, day, hour } from "../src/platform/clock.ts";
import { atomically, type Db, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { sha256 } from "../src/platform/secrets.ts";
import { confirmedWithdrawal } from "./confirmed-withdrawal.ts";
import { confirmAndMake, demoClientOf, signedInActor } from "./demo-confirmed.ts";
import { demoInternalAccounts, demoLogins } from "./demo-logins.ts";
import { firstDay } from "./demo-network.ts";

const fc = 10_000n;
/** Coins for $15, and rupees for a dollar in 1/10,000, from the first day to today. */
const priceSteps = [
  [1_620_000n, 838_500n],
  [1_595_000n, 840_000n],
  [1_580_000n, 839_200n],
  [1_560_000n, 841_750n],
  [1_545_000n, 843_000n],
  [1_520_000n, 844_100n],
  [1_500_000n, 845_000n],
] as const;

/** Example addresses of EIP-55: a member's, and the one that members pay to. */
export const demoAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const demoPaymentAddress = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";

export async function seedDemoPrices(tx: Tx, { now }: { now: Date }): Promise<void> {
  for (const [step, [coins, inrPerUsd]] of priceSteps.entries()) {
    const from = after(now, -(firstDay + 1) * day + (step * (firstDay + 1) * day) / priceSteps.length);
    await addPrice(tx, { fcFor15Usd: coins * fc, inrPerUsd, effectiveFrom: from, now: from });
  }
}

/** The two internal accounts, and the settings of an operator. */
export async function seedDemoBusiness(tx: Tx, { now }: { now: Date }): Promise<void> {
  const joinedAt = after(now, -(firstDay + 1) * day);
  for (const { refId, name, email } of demoInternalAccounts) {
    const { id } = await tx
      .insertInto("members")
      .values({ ref_id: refId, name, email, password_hash: null, joined_at: joinedAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    await placeRoot(tx, { memberId: id, now: joinedAt });
  }
  const [receiver] = demoInternalAccounts;
  const settings = {
    transfer: {
      minimumFc: 1,
      notedMinimumFc: 5_000_000,
      defaultReceiverRefId: receiver.refId,
      betweenMembers: false,
      hiddenReceiverRefIds: demoInternalAccounts.map(({ refId }) => refId),
    },
    company: {
      name: "FC Portal (demo)",
      address: "12 Example Road, Bengaluru 560001",
      email: "care@example.com",
    },
    payment: {
      bankName: "Example Bank",
      accountName: "FC Portal (demo)",
      accountNumber: "000123456789",
      ifscCode: "EXMP0000001",
      upiId: "fcportal@example",
      coinToken: "FC",
      coinNetwork: "BEP20",
      coinAddress: demoPaymentAddress,
    },
  };
  const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await tx.insertInto("business_settings").values(rows).execute();
}

/** Withdrawals in all three states, and an internal transfer. */
export async function seedDemoWithdrawals(deps: Deps, { now }: { now: Date }): Promise<void> {
  const { db } = deps;
  const [head] = demoLogins;
  const memberId = await idOf(db, head.refId);
  const request = async (daysAgo: number, coins: bigint) => {
    const at = after(now, -daysAgo * day);
    const { id } = await confirmedWithdrawal(deps, { memberId, amountFc: asFc(coins * fc), now: at });
    return { id, now: after(at, 20 * hour) };
  };
  const accepted = await request(21, 10_000_000n);
  await atomically(db, acceptWithdrawal, {
    ...accepted,
    transactionId: `0x${sha256("demo-withdrawal").toString("hex")}`,
  });
  const rejected = await request(11, 6_000_000n);
  await atomically(db, rejectWithdrawal, {
    ...rejected,
    reason: "The address could not be reached on BEP20",
  });

  const at = after(now, -8 * day);
  await confirmAndMake(deps, {
    guarded: internalTransfer(deps),
    request: {
      actor: await atomically(db, signedInActor, { memberId, now: at }),
      change: {
        userId: memberId,
        refId: head.refId,
        currencyType: "internal transfer",
        amount: 2_500_000,
      },
      idempotencyKey: "demo-internal-transfer",
      client: demoClientOf(memberId),
      now: at,
    },
  });
  await seedWaitingWithdrawal(deps, { now });
}

/** The first login's, of this morning. */
export async function seedWaitingWithdrawal(deps: Deps, { now }: { now: Date }): Promise<void> {
  const memberId = await idOf(deps.db, demoLogins[0].refId);
  await confirmedWithdrawal(deps, { memberId, amountFc: asFc(5_000_000n * fc), now: after(now, -day / 5) });
}

async function idOf(db: Db, refId: string): Promise<number> {
  const { id } = await db
    .selectFrom("members")
    .select("id")
    .where("ref_id", "=", refId)
    .executeTakeFirstOrThrow();
  return id;
}
