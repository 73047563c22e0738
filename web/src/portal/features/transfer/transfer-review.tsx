import { fcText, usdText } from "@fc/contract/amount-text";
import { fcToWire } from "@fc/contract/money";
import { noticeMs } from "@fc/contract/otp/portal";
import { stakingMessages } from "@fc/contract/staking/portal";
import { topUpStake, transferCoins, transferSent } from "@fc/contract/transfer/portal";
import { useState } from "react";
import { call, type ApiError } from "../../../lib/api/api.ts";
import { fcOf } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { Review } from "../../../ui/money/review.tsx";
import { useOtpChange, type ConfirmedChange } from "../../../ui/otp/use-otp-change.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { worthOf, type TransferData, type TransferForm } from "./transfer-form.ts";

interface TransferReviewProps {
  form: TransferForm;
  data: TransferData;
  payableFc: bigint;
  receiverName: string | undefined;
  onDone: () => void;
  onClose: () => void;
  onRefused: (error: ApiError) => void;
}

/** One review, one key: however often it is sent, it is done once. */
export function TransferReview(props: TransferReviewProps) {
  const { form, data, payableFc, receiverName, onDone, onClose, onRefused } = props;
  const t = useT();
  const { id: userId, refId: ownRefId, name } = useMember();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const isStaking = form.type === "Staking";
  const isOwn = form.receiver === ownRefId;
  const coins = fcToWire(payableFc);
  const otp = useOtpChange({
    ...changeOf({ form, coins, userId, ownRefId, idempotencyKey }),
    userId,
    onDone: () => {
      toast.success(isStaking ? stakingMessages.topUpSent : transferSent, noticeMs.changeConfirmed);
      onDone();
    },
    onRefused: (error) => {
      onRefused(error);
      return false;
    },
  });
  const to = (
    <>
      {isOwn ? name : receiverName} <span className="unit-id dimmed">{form.receiver}</span>
    </>
  );
  return (
    <Review
      title={isStaking ? t("Review your staking") : t("Review your transfer")}
      action={isStaking ? t("Stake") : t("Transfer")}
      otp={otp}
      onClose={onClose}
    >
      <Figures>
        <Figure label={isStaking ? t("Stake for") : t("Receiver")}>{to}</Figure>
        {isStaking && <Figure label={t("Package")}>{usdText(BigInt(form.packageUsd || "0") * 100n)}</Figure>}
        <Figure
          label={isStaking ? t("You pay") : t("Amount")}
          strong
          hint={isStaking ? undefined : worthOf(payableFc, data)}
        >
          {fcText(payableFc)}
        </Figure>
        <Figure label={t("Fee")}>{t("None")}</Figure>
        <Figure label={t("Left in the wallet")}>
          {fcText(fcOf(data.available) > payableFc ? fcOf(data.available) - payableFc : 0n)}
        </Figure>
      </Figures>
    </Review>
  );
}

interface ReviewedTransfer {
  form: TransferForm;
  coins: number;
  userId: number;
  ownRefId: string;
  idempotencyKey: string;
}

/** Each purpose has a call of its own. */
function changeOf({ form, coins, userId, ownRefId, idempotencyKey }: ReviewedTransfer) {
  if (form.type === "Staking") {
    return {
      purpose: "staking-topup",
      change: { userId, amount: Number(form.packageUsd), refId: form.receiver, coins },
      perform: (body) => call(topUpStake, { body, idempotencyKey }),
    } satisfies ConfirmedChange<"staking-topup">;
  }
  return {
    purpose: "transfer",
    change: { fromRefId: ownRefId, toRefId: form.receiver, amount: coins },
    perform: (body) => call(transferCoins, { body, idempotencyKey }),
  } satisfies ConfirmedChange<"transfer">;
}
