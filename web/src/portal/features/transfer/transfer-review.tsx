import { asUsdCents, minus, type Fc } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { fcToWire } from "@fc/contract/money";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { call } from "../../../lib/api/api.ts";
import { fcOf } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { useUndoText } from "../../../ui/money/undo-text.ts";
import { isReviewOver, Review } from "../../../ui/money/review.tsx";
import type { MoneyPurpose } from "../../../ui/money/use-money-done.ts";
import { useOtpChange, type ConfirmedChange, type Done } from "../../../ui/otp/use-otp-change.ts";
import { worthOf, type TransferData, type TransferForm } from "./transfer-form.ts";

interface TransferReviewProps {
  form: TransferForm;
  data: TransferData;
  payableFc: Fc;
  receiverName: string | undefined;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onClose: () => void;
  /** Why the wallet can no longer pay it; undefined while it can. */
  impossible: string | undefined;
  /** Fetches what the page shows again. */
  onEnded: () => Promise<unknown>;
}

export function TransferReview(props: TransferReviewProps) {
  const { form, data, payableFc, receiverName, onDone, onClose, impossible, onEnded } = props;
  const t = useT();
  const { id: userId, refId: ownRefId, name } = useMember();
  const isStaking = form.type === "Staking";
  const undoText = useUndoText(data.limits.coolingOffHours);
  const isOwn = form.receiver === ownRefId;
  const coins = fcToWire(payableFc);
  const change = changeOf({ form, coins, userId, ownRefId });
  const otp = useOtpChange({
    ...change,
    userId,
    onDone: (done) => onDone(change.purpose, done),
    onEnded,
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
      impossible={impossible}
      takeBack={isStaking ? undoText : undefined}
      onClose={onClose}
    >
      <Figures>
        <Figure label={isStaking ? t("Stake for") : t("Receiver")}>{to}</Figure>
        {isStaking && (
          <Figure label={t("Package")}>{usdText(asUsdCents(BigInt(form.packageUsd || "0") * 100n))}</Figure>
        )}
        <Figure
          label={isStaking ? t("You pay") : t("Amount")}
          strong
          hint={isStaking ? undefined : worthOf(payableFc, data)}
        >
          {fcText(payableFc)}
        </Figure>
        <Figure label={t("Fee")}>{t("None")}</Figure>
        {isReviewOver(otp, impossible) ? (
          <Figure label={t("In the wallet now")}>
            <OwnAmount>{fcText(fcOf(data.available))}</OwnAmount>
          </Figure>
        ) : (
          <Figure label={t("Left in the wallet")}>
            <OwnAmount>{fcText(minus(fcOf(data.available), payableFc))}</OwnAmount>
          </Figure>
        )}
      </Figures>
    </Review>
  );
}

interface ReviewedTransfer {
  form: TransferForm;
  coins: number;
  userId: number;
  ownRefId: string;
}

/** Each purpose has a call of its own. */
function changeOf({ form, coins, userId, ownRefId }: ReviewedTransfer) {
  if (form.type === "Staking") {
    return {
      purpose: "staking-topup",
      change: { userId, amount: Number(form.packageUsd), refId: form.receiver, coins },
      perform: async (body, idempotencyKey) => (await call(topUpStake, { body, idempotencyKey })).data,
    } satisfies ConfirmedChange<"staking-topup">;
  }
  return {
    purpose: "transfer",
    change: { fromRefId: ownRefId, toRefId: form.receiver, amount: coins },
    perform: async (body, idempotencyKey) => (await call(transferCoins, { body, idempotencyKey })).data,
  } satisfies ConfirmedChange<"transfer">;
}
