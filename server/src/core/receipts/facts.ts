import type { Fc, UsdCents } from "@fc/contract/units";
import { fcToWire, inrPaiseToWire, usdCentsToWire } from "@fc/contract/money";
import { receiptKinds } from "@fc/contract/receipts/kinds";
import type { Receipt } from "@fc/contract/receipts/portal";
import type { DrawnWallet } from "@fc/contract/wallet/kinds";

type InUnits = {
  amountFc: Fc | null;
  amountUsdCents: UsdCents | null;
  amountInrPaise: bigint | null;
  feeFc: Fc;
  taxFc: Fc;
  taxParts: {
    section: string;
    ratePercent: number;
    thresholdPaise: bigint;
    taxedFc: Fc;
    earlierFc: Fc;
  } | null;
  deductionFc: Fc | null;
  netFc: Fc | null;
  netUsdCents: UsdCents | null;
  netInrPaise: bigint | null;
  drawn: readonly { wallet: DrawnWallet; amountFc: Fc }[] | null;
};
type Moment = "dueAt" | "respondedAt" | "stakeEndedAt";

/** A receipt in units and dates, of which the page's data and the file are made. */
export type ReceiptFacts = Omit<
  Receipt,
  keyof InUnits | Moment | "requestedAt" | "amountUsd" | "amountInr" | "netUsd" | "netInr" | "canCancel"
> &
  InUnits &
  Record<Moment, Date | null> & { requestedAt: Date };

export function receiptData(facts: ReceiptFacts): Receipt {
  const { amountUsdCents, amountInrPaise, netUsdCents, netInrPaise, requestedAt, ...same } = facts;
  return {
    ...same,
    canCancel: receiptKinds[facts.kind].isDecided && facts.status === "P" && !facts.isBeingPaid,
    amountFc: orNull(facts.amountFc, fcToWire),
    amountUsd: orNull(amountUsdCents, usdCentsToWire),
    amountInr: orNull(amountInrPaise, inrPaiseToWire),
    feeFc: fcToWire(facts.feeFc),
    taxFc: fcToWire(facts.taxFc),
    taxParts: orNull(facts.taxParts, ({ thresholdPaise, taxedFc, earlierFc, ...parts }) => ({
      ...parts,
      thresholdInr: inrPaiseToWire(thresholdPaise),
      taxedFc: fcToWire(taxedFc),
      earlierFc: fcToWire(earlierFc),
    })),
    deductionFc: orNull(facts.deductionFc, fcToWire),
    netFc: orNull(facts.netFc, fcToWire),
    netUsd: orNull(netUsdCents, usdCentsToWire),
    netInr: orNull(netInrPaise, inrPaiseToWire),
    drawn: orNull(facts.drawn, (drawn) =>
      drawn.map(({ wallet, amountFc }) => ({ wallet, amountFc: fcToWire(amountFc) })),
    ),
    requestedAt: requestedAt.toISOString(),
    dueAt: orNull(facts.dueAt, iso),
    respondedAt: orNull(facts.respondedAt, iso),
    stakeEndedAt: orNull(facts.stakeEndedAt, iso),
  };
}

const iso = (at: Date) => at.toISOString();

function orNull<Value, Shown>(value: Value | null, show: (value: Value) => Shown): Shown | null {
  return value === null ? null : show(value);
}
