import { sure } from "@fc/contract/sure";
import { fcFigure, fcText, usdText, usdWorthText } from "@fc/contract/amount-text";
import { normaliseRefId } from "@fc/contract/ref-id";
import { stakingPackagesUsd } from "@fc/contract/staking/portal";
import { transferTypes, type TransferType } from "@fc/contract/transfer/portal";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { coinsFigure, coinsText, fcOf } from "../../../lib/format/amounts.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { Form } from "../../../ui/form/form.tsx";
import { FcAmountField } from "../../../ui/money/fc-amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { MoneyButton } from "../../../ui/money/money-button.tsx";
import { OwnAmount, useOwnText } from "../../../ui/money/own-amounts.tsx";
import { notEnoughCoins, reviewedStep } from "../../../ui/money/review.tsx";
import { useMoneyDone, type MoneyPurpose } from "../../../ui/money/use-money-done.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import type { HeldStep } from "../../../ui/otp/held-step.ts";
import { Unanswered } from "../../../ui/otp/unanswered.tsx";
import type { Done } from "../../../ui/otp/use-otp-change.ts";
import { WalletTotal } from "../../../ui/money/wallet-total.tsx";
import { Columns } from "../../../ui/layout/columns.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { transferQuery } from "./queries.ts";
import { ReceiverField, useReceiver } from "./receiver-field.tsx";
import {
  costOf,
  isPayable,
  payableOf,
  rangeOf,
  transferFormProblems,
  worthOf,
  type TransferData,
  type TransferForm,
} from "./transfer-form.ts";
import { SendAgain } from "./send-again.tsx";
import { TransferReview } from "./transfer-review.tsx";

const typeLabels = {
  Transfer: msg("Transfer"),
  Staking: msg("Staking"),
} as const satisfies Record<TransferType, string>;
const typeHints = {
  Transfer: msg("Send coins to another wallet"),
  Staking: msg("Pay a package with your coins"),
} as const satisfies Record<TransferType, string>;

const purposes = ["transfer", "staking-topup"] as const;
type TransferPurpose = (typeof purposes)[number];

