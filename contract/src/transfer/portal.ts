import { type Fc, type UsdCents, asFc } from "../units.ts";
import { isOneOf } from "../sure.ts";
import * as z from "zod/mini";
import { atLeast, isWithin, type FcRange } from "../amount-range.ts";
import { wireFc, wireUsd } from "../amounts.ts";
import type { ErrorCode } from "../errors.ts";
import { fcUnitsPerCoin } from "../money.ts";
import { periodFields } from "../period.ts";
import { normaliseRefId, typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { stakingPackagesUsd } from "../staking/portal.ts";
import { csv, pageOf, pageQuery } from "../table.ts";
import type { WalletSettings } from "../wallet/portal.ts";
import { ownUserId, repeats, timestamp } from "../wire.ts";

export const transferTypes = ["Transfer", "Staking"] as const;
export type TransferType = (typeof transferTypes)[number];

export const transferSent = "Transfer Request sent";

interface Transfer {
  amountFc: Fc;
  /** Of the transfer wallet. */
  balanceFc: Fc;
  fromRefId: string;
  toRefId: string;
  limits: Pick<WalletSettings["transfer"], "minimumFc">;
}

export function transferProblem(input: Transfer): ErrorCode | undefined {
  if (normaliseRefId(input.fromRefId) === normaliseRefId(input.toRefId)) return "OWN_USER_ID";
  return isWithin(input.amountFc, transferRange(input)) ? undefined : "INVALID_AMOUNT";
}

/** From the minimum, and above zero, up to all that the wallet holds. */
export function transferRange({ limits, balanceFc }: Pick<Transfer, "limits" | "balanceFc">): FcRange {
  return { leastFc: atLeast(asFc(BigInt(limits.minimumFc) * fcUnitsPerCoin), asFc(1n)), mostFc: balanceFc };
}

/** A package paid from the transfer wallet: a listed one, and not above what the wallet is worth today. */
export function topUpProblem(input: { amountUsd: number; balanceUsdCents: UsdCents }): ErrorCode | undefined {
  const isListed = isOneOf(stakingPackagesUsd, input.amountUsd);
  return isListed && BigInt(input.amountUsd) * 100n <= input.balanceUsdCents ? undefined : "INVALID_AMOUNT";
}

export const checkReceiver = route({
  method: "GET",
  path: "/user/checkUser/:receiverRefId",
  access: "member",
  summary: "The first name and an initial of the member who would receive a transfer.",
  params: z.object({ receiverRefId: typedRefId }),
  response: z.object({ data: z.string() }),
});

export const transferCoins = route({
  method: "POST",
  path: "/user/transferWallet",
  access: "member",
  summary: "Sends coins from the member's transfer wallet to the receiver's, at once.",
  body: z.strictObject({ fromRefId: typedRefId, toRefId: typedRefId, amount: wireFc, repeats }),
  response: z.object({ message: z.string(), data: z.object({ reference: z.string() }) }),
  idempotent: true,
});

export const topUpStake = route({
  method: "POST",
  path: "/user/stackingTopup",
  access: "member",
  summary: "Pays a package from the member's transfer wallet at today's price; the stake starts at once.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    /** Dollars, of the package list. */
    amount: wireUsd,
    /** Whose stake it is: the member's own, or another's where transfers between members are open. */
    refId: typedRefId,
    /** The coins it was said to cost; a price that changed meanwhile is refused. */
    coins: z.optional(wireFc),
    repeats,
  }),
  response: z.object({ message: z.string(), data: z.object({ reference: z.string() }) }),
  idempotent: true,
});

const transferRow = z.object({
  id: z.string(),
  reference: z.string(),
  fromRefId: z.string(),
  toRefId: z.string(),
  amount: z.number(),
  respondedAt: timestamp,
});
export type TransferRow = z.output<typeof transferRow>;

export const transferReportColumns = {
  date: "Date",
  receiver: "Receiver's ID",
  coins: "Coin (FC)",
} as const;
export const transferReportSorts = ["respondedAt", "toRefId", "amount"] as const;
const transferReportQuery = z.extend(pageQuery(transferReportSorts), periodFields);

export const transferReport = route({
  method: "GET",
  path: "/user/getTransferWalletReport/:userId",
  access: "member",
  summary: "What the member sent to others, without internal accounts; newest first unless sorted otherwise.",
  params: ownUserId,
  query: transferReportQuery,
  response: pageOf("data", transferRow),
});

export const transferReportCsv = route({
  method: "GET",
  path: "/user/getTransferWalletReport/:userId/csv",
  access: "member",
  summary: "All of them, as a file.",
  params: ownUserId,
  query: transferReportQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "transfer-wallet-report.csv" },
});
