import { hoursText } from "@fc/contract/hours-text";
import type { Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { fcToWire } from "@fc/contract/money";
import {
  isWithdrawType,
  withdrawDestination,
  withdrawKinds,
  type WithdrawType,
} from "@fc/contract/withdraw/kinds";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { call } from "../../../lib/api/api.ts";
import { useLanguage, useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { isReviewOver, Review } from "../../../ui/money/review.tsx";
import type { MoneyPurpose } from "../../../ui/money/use-money-done.ts";
import { useOtpChange, type ConfirmedChange, type Done } from "../../../ui/otp/use-otp-change.ts";
import { withdrawScreens } from "./kinds.tsx";
import { CoinAddress } from "./coin-address.tsx";
import { addressInRequest, type previewOf } from "./withdraw-form.ts";

interface WithdrawReviewProps {
  type: WithdrawType;
  preview: NonNullable<ReturnType<typeof previewOf>>;
  address: string | null;
  hours: number;
  balanceFc: Fc;
  /** Why it can no longer be withdrawn; undefined while it can. */
  impossible: string | undefined;
  /** Fetches what the page shows again. */
  onEnded: () => Promise<unknown>;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onClose: () => void;
}

export function WithdrawReview(props: WithdrawReviewProps) {
  const { type, preview, address, hours, balanceFc, impossible, onEnded, onDone, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const { id: userId, refId } = useMember();
  const { isDecidedByOperator } = withdrawKinds[type];
  const { action, reviewTitle } = withdrawScreens[type];
  const change = changeOf({ type, amount: fcToWire(preview.amountFc), address, userId, refId });
  const otp = useOtpChange({ ...change, userId, onDone: (done) => onDone(change.purpose, done), onEnded });
  return (
    <Review
      title={t(reviewTitle)}
      action={action(t)}
      otp={otp}
      impossible={impossible}
      takeBack={isDecidedByOperator ? t("You can cancel it until we begin to pay it.") : undefined}
      onClose={onClose}
    >
      <Figures>
        <Figure label={t("To be sent to")} wide={address !== null}>
          {address === null ? t(withdrawDestination(type, null)) : <CoinAddress address={address} />}
        </Figure>
        <Figure label={t("Amount")}>{fcText(preview.amountFc)}</Figure>
        <Figure label={t("Fee")}>{preview.feeFc === 0n ? t("None") : `− ${fcText(preview.feeFc)}`}</Figure>
        {preview.taxFc > 0n && <Figure label={t("Tax deducted at source")}>− {fcText(preview.taxFc)}</Figure>}
        {preview.deductionFc > 0n && <Figure label={t("Deduction")}>− {fcText(preview.deductionFc)}</Figure>}
        <Figure label={t("You receive")} strong hint={preview.netWorth}>
          {fcText(preview.netFc)}
        </Figure>
        {isReviewOver(otp, impossible) ? (
          <Figure label={t("In your wallets now")}>
            <OwnAmount>{fcText(balanceFc)}</OwnAmount>
          </Figure>
        ) : (
          <>
            <Figure label={t("Left in your wallets")}>
              <OwnAmount>{fcText(preview.remainsFc)}</OwnAmount>
            </Figure>
            <Figure label={t("Arrives")}>
              {isDecidedByOperator
                ? t("Within {hours}", { hours: hoursText(hours, language) })
                : t("At once")}
            </Figure>
          </>
        )}
      </Figures>
    </Review>
  );
}

interface ReviewedWithdrawal {
  type: WithdrawType;
  amount: number;
  address: string | null;
  userId: number;
  refId: string;
}

/** Each purpose has a call of its own. */
function changeOf({ type, amount, address, userId, refId }: ReviewedWithdrawal) {
  if (isWithdrawType(type, "purpose", "withdraw")) {
    return {
      purpose: "withdraw",
      change: { userId, amount, currencyType: type, ...addressInRequest(type, address) },
      perform: async (body, idempotencyKey) => (await call(requestWithdrawal, { body, idempotencyKey })).data,
    } satisfies ConfirmedChange<"withdraw">;
  }
  return {
    purpose: "internal-transfer",
    change: { userId, refId, amount, currencyType: type },
    perform: async (body, idempotencyKey) => (await call(transferInternally, { body, idempotencyKey })).data,
  } satisfies ConfirmedChange<"internal-transfer">;
}
