import { fcText, usdText } from "@fc/contract/amount-text";
import { fcToWire } from "@fc/contract/money";
import { noticeMs } from "@fc/contract/otp/portal";
import {
  internalTransferSent,
  requestWithdrawal,
  transferInternally,
  withdrawSent,
  type WithdrawType,
} from "@fc/contract/withdraw/portal";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Review } from "../../../ui/money/review.tsx";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import type { reckoningOf } from "./withdraw-form.ts";

interface WithdrawReviewProps {
  type: WithdrawType;
  reckoning: NonNullable<ReturnType<typeof reckoningOf>>;
  address: string | null;
  hours: number;
  onDone: () => void;
  onClose: () => void;
}

/** One review, one key: however often it is sent, it is done once. */
export function WithdrawReview({ type, reckoning, address, hours, onDone, onClose }: WithdrawReviewProps) {
  const t = useT();
  const { id: userId, refId } = useMember();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const isCoin = type === "coin";
  const amount = fcToWire(reckoning.amountFc);
  const otp = useOtpChange({
    purpose: isCoin ? "withdraw" : "internal-transfer",
    userId,
    change: isCoin
      ? { userId, amount, currencyType: type, freeCoinAddress: address ?? "" }
      : { userId, refId, amount, currencyType: type },
    perform: (body) => send(body, idempotencyKey),
    onDone: () => {
      toast.success(isCoin ? withdrawSent : internalTransferSent, noticeMs.changeConfirmed);
      onDone();
    },
  });
  return (
    <Review
      title={isCoin ? t("Review your withdrawal") : t("Review your internal transfer")}
      action={isCoin ? t("Withdraw") : t("Transfer")}
      otp={otp}
      onClose={onClose}
    >
      <Figures>
        <Figure label={t("Sent to")} wide={isCoin}>
          {isCoin ? <span className="unit-id">{address}</span> : t("Your transfer wallet")}
        </Figure>
        <Figure label={t("Amount")}>{fcText(reckoning.amountFc)}</Figure>
        <Figure label={t("Fee")}>
          {reckoning.feeFc === 0n ? t("None") : `− ${fcText(reckoning.feeFc)}`}
        </Figure>
        {reckoning.deductionFc > 0n && (
          <Figure label={t("Deduction")}>− {fcText(reckoning.deductionFc)}</Figure>
        )}
        <Figure
          label={t("You receive")}
          strong
          hint={reckoning.netUsdCents === undefined ? undefined : `≈ ${usdText(reckoning.netUsdCents)}`}
        >
          {fcText(reckoning.netFc)}
        </Figure>
        <Figure label={t("Left in your wallets")}>{fcText(reckoning.remainsFc)}</Figure>
        <Figure label={t("Arrives")}>{isCoin ? t("Within {hours} hours", { hours }) : t("At once")}</Figure>
      </Figures>
    </Review>
  );
}

type Change =
  | { userId: number; amount: number; currencyType: "coin"; freeCoinAddress: string }
  | { userId: number; refId: string; amount: number; currencyType: "internal transfer" };

function send(body: Change | Record<string, unknown>, idempotencyKey: string) {
  const change = body as Change;
  return change.currencyType === "coin"
    ? call(requestWithdrawal, { body: change, idempotencyKey })
    : call(transferInternally, { body: change, idempotencyKey });
}
