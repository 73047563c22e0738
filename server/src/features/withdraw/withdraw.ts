import { type Fc, asFc, noFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcFromWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import { withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import * as contract from "@fc/contract/withdraw/portal";
import {
  moneyChange,
  oneByOne,
  type MoneyDeclaration,
  type MoneyDeps,
  type MoneyResult,
  type RulesReader,
} from "../../core/guarded-changes/money-change.ts";
import { drawableFc, drawOrder } from "@fc/contract/wallet/kinds";
import { kycAllowanceOf } from "../../core/kyc/allowance.ts";
import type { Drawn } from "../../core/ledger/accounts.ts";
import { post } from "../../core/ledger/post.ts";
import { draw } from "../../core/ledger/posting.ts";
import { heldRefundFc, withoutHeld } from "../../core/staking/held-refunds.ts";
import type { MemberTaxTerms } from "../../core/taxes/rules.ts";
import { keepWithdrawalTax, withdrawalTaxOf, withdrawalTaxTerms } from "../../core/taxes/withdrawals.ts";
import { unprovenAllowanceOf } from "../../core/wallet/address-proof.ts";
import { owedBy } from "../../core/wallet/deductions.ts";
import { destinationOf } from "../../core/wallet/waiting-time.ts";
import { mustStakeFirst, walletSettingsOf } from "../../core/wallet/wallet-settings.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { serverKinds, type WithdrawalChange } from "./kinds.ts";
import { destinationWords } from "./telling.ts";

/** A withdrawal that waits for an operator. */
export function withdrawal(deps: MoneyDeps & Pick<Deps, "chain">) {
  return moneyChange(deps, {
    ...shared,
    purpose: "withdraw",
    pausedBy: "withdrawals",
    keyName: "withdraw",
    rules: oneByOne((reader, { actor, change, now }) =>
      withdrawalTerms(reader, { ...withdrawalRequestOf(actor, change, now), chain: deps.chain }),
    ),
    codeMail: (_change, terms) => ({
      action: { en: "Confirm your withdrawal", hi: "अपनी निकासी की पुष्टि करें" },
      facts: [
        { label: "Amount", value: fcText(terms.amountFc) },
        { label: "Fee", value: fcText(terms.feeFc) },
        ...(terms.taxFc > 0n ? [{ label: "Tax", value: fcText(terms.taxFc) } as const] : []),
        { label: "To", value: destinationWords(terms.type, terms.address) },
      ],
    }),
    // Address, fee and tax are no part of the call: the code confirms those that its mail named.
    context: ({ address = "", feeFc, taxFc }) => ({
      address,
      feeFc: String(feeFc),
      ...(taxFc > 0n && { taxFc: String(taxFc) }),
    }),
  });
}

/** An internal transfer, made at once. */
export function internalTransfer(deps: Deps) {
  return moneyChange(deps, {
    ...shared,
    purpose: "internal-transfer",
    pausedBy: "transfers",
    keyName: "internalTransfer",
    rules: oneByOne((reader, { actor, change, now }) =>
      withdrawalTerms(reader, { ...withdrawalRequestOf(actor, change, now), chain: deps.chain }),
    ),
    codeMail: (_change, terms) => ({
      action: { en: "Confirm your internal transfer", hi: "अपने आंतरिक ट्रांसफ़र की पुष्टि करें" },
      facts: [
        { label: "Amount", value: fcText(terms.amountFc) },
        { label: "To", value: destinationWords(terms.type, terms.address) },
      ],
    }),
  });
}

type WithdrawalResult = MoneyResult & { readonly id: number };

/** The steps that both have in common. */
const shared = {
  event: ({ type, amountFc }) => ({ kind: serverKinds[type].event, detail: fcText(amountFc) }),
  mail: async (tx, allowed) => {
    for (const { request, terms } of allowed) {
      const { actor, now } = request;
      const owedFc = asFc(await owedBy(tx, actor.memberId));
      const mail = { actor, ...terms, owedFc, destination: destinationWords(terms.type, terms.address), now };
      await serverKinds[terms.type].mail(tx, mail);
    }
  },
  sameness: ({ type, amountFc, address = "" }) => ({ type, amountFc: String(amountFc), address }),
  isUndone: async (db, { id }) => {
    const { status } = await db
      .selectFrom("withdrawals")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return status === "R";
  },
  post: async (tx, allowed) => {
    const results: WithdrawalResult[] = [];
    for (const { terms } of allowed) {
      const id = await writeWithdrawal(tx, terms);
      results.push({ id, reference: referenceOf(withdrawKinds[terms.type].receipt, id) });
    }
    return results;
  },
} satisfies Pick<
  MoneyDeclaration<"withdraw" | "internal-transfer", WithdrawalTerms, WithdrawalResult>,
  "event" | "mail" | "sameness" | "isUndone" | "post"
>;

interface WithdrawalRequest {
  memberId: number;
  type: WithdrawType;
  amountFc: Fc;
  change: WithdrawalChange;
  chain?: Chain | undefined;
  now: Date;
}

function withdrawalRequestOf(
  { memberId, refId }: MemberSession,
  change: WithdrawalChange,
  now: Date,
): WithdrawalRequest {
  // Another member's user id is answered as if it did not exist, as everywhere.
  if ("refId" in change && normaliseRefId(change.refId) !== refId) throw new AppError("NOT_FOUND");
  return { memberId, type: change.currencyType, amountFc: sure(fcFromWire(change.amount)), change, now };
}

interface WithdrawalTerms extends WithdrawalRequest {
  feeFc: Fc;
  /** Deducted at source. */
  taxFc: Fc;
  /** What the tax followed from; undefined where none is taken of withdrawals. */
  taxTerms: MemberTaxTerms | undefined;
  /** Where the coins go; undefined where the type needs no address. */
  address: string | undefined;
  drawn: Drawn;
}

/** Checks the rules, which the form shares, and returns the terms. */
async function withdrawalTerms(reader: RulesReader, request: WithdrawalRequest): Promise<WithdrawalTerms> {
  const { db } = reader;
  const { memberId, type, amountFc, change, chain, now } = request;
  const inWallets = await reader.balances(memberId, [...drawOrder, "transfer"]);
  // Read after the wallets are locked: a stake that is undone at this moment writes its hold under the same lock.
  const balances = withoutHeld(inWallets, await heldRefundFc(db, memberId));
  const limits = await walletSettingsOf(db);
  const { address: registered, waitingTime } = await destinationOf(db, { memberId, now });
  const { addressOf, checkAddress } = serverKinds[type];
  const address = addressOf({ registered, change });
  const kyc = await kycAllowanceOf(db, { memberId, now });
  const unproven = await unprovenAllowanceOf(db, { memberId, now });
  const problem = contract.withdrawProblem({
    type,
    amountFc,
    balanceFc: drawableFc(balances),
    limits,
    needsStake: await mustStakeFirst(db, memberId),
    address: address ?? null,
    kycAboveFc: kyc?.leftFc,
    unprovenFc: unproven?.leftFc,
  });
  if (problem) throw new AppError(problem);
  const { hasWaitingTime, isPayout } = withdrawKinds[type];
  if (address !== undefined) await checkAddress(db, { address, change, chain });
  if (hasWaitingTime && waitingTime) {
    const waitMs = waitingTime.until.getTime() - now.getTime();
    throw new AppError("WITHDRAWALS_HELD", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  const drawn = draw(balances, amountFc);
  if (!drawn) throw new AppError("INSUFFICIENT_BALANCE");
  const feeFc = contract.feeOf(type, limits);
  const taxTerms = isPayout ? await withdrawalTaxTerms(db, { memberId, now }) : undefined;
  const taxFc = taxTerms ? withdrawalTaxOf({ amountFc, feeFc, terms: taxTerms }).taxFc : noFc;
  return {
    ...request,
    feeFc,
    taxFc,
    taxTerms,
    address,
    drawn,
  };
}

/** Draws on the three wallets: into the member's hold until it is decided, or to where it is done at once. */
async function writeWithdrawal(tx: Tx, terms: WithdrawalTerms): Promise<number> {
  const { memberId, type, amountFc, feeFc, taxFc, taxTerms, address, drawn, now } = terms;
  const { entry, decision } = serverKinds[type];
  const { id } = await tx
    .insertInto("withdrawals")
    .values({
      member_id: memberId,
      amount_fc: amountFc,
      fee_fc: feeFc,
      tax_fc: taxFc,
      from_staking_fc: drawn.staking,
      from_earning_fc: drawn.earning,
      from_offer_fc: drawn.offer,
      currency_type: type,
      address: address ?? null,
      requested_at: now,
      ...decision(now),
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await post(tx, entry({ id, memberId, drawn, effectiveAt: now }));
  if (taxTerms) {
    await keepWithdrawalTax(tx, { withdrawalId: id, memberId, amountFc, feeFc, terms: taxTerms });
  }
  return id;
}
