import { fcText } from "@fc/contract/amount-text";
import { errors } from "@fc/contract/errors";
import { isWithin } from "@fc/contract/amount-range";
import { withdrawKinds, withdrawTypes, type WithdrawType } from "@fc/contract/withdraw/kinds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Form } from "../../../ui/form/form.tsx";
import { FcAmountField } from "../../../ui/money/fc-amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { MoneyButton } from "../../../ui/money/money-button.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { MoneyPage, useMoneyForm, type MoneyFormProps } from "../../../ui/money/money-page.tsx";
import { notEnoughCoins } from "../../../ui/money/review.tsx";
import { useCountdown } from "../../../lib/use-countdown.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Columns } from "../../../ui/layout/columns.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { Destination } from "./destination.tsx";
import { withdrawScreens } from "./kinds.tsx";
import { withdrawQuery, type WithdrawData } from "./queries.ts";
import { WalletsCard } from "./wallets-card.tsx";
import {
  addressIn,
  balanceOf,
  emptyForm,
  formOf,
  previewOf,
  rangeOf,
  withdrawFormProblem,
  withdrawPurposes,
  type WithdrawForm,
  type WithdrawPurpose,
} from "./withdraw-form.ts";
import { WithdrawReview } from "./withdraw-review.tsx";

export default function WithdrawPage() {
  const { id: userId } = useMember();
  return (
    <MoneyPage query={useQuery(withdrawQuery(userId))} purposes={withdrawPurposes}>
      {(form) => <WithdrawForms {...form} />}
    </MoneyPage>
  );
}

function WithdrawForms({ data, held, onDone, onLeft }: MoneyFormProps<WithdrawData, WithdrawPurpose>) {
  const t = useT();
  const { form, change, isTried, isReviewing, submit, review } = useMoneyForm<WithdrawForm>({
    held: held && formOf(held),
    first: emptyForm,
    emptied: { amount: "" },
    onDone,
    onLeft,
  });
  const amountInput = useRef<HTMLDivElement>(null);
  const preview = previewOf(form, data);
  const range = rangeOf(form.type, data);
  // Of an amount that cannot be withdrawn nothing arrives.
  const arrives = preview !== undefined && isWithin(preview.amountFc, range) ? preview : undefined;
  const problem = withdrawFormProblem(form, data);
  const { hasWaitingTime, isPayout } = withdrawKinds[form.type];
  const { action, Terms } = withdrawScreens[form.type];
  const isWaiting = useCountdown(data.state.heldUntil) > 0 && hasWaitingTime;
  const queries = useQueryClient();
  const { id: userId } = useMember();
  const impossible =
    preview !== undefined && preview.amountFc > balanceOf(data)
      ? notEnoughCoins
      : (problem?.message ?? (isWaiting ? errors.WITHDRAWALS_HELD[1] : undefined));
  const trySubmit = () => {
    submit(problem === undefined && !isWaiting);
    if (problem?.field === "amount") amountInput.current?.querySelector("input")?.focus();
  };
  return (
    <Page>
      <Columns aside={<WalletsCard data={data} />} isAsideFirst>
        <Card>
          <Form onSubmit={trySubmit}>
            <TypeChoice value={form.type} onChange={(type) => change({ type, address: undefined })} />
            {isPayout && <Destination form={form} change={change} data={data} />}
            <FcAmountField
              label={t("Amount")}
              value={form.amount}
              onChange={(amount) => change({ amount })}
              range={range}
              error={isTried && problem?.field === "amount" ? t(problem.message) : undefined}
              fieldRef={amountInput}
            />
            <WithdrawFigures arrives={arrives} data={data} />
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
          address={addressIn(form, data)}
          hours={data.settings.withdrawal.hours}
          balanceFc={balanceOf(data)}
          impossible={impossible}
          onEnded={() => queries.invalidateQueries(withdrawQuery(userId))}
          {...review}
        />
      )}
    </Page>
  );
}

interface TypeChoiceProps {
  value: WithdrawType;
  onChange: (type: WithdrawType) => void;
}

function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const t = useT();
  const options = withdrawTypes.map((type) => ({
    value: type,
    label: t(withdrawScreens[type].label),
    hint: t(withdrawScreens[type].hint),
  }));
  return <Choices label={t("Type")} value={value} onChange={onChange} options={options} />;
}

interface WithdrawFiguresProps {
  /** Of an amount that can be withdrawn. */
  arrives: ReturnType<typeof previewOf>;
  data: WithdrawData;
}

function WithdrawFigures({ arrives, data }: WithdrawFiguresProps) {
  const t = useT();
  const hasFee = arrives !== undefined && arrives.feeFc > 0n;
  return (
    <Figures>
      <Figure label={t("Fee")}>
        {arrives === undefined ? "–" : hasFee ? `− ${fcText(arrives.feeFc)}` : t("None")}
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
  );
}
