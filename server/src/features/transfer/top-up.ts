import type { Fc, UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText, usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import {
  fcForUsdInPayersFavour,
  fcFromWire,
  usdCentsForFcInPayersFavour,
  usdCentsFromWire,
} from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import * as contract from "@fc/contract/transfer/portal";
import {
  moneyChange,
  oneByOne,
  type CheckedRequest,
  type MoneyResult,
  type RulesReader,
} from "../../core/guarded-changes/money-change.ts";
import { activeMemberByRefId, type MemberContact } from "../../core/members/members.ts";
import { priceAt, type Price } from "../../core/prices/prices.ts";
import { startStake, transferStakeKey } from "../../core/staking/stakes.ts";
import { walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Deps } from "../../platform/deps.ts";
import { tellToppedUp } from "./telling.ts";

interface TopUpTerms {
  staker: MemberContact;
  price: Price;
  principalUsdCents: UsdCents;
  amountFc: Fc;
}

/** A package paid from the transfer wallet; the stake starts at once. */
export function topUpChange(deps: Deps) {
  return moneyChange<"staking-topup", TopUpTerms, MoneyResult>(deps, {
    purpose: "staking-topup",
    pausedBy: "staking",
    keyName: "topUp",
    rules: oneByOne(topUpTerms),
    // The price is no part of the call: the code confirms the coins that its mail named.
    context: ({ amountFc }) => ({ costFc: String(amountFc) }),
    codeMail: (_change, { principalUsdCents, amountFc, staker }) => ({
      action: { en: "Confirm your staking", hi: "अपनी स्टेकिंग की पुष्टि करें" },
      facts: [
        { label: "Package", value: usdText(principalUsdCents) },
        { label: "Paid from the transfer wallet", value: fcText(amountFc) },
        { label: "Stake of", value: staker.refId },
      ],
    }),
    event: ({ principalUsdCents, staker }) => ({
      kind: "staking-topup",
      detail: `${usdText(principalUsdCents)} → ${staker.refId}`,
    }),
    mail: async (tx, allowed) => {
      for (const { request, terms } of allowed) {
        const { actor, idempotencyKey, now } = request;
        const key = transferStakeKey({ payerId: actor.memberId, idempotencyKey });
        await tellToppedUp(tx, { key, actor, ...terms, now });
      }
    },
    post: async (tx, allowed) => {
      const results: MoneyResult[] = [];
      for (const { request, terms } of allowed) {
        const { staker, price, principalUsdCents } = terms;
        const { actor, idempotencyKey, now } = request;
        const source = { payerId: actor.memberId, idempotencyKey };
        const { entryId } = await startStake(tx, {
          memberId: staker.id,
          principalUsdCents,
          price,
          source,
          now,
        });
        results.push({ reference: referenceOf("top-up", entryId) });
      }
      return results;
    },
    // In dollars: at another price it is the same package.
    sameness: ({ staker, principalUsdCents }) => ({ to: staker.refId, usdCents: String(principalUsdCents) }),
  });
}

async function topUpTerms(
  reader: RulesReader,
  { actor, change, now }: CheckedRequest<"staking-topup">,
): Promise<TopUpTerms> {
  const { db } = reader;
  const isOwn = normaliseRefId(change.refId) === actor.refId;
  // The start of the stake locks its member. Another member than the payer is locked there: two who stake for each
  // other at the same time would otherwise each hold their own lock and wait for the other's.
  if (isOwn) await reader.lockMember(actor.memberId);
  const price = await priceAt(db, now);
  const { transfer: balanceFc } = await reader.balances(actor.memberId, ["transfer"]);
  const balanceUsdCents = usdCentsForFcInPayersFavour(balanceFc, price.fcFor15Usd);
  const problem = contract.topUpProblem({ amountUsd: change.amount, balanceUsdCents });
  if (problem) throw new AppError(problem);
  const principalUsdCents = sure(usdCentsFromWire(change.amount));
  const amountFc = fcForUsdInPayersFavour(principalUsdCents, price.fcFor15Usd);
  if (change.coins !== undefined && fcFromWire(change.coins) !== amountFc) {
    throw new AppError("PRICE_CHANGED");
  }
  const { transfer: limits } = await walletSettingsOf(db);
  if (!isOwn && !limits.betweenMembers) throw new AppError("RECEIVER_FIXED");
  const staker = await activeMemberByRefId(db, change.refId);
  if (!staker) throw new AppError("RECEIVER_UNKNOWN");
  return { staker, price, principalUsdCents, amountFc };
}