export default function TransferPage() {
  const { id: userId } = useMember();
  const moneyDone = useMoneyDone();
  const { data, error, refetch } = useQuery(transferQuery(userId));
  if (data) {
    return (
      <Unanswered purposes={purposes} userId={userId} onDone={moneyDone}>
        {({ notDone, onLeft }) => (
          <TransferForms
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
function formOf(step: HeldStep<TransferPurpose>): TransferForm | undefined {
  if (!step.change) return undefined;
  if ("toRefId" in step.change) {
    const { toRefId, amount } = step.change;
    return { type: "Transfer", receiver: toRefId, amount: fcFigure(fcOf(amount)), packageUsd: "" };
  }
  const { refId, amount } = step.change;
  return { type: "Staking", receiver: refId, amount: "", packageUsd: String(amount) };
}

interface TransferFormsProps {
  data: TransferData;
  /** A step that goes on: of before a reload, or one whose answer was lost and that was not done. */
  held: HeldStep<TransferPurpose> | undefined;
  onDone: (purpose: MoneyPurpose, done: Done) => void;
  onLeft: () => void;
}

function TransferForms({ data, held: step, onDone, onLeft }: TransferFormsProps) {
  const t = useT();
  const member = useMember();
  const queries = useQueryClient();
  const [held] = useState(() => step && formOf(step));
  const { receiverRefId, betweenMembers } = data.limits;
  const firstReceiver = (type: TransferType) => (type === "Staking" ? member.refId : (receiverRefId ?? ""));
  const [form, setForm] = useState<TransferForm>(
    held ?? { type: "Transfer", receiver: firstReceiver("Transfer"), amount: "", packageUsd: "" },
  );
  const [isTried, setTried] = useState(false);
  const [isReviewing, setReviewing] = useState(held !== undefined);

  const isStaking = form.type === "Staking";
  const isClosed = !isStaking && !betweenMembers && receiverRefId === null;
  const receiver = useReceiver({ typed: form.receiver, fixed: !betweenMembers, own: member.refId });
  const problems = transferFormProblems(form, data, {
    ownRefId: member.refId,
    isReceiverFound: receiver.name !== undefined,
  });
  const payableFc = payableOf(form, data);
  const isFine = Object.keys(problems).length === 0;
  const errorOf = (field: keyof typeof problems) => (isTried ? problems[field] : undefined);

  return (
    <Page>
      <Columns aside={<Wallet data={data} />} isAsideFirst>
        <Card>
          <Form
            onSubmit={() => {
              setTried(true);
              if (isFine && !isClosed) setReviewing(true);
            }}
          >
            <Choices
              label={t("Type")}
              value={form.type}
              onChange={(type) => {
                setTried(false);
                setForm({ ...form, type, receiver: firstReceiver(type) });
              }}
              options={transferTypes.map((value) => ({
                value,
                label: t(typeLabels[value]),
                hint: t(typeHints[value]),
              }))}
            />
            {isClosed ? (
              <Note>
                {t(
                  "Transfers are not open yet: no receiving account has been set up. You can still stake here.",
                )}
              </Note>
            ) : (
              <>
                <ReceiverField
                  label={isStaking ? t("Stake for user ID") : t("Receiver ID")}
                  value={form.receiver}
                  onChange={(typed) => setForm({ ...form, receiver: typed })}
                  receiver={receiver}
                  fixed={!betweenMembers}
                  own={{ ...member, isAllowed: isStaking }}
                  error={errorOf("receiver")}
                />
                {isStaking ? (
                  <Choices
                    label={t("Package")}
                    value={form.packageUsd}
                    onChange={(packageUsd) => setForm({ ...form, packageUsd })}
                    options={stakingPackagesUsd.map((usd) => ({
                      value: String(usd),
                      label: usdText(BigInt(usd) * 100n),
                      hint: costText(String(usd), data),
                    }))}
                    error={errorOf("amount") && t(sure(errorOf("amount")))}
                  />
                ) : (
                  <FcAmountField
                    label={t("Amount")}
                    value={form.amount}
                    onChange={(amount) => setForm({ ...form, amount })}
                    range={rangeOf(data)}
                    error={errorOf("amount") && t(sure(errorOf("amount")))}
                  />
                )}
                <TransferSummary form={form} data={data} payableFc={payableFc} />
                <MoneyButton>{isStaking ? t("Stake") : t("Transfer")}</MoneyButton>
                <Terms data={data} type={form.type} />
                {betweenMembers && !isStaking && (
                  <SendAgain
                    userId={member.id}
                    onPress={({ toRefId, amount }) => {
                      setForm({ ...form, receiver: toRefId, amount: fcFigure(fcOf(amount)) });
                      receiver.checkId(toRefId);
                    }}
                  />
                )}
              </>
            )}
          </Form>
        </Card>
      </Columns>
      {isReviewing && payableFc !== undefined && (
        <TransferReview
          form={{ ...form, receiver: normaliseRefId(form.receiver) }}
          data={data}
          payableFc={payableFc}
          receiverName={receiver.name}
          impossible={payableFc > fcOf(data.available) ? notEnoughCoins : problems.amount}
          onEnded={() =>
            Promise.all([
              queries.invalidateQueries(transferQuery(member.id)),
              queries.invalidateQueries({ queryKey: ["receiver"] }),
            ])
          }
          onClose={() => {
            setReviewing(false);
            onLeft();
          }}
          onDone={(purpose, done) => {
            setReviewing(false);
            setTried(false);
            setForm({ ...form, amount: "", packageUsd: "" });
            onDone(purpose, done);
          }}
        />
      )}
    </Page>
  );
}

function costText(packageUsd: string, data: TransferData): string | undefined {
  const cost = costOf(packageUsd, data);
  return cost === undefined ? undefined : fcText(cost);
}

function Wallet({ data }: { data: TransferData }) {
  const t = useT();
  const own = useOwnText();
  return (
    <Card>
      <div>
        <WalletTotal
          title={t("Transfer Wallet")}
          report={{ to: "/transferWallet-report", label: t("Transfer Wallet Report") }}
          figure={coinsFigure(data.available)}
          unit="FC"
        />
        {data.price !== undefined && (
          <p className="dimmed">
            {t("Worth {amount} today", { amount: own(usdWorthText(fcOf(data.available), fcOf(data.price))) })}
          </p>
        )}
      </div>
    </Card>
  );
}

interface TransferSummaryProps {
  form: TransferForm;
  data: TransferData;
  payableFc: bigint | undefined;
}

function TransferSummary({ form, data, payableFc }: TransferSummaryProps) {
  const t = useT();
  const balanceFc = fcOf(data.available);
  const leavesFc = payableFc !== undefined && isPayable(payableFc, form.type, data) ? payableFc : undefined;
  return (
    <Figures>
      <Figure label={t("Fee")}>{t("None")}</Figure>
      <Figure
        label={form.type === "Staking" ? t("You pay") : t("Receiver gets")}
        strong
        hint={worthOf(leavesFc, data)}
      >
        {leavesFc === undefined ? "–" : fcText(leavesFc)}
      </Figure>
      <Figure label={t("Left in the wallet")}>
        <OwnAmount>{fcText(balanceFc - (leavesFc ?? 0n))}</OwnAmount>
      </Figure>
    </Figures>
  );
}

/** Made of the settings, so that words and rules cannot differ. */
function Terms({ data: { limits, price }, type }: { data: TransferData; type: TransferType }) {
  const t = useT();
  if (type === "Staking") {
    return (
      <ul className="terms small dimmed">
        {price !== undefined && (
          <li>{t("Today's price: {amount} for $15.", { amount: coinsText(price) })}</li>
        )}
        <li>{t("The stake starts at once, without a proof image.")}</li>
      </ul>
    );
  }
  return (
    <ul className="terms small dimmed">
      <li>{t("Standard minimum transfer: {amount}.", { amount: coinsText(limits.notedMinimumFc) })}</li>
      <li>{t("Transfers are accepted from {amount}.", { amount: coinsText(limits.minimumFc) })}</li>
      <li>{t("Free of charge, and done at once.")}</li>
    </ul>
  );
}
