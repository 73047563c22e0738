import { randomUUID } from "node:crypto";
import type { Route } from "@fc/contract/route";
import { idempotencyHeader } from "@fc/contract/route";
import { requestStake, stakingReport, undoStake } from "@fc/contract/staking/portal";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { walletSummary } from "@fc/contract/wallet/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import type { GuardedCase } from "./guarded-cases.ts";
import { fund, giveAddress, giveStake, longAgo } from "./money.ts";
import { stakeNow } from "./plan/stakes.ts";
import { proofOf } from "./staking-requests.ts";
import type { TestApp, TestMember } from "./test-app.ts";
import { coinAddress } from "./withdrawals.ts";

const make =
  ({ method, path }: Route): GuardedCase["make"] =>
  (client, change) =>
    client.send(method, `/api${path}`, change, { [idempotencyHeader]: randomUUID() });

const wallets: GuardedCase["state"] = (client, { id }) =>
  client.call(walletSummary, { params: { userId: id } });

/** A member who may withdraw and transfer now. */
async function enrich(app: TestApp, member: TestMember): Promise<void> {
  const since = longAgo(app.time.now);
  await giveStake(app.db, member, since);
  await giveAddress(app.db, member, coinAddress, since);
  await fund(app.db, member, { staking: 20_000_000, transfer: 100_000 }, since);
}

/**
 * The changes that move money. The app needs a price, a cooling-off time, and transfers between members; the receiver is
 * another member.
 */
export function moneyChanges(receiver: () => TestMember): readonly GuardedCase[] {
  return [
    {
      purpose: "withdraw",
      prepare: enrich,
      change: async (_app, _client, { id: userId }) => {
        const wanted = { userId, amount: 6_000_000, currencyType: "coin" };
        return { wanted, other: { ...wanted, amount: 7_000_000 } };
      },
      make: make(requestWithdrawal),
      state: wallets,
    },
    {
      purpose: "internal-transfer",
      prepare: enrich,
      change: async (_app, _client, { id: userId, refId }) => {
        const wanted = { userId, refId, amount: 1000, currencyType: "internal transfer" };
        return { wanted, other: { ...wanted, amount: 2000 } };
      },
      make: make(transferInternally),
      state: wallets,
    },
    {
      purpose: "transfer",
      prepare: enrich,
      change: async (_app, _client, { refId }) => {
        const wanted = { fromRefId: refId, toRefId: receiver().refId, amount: 30_000 };
        return { wanted, other: { ...wanted, amount: 31_000 } };
      },
      make: make(transferCoins),
      state: wallets,
    },
    {
      purpose: "staking-topup",
      prepare: enrich,
      change: async (_app, _client, { id: userId }) => {
        const wanted = { userId, refId: receiver().refId, amount: 15 };
        return { wanted, other: { ...wanted, amount: 30 } };
      },
      make: make(topUpStake),
      state: wallets,
    },
    {
      purpose: "stake-undo",
      change: async ({ db, time }, _client, { id: userId }) => {
        const stakes = { memberId: userId, usd: 150, now: time.now };
        const wanted = { userId, stakeId: await stakeNow(db, stakes) };
        return { wanted, other: { userId, stakeId: await stakeNow(db, { ...stakes, usd: 75 }) } };
      },
      make: make(undoStake),
      state: wallets,
    },
    {
      purpose: "staking",
      change: async (_app, client, member) => {
        const proofImageUrl = await proofOf({ member, client });
        const wanted = { userId: member.id, refId: member.refId, amount: 150, proofImageUrl };
        return { wanted, other: { ...wanted, amount: 75 } };
      },
      make: make(requestStake),
      state: (client, { id }) => client.call(stakingReport, { params: { userId: id }, query: {} }),
    },
  ];
}
