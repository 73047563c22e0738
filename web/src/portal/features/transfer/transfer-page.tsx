import { asUsdCents, noFc, minus, type Fc } from "@fc/contract/units";
import { fcFigure, fcText, usdText, usdWorthText } from "@fc/contract/amount-text";
import { normaliseRefId } from "@fc/contract/ref-id";
import { stakingPackagesUsd } from "@fc/contract/staking/portal";
import { transferTypes, type TransferType } from "@fc/contract/transfer/portal";
import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { MoneyPage, useMoneyForm, type MoneyFormProps } from "../../../ui/money/money-page.tsx";
import { notEnoughCoins } from "../../../ui/money/review.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import type { HeldStep } from "../../../ui/otp/held-step.ts";
import { WalletTotal } from "../../../ui/money/wallet-total.tsx";
import { Columns } from "../../../ui/layout/columns.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
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
  return (
    <MoneyPage query={useQuery(transferQuery(userId))} purposes={purposes}>
      {(form) => <TransferForms {...form} />}
    </MoneyPage>
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

function TransferForms({ data, held, onDone, onLeft }: MoneyFormProps<TransferData, TransferPurpose>) {
  const member = useMember();
  const queries = useQueryClient();
  const { betweenMembers } = data.limits;
  const { form, change, isTried, setTried, isReviewing, submit, review } = useMoneyForm<TransferForm>({
    held: held && formOf(held),
    first: {
      type: "Transfer",
      receiver: firstReceiver("Transfer", data, member),
      amount: "",
      packageUsd: "",
    },
    emptied: { amount: "", packageUsd: "" },
    onDone,
    onLeft,
  });
  const isClosed = isTransferClosed(form, data);
  const receiver = useReceiver({ typed: form.receiver, fixed: !betweenMembers, own: member.refId });
  const problems = transferFormProblems(form, data, {
    ownRefId: member.refId,
    isReceiverFound: receiver.name !== undefined,
  });
  const payableFc = payableOf(form, data);
  const fetchAgain = () =>
    Promise.all([
      queries.invalidateQueries(transferQuery(member.id)),
      queries.invalidateQueries({ queryKey: ["receiver"] }),
    ]);
  return (
    <Page>
      <Columns aside={<Wallet data={data} />} isAsideFirst>
        <Card>
          <Form onSubmit={() => submit(Object.keys(problems).length === 0 && !isClosed)}>
            <TypeChoice
              value={form.type}
              onChange={(type) => {
                setTried(false);
                change({ type, receiver: firstReceiver(type, data, member) });
              }}
            />
            {isClosed ? (
              <Closed />
            ) : (
              <TransferFields
                form={form}
                data={data}
                receiver={receiver}
                payableFc={payableFc}
                problems={isTried ? problems : {}}
                onChange={change}
              />
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
          onEnded={fetchAgain}
          {...review}
        />
      )}
    </Page>
  );
}

function isTransferClosed({ type }: TransferForm, { limits }: TransferData): boolean {
  return type === "Transfer" && !limits.betweenMembers && limits.receiverRefId === null;
}

function firstReceiver(type: TransferType, { limits }: TransferData, own: { refId: string }): string {
  return type === "Staking" ? own.refId : (limits.receiverRefId ?? "");
}

function Closed() {
  const t = useT();
  return (
    <Note>
      {t("Transfers are not open yet: no receiving account has been set up. You can still stake here.")}
    </Note>
  );
}

interface TypeChoiceProps {
  value: TransferType;
  onChange: (type: TransferType) => void;
}

function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const t = useT();
  const options = transferTypes.map((type) => ({
    value: type,
    label: t(typeLabels[type]),
    hint: t(typeHints[type]),
  }));
  return <Choices label={t("Type")} value={value} onChange={onChange} options={options} />;
}

interface TransferFieldsProps {
  form: TransferForm;
  data: TransferData;
  receiver: ReturnType<typeof useReceiver>;
  payableFc: Fc | undefined;
  /** Those that are shown. */
  problems: ReturnType<typeof transferFormProblems>;
  onChange: (part: Partial<TransferForm>) => void;
}

function TransferFields({ form, data, receiver, payableFc, problems, onChange }: TransferFieldsProps) {
  const t = useT();
  const member = useMember();
  const { betweenMembers } = data.limits;
  const isStaking = form.type === "Staking";
  const amountError = problems.amount && t(problems.amount);
  return (
    <>
      <ReceiverField
        label={isStaking ? t("Stake for user ID") : t("Receiver ID")}
        value={form.receiver}
        onChange={(typed) => onChange({ receiver: typed })}
        receiver={receiver}
        fixed={!betweenMembers}
        own={{ ...member, isAllowed: isStaking }}
        error={problems.receiver}
      />
      {isStaking ? (
        <PackageChoice
          value={form.packageUsd}
          data={data}
          onChange={(packageUsd) => onChange({ packageUsd })}
          error={amountError}
        />
      ) : (
        <FcAmountField
          label={t("Amount")}
          value={form.amount}
          onChange={(amount) => onChange({ amount })}
          range={rangeOf(data)}
          error={amountError}
        />
      )}
      <TransferSummary form={form} data={data} payableFc={payableFc} />
      <MoneyButton>{isStaking ? t("Stake") : t("Transfer")}</MoneyButton>
      <Terms data={data} type={form.type} />
      {betweenMembers && !isStaking && (
        <SendAgain
          userId={member.id}
          onPress={({ toRefId, amount }) => {
            onChange({ receiver: toRefId, amount: fcFigure(fcOf(amount)) });
            receiver.checkId(toRefId);
          }}
        />
      )}
    </>
  );
}

interface PackageChoiceProps {
  value: string;
  data: TransferData;
  onChange: (packageUsd: string) => void;
  error: string | undefined;
}

function PackageChoice({ value, data, onChange, error }: PackageChoiceProps) {
  const t = useT();
  const options = stakingPackagesUsd.map((usd) => ({
    value: String(usd),
    label: usdText(asUsdCents(BigInt(usd) * 100n)),
    hint: costText(String(usd), data),
  }));
  return <Choices label={t("Package")} value={value} onChange={onChange} options={options} error={error} />;
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
            {t("Worth {amount} today", {
              amount: own(usdWorthText(fcOf(data.available), fcOf(data.price))),
            })}
          </p>
        )}
      </div>
    </Card>
  );
}

interface TransferSummaryProps {
  form: TransferForm;
  data: TransferData;
  payableFc: Fc | undefined;
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
        <OwnAmount>{fcText(minus(balanceFc, leavesFc ?? noFc))}</OwnAmount>
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
