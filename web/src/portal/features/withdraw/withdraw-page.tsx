import { fcFigure, fcText } from "@fc/contract/amount-text";
import { errors } from "@fc/contract/errors";
import { isWithin } from "@fc/contract/amount-range";
import { withdrawKinds, withdrawTypes } from "@fc/contract/withdraw/kinds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fcOf } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Form } from "../../../ui/form/form.tsx";
import { FcAmountField } from "../../../ui/money/fc-amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { MoneyButton } from "../../../ui/money/money-button.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { notEnoughCoins, reviewedStep } from "../../../ui/money/review.tsx";
import { useMoneyDone, type MoneyPurpose } from "../../../ui/money/use-money-done.ts";
import { useCountdown } from "../../../lib/use-countdown.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import type { HeldStep } from "../../../ui/otp/held-step.ts";
import { Unanswered } from "../../../ui/otp/unanswered.tsx";
import type { Done } from "../../../ui/otp/use-otp-change.ts";
import { Columns } from "../../../ui/layout/columns.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Destination } from "./destination.tsx";
import { withdrawScreens } from "./kinds.tsx";
import { withdrawQuery, type WithdrawData } from "./queries.ts";
import { WalletsCard } from "./wallets-card.tsx";
import { balanceOf, previewOf, rangeOf, withdrawFormProblem, type WithdrawForm } from "./withdraw-form.ts";
import { WithdrawReview } from "./withdraw-review.tsx";

const purposes = ["withdraw", "internal-transfer"] as const;
type WithdrawPurpose = (typeof purposes)[number];

export default function WithdrawPage() {
  const { id: userId } = useMember();
  const moneyDone = useMoneyDone();
  const { data, error, refetch } = useQuery(withdrawQuery(userId));
  if (data) {
    return (
      <Unanswered purposes={purposes} userId={userId} onDone={moneyDone}>
        {({ notDone, onLeft }) => (
          <WithdrawForms
            data={data}
            held={notDone ?? reviewedStep(purposes, userId)}
            onDone={moneyDone}
            onLeft={onLeft}
          />
        )}
      </Unanswered>
    );
  }
  if (!error) return <PageSkeleton />;
  return (
    <Page width="form">
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    </Page>
  );
}

/** The form as it was confirmed. */
function formOf({ change }: HeldStep<WithdrawPurpose>): WithdrawForm | undefined {
  return change && { type: change.currencyType, amount: fcFigure(fcOf(change.amount)) };
}

interface WithdrawFormsProps {
  data: WithdrawData;
  /** A step that goes on: of before a reload, or one whose answer was lost and that was not done. */
  held: HeldStep<WithdrawPurpose> | undefined;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onLeft: () => void;
}

function WithdrawForms({ data, held: step, onDone, onLeft }: WithdrawFormsProps) {
  const t = useT();
  const [held] = useState(() => step && formOf(step));
  const [form, setForm] = useState<WithdrawForm>(held ?? { type: "coin", amount: "" });
  const [isTried, setTried] = useState(false);
  const [isReviewing, setReviewing] = useState(held !== undefined);
  const amountInput = useRef<HTMLDivElement>(null);
  const preview = previewOf(form, data);
  const range = rangeOf(form.type, data);
  // Of an amount that cannot be withdrawn nothing arrives.
  const arrives = preview !== undefined && isWithin(preview.amountFc, range) ? preview : undefined;
  const problem = withdrawFormProblem(form, data);
  const { hasWaitingTime, isPayout } = withdrawKinds[form.type];
  const { action, Terms } = withdrawScreens[form.type];
  const isWaiting = useCountdown(data.state.heldUntil) > 0 && hasWaitingTime;
  const mayReview = problem === undefined && !isWaiting;
  const queries = useQueryClient();
  const { id: userId } = useMember();
  const impossible =
    preview !== undefined && preview.amountFc > balanceOf(data)
      ? notEnoughCoins
      : (problem?.message ?? (isWaiting ? errors.WITHDRAWALS_HELD[1] : undefined));

  return (
    <Page>
      <Columns aside={<WalletsCard data={data} />} isAsideFirst>
        <Card>
          <Form
            onSubmit={() => {
              setTried(true);
              if (mayReview) setReviewing(true);
              else if (problem?.field === "amount") amountInput.current?.querySelector("input")?.focus();
            }}
          >
            <Choices
              label={t("Type")}
              value={form.type}
              onChange={(type) => setForm({ ...form, type })}
              options={withdrawTypes.map((value) => ({
                value,
                label: t(withdrawScreens[value].label),
                hint: t(withdrawScreens[value].hint),
              }))}
            />
            {isPayout && <Destination type={form.type} data={data} />}
            <FcAmountField
              label={t("Amount")}
              value={form.amount}
              onChange={(amount) => setForm({ ...form, amount })}
              range={range}
              error={isTried && problem?.field === "amount" ? t(problem.message) : undefined}
              fieldRef={amountInput}
            />
            <Figures>
              <Figure label={t("Fee")}>
                {arrives === undefined
                  ? "–"
                  : arrives.feeFc === 0n
                    ? t("None")
                    : `− ${fcText(arrives.feeFc)}`}
              </Figure>
              {arrives !== undefined && arrives.taxFc > 0n && (
                <Figure label={t("Tax deducted at source")} hint={data.state.tax?.section}>
                  − {fcText(arrives.taxFc)}
                </Figure>
              )}
              {arrives !== undefined && arrives.deductionFc > 0n && (
                <Figure label={t("Deduction")}>− {fcText(arrives.deductionFc)}</Figure>
              )}
              <Figure label={t("You receive")} strong hint={arrives?.netWorth}>
                {arrives === undefined ? "–" : fcText(arrives.netFc)}
              </Figure>
              <Figure label={t("Left in your wallets")}>
                <OwnAmount>{fcText(arrives?.remainsFc ?? balanceOf(data))}</OwnAmount>
              </Figure>
            </Figures>
            {isTried && problem?.field === "form" && (
              <Note tone="bad" live>
                {t(problem.message)}
              </Note>
            )}
            <MoneyButton isWaiting={isWaiting}>{action(t)}</MoneyButton>
            <Terms settings={data.settings} />
          </Form>
        </Card>
      </Columns>
      {isReviewing && preview && (
        <WithdrawReview
          type={form.type}
          preview={preview}
          address={data.state.freeCoinAddress}
          hours={data.settings.withdrawal.hours}
          balanceFc={balanceOf(data)}
          impossible={impossible}
          onEnded={() => queries.invalidateQueries(withdrawQuery(userId))}
          onClose={() => {
            setReviewing(false);
            onLeft();
          }}
          onDone={(purpose, done) => {
            setReviewing(false);
            setTried(false);
            setForm({ ...form, amount: "" });
            onDone(purpose, done);
          }}
        />
      )}
    </Page>
  );
}
