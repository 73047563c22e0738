import { fcText, usdText } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";
import { withdrawTypes, type WithdrawType } from "@fc/contract/withdraw";
import { useLingui } from "@lingui/react";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { compactCoins, coinsText, groupedAmount } from "../../lib/amounts.ts";
import { dateTimeText } from "../../lib/format.ts";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/member.ts";
import { msg } from "../../lib/msg.ts";
import { Form } from "../../ui/form.tsx";
import { AmountField } from "../../ui/money/amount-field.tsx";
import { Choices } from "../../ui/money/choices.tsx";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { wasReviewing } from "../../ui/money/review.tsx";
import { clockText, useCountdown } from "../../ui/money/use-countdown.ts";
import { Note } from "../../ui/note.tsx";
import { heldStep } from "../../ui/otp/held-step.ts";
import { Card, Page } from "../../ui/page.tsx";
import { ErrorState } from "../../ui/problem.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { withdrawQuery } from "./queries.ts";
import { balanceOf, reckoningOf, withdrawFormProblem, type WithdrawForm } from "./withdraw-form.ts";
import { WithdrawReview } from "./withdraw-review.tsx";

type Data = NonNullable<ReturnType<typeof useWithdrawData>["data"]>;

const typeLabels = {
  coin: msg("Coin"),
  "internal transfer": msg("Internal Transfer"),
} as const satisfies Record<WithdrawType, string>;
const typeHints = {
  coin: msg("To your free coin address"),
  "internal transfer": msg("To your transfer wallet"),
} as const satisfies Record<WithdrawType, string>;
const stakingPath: string = "/stacking";

function useWithdrawData() {
  return useQuery(withdrawQuery(useMember().id));
}

export default function WithdrawPage() {
  const { data, error, refetch } = useWithdrawData();
  if (data) return <WithdrawForms data={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page width="form">
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    </Page>
  );
}

/** A code that was sent before a reload still counts; the form stands as it was confirmed. */
function heldForm(userId: number): WithdrawForm | undefined {
  const now = new Date();
  const held = heldStep.find("withdraw", userId, now) ?? heldStep.find("internal-transfer", userId, now);
  const { currencyType, amount } = held?.change ?? {};
  const type = withdrawTypes.find((known) => known === currencyType);
  return type && typeof amount === "number" ? { type, amount: groupedAmount(String(amount), 4) } : undefined;
}

function WithdrawForms({ data }: { data: Data }) {
  const t = useT();
  const { id } = useMember();
  const queries = useQueryClient();
  const [held] = useState(() => (wasReviewing() ? heldForm(id) : undefined));
  const [form, setForm] = useState<WithdrawForm>(held ?? { type: "coin", amount: "" });
  const [isTried, setTried] = useState(false);
  const [isReviewing, setReviewing] = useState(held !== undefined);
  const amountInput = useRef<HTMLDivElement>(null);
  const reckoning = reckoningOf(form, data);
  const problem = withdrawFormProblem(form, data);
  const isHeld = useCountdown(data.state.heldUntil) > 0 && form.type === "coin";
  const mayReview = problem === undefined && !isHeld;

  return (
    <Page>
      <div className="money-columns">
        <div className="money-aside">
          <Wallets data={data} />
        </div>
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
                label: t(typeLabels[value]),
                hint: t(typeHints[value]),
              }))}
            />
            {form.type === "coin" && <Destination data={data} />}
            <div ref={amountInput} className="stack">
              <AmountField
                label={t("Amount")}
                unit="FC"
                name="amount"
                value={form.amount}
                onChange={(amount) => setForm({ ...form, amount })}
                error={isTried && problem?.field === "amount" && t(problem.message)}
              />
              <button
                type="button"
                className="link-button use-all"
                onClick={() => setForm({ ...form, amount: allOf(data) })}
              >
                {t("Use all: {amount}", { amount: fcText(balanceOf(data)) })}
              </button>
            </div>
            <Figures>
              <Figure label={t("Fee")}>
                {reckoning === undefined
                  ? "–"
                  : reckoning.feeFc === 0n
                    ? t("None")
                    : `− ${fcText(reckoning.feeFc)}`}
              </Figure>
              {reckoning !== undefined && reckoning.deductionFc > 0n && (
                <Figure label={t("Deduction")}>− {fcText(reckoning.deductionFc)}</Figure>
              )}
              <Figure
                label={t("You receive")}
                strong
                hint={
                  reckoning?.netUsdCents === undefined ? undefined : `≈ ${usdText(reckoning.netUsdCents)}`
                }
              >
                {reckoning === undefined ? "–" : fcText(reckoning.netFc)}
              </Figure>
              <Figure label={t("Left in your wallets")}>
                {fcText(reckoning?.remainsFc ?? balanceOf(data))}
              </Figure>
            </Figures>
            {isTried && problem?.field === "form" && (
              <Note tone="bad" live>
                {t(problem.message)}
              </Note>
            )}
            <Button type="submit" fullWidth aria-disabled={isHeld} mod={{ held: isHeld }}>
              {form.type === "coin" ? t("Withdraw") : t("Transfer")}
            </Button>
            <Terms data={data} type={form.type} />
          </Form>
        </Card>
      </div>
      {isReviewing && reckoning && (
        <WithdrawReview
          type={form.type}
          reckoning={reckoning}
          address={data.state.freeCoinAddress}
          hours={data.settings.withdrawal.hours}
          onClose={() => setReviewing(false)}
          onDone={() => {
            setReviewing(false);
            setTried(false);
            setForm({ ...form, amount: "" });
            // Coins moved: every figure on every screen may be another.
            void queries.invalidateQueries();
          }}
        />
      )}
    </Page>
  );
}

/** As it is typed: digits, grouped. */
function allOf(data: Data): string {
  const [figure = ""] = fcText(balanceOf(data)).split(" ");
  return figure;
}

function Wallets({ data: { wallet, state, deduction, ...rest } }: { data: Data }) {
  const t = useT();
  const { i18n } = useLingui();
  const [figure, unit] = fcText(balanceOf({ wallet, ...rest })).split(" ");
  return (
    <Card>
      <div className="wallet-head">
        <div className="card-header">
          <h2 className="card-title">{t("Available to withdraw")}</h2>
          <Link className="link-button small" to="/Withdraw-report" aria-label={t("Withdraw Report")}>
            {t("Report")}
          </Link>
        </div>
        <p className="wallet-total">
          {figure} <small>{unit}</small>
        </p>
      </div>
      <Figures>
        <Figure label={t("Staking Wallet")}>{coinsText(wallet.stackingWalletAmountNew)}</Figure>
        <Figure label={t("Earning Wallet")}>{coinsText(wallet.earningWalletAmountNew)}</Figure>
        <Figure label={t("Offer Wallet")}>{coinsText(wallet.offerWalletAmountNew)}</Figure>
        {state.pendingFc > 0 && (
          <Figure label={t("Pending withdrawals")}>{coinsText(state.pendingFc)}</Figure>
        )}
      </Figures>
      {deduction.DeductionFcAmount > 0 && (
        <Note>
          <p>
            {t("You owe {amount}. It is collected from your next accepted withdrawal.", {
              amount: fcText(fcFromWire(deduction.DeductionFcAmount) ?? 0n),
            })}
          </p>
          <ul className="owed">
            {deduction.items.map(({ amount, reason, createdAt }) => (
              <li key={`${createdAt}${reason}`} className="small">
                {reason}: {coinsText(amount)} ({dateTimeText(createdAt, i18n.locale)})
              </li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  );
}

/** Where the coins go, or what keeps them from going. */
function Destination({ data: { state, stakeMessage } }: { data: Data }) {
  const t = useT();
  const { i18n } = useLingui();
  const leftMs = useCountdown(state.heldUntil);
  return (
    <>
      {stakeMessage !== null && (
        <Note tone="bad">
          <p>{t(stakeMessage)}</p>
          <Link className="link-button" to={stakingPath}>
            {t("Staking")}
          </Link>
        </Note>
      )}
      {state.freeCoinAddress === null ? (
        <Note tone="bad">
          <p>{t("Please set free coin address before withdraw")}</p>
          <Link className="link-button" to="/coin-address">
            {t("Free Coin Address")}
          </Link>
        </Note>
      ) : (
        <div className="coin-address">
          <span className="small dimmed">{t("Free Coin Address")} (BEP20)</span>
          <span className="unit-id">{state.freeCoinAddress}</span>
        </div>
      )}
      {leftMs > 0 && state.heldUntil !== null && (
        <Note>
          <p>
            {state.heldAfter === "address"
              ? t("Your free coin address is new. For your safety coins can be sent to it from {time}.", {
                  time: dateTimeText(state.heldUntil, i18n.locale),
                })
              : t("Your password or e-mail is new. For your safety coins can be withdrawn from {time}.", {
                  time: dateTimeText(state.heldUntil, i18n.locale),
                })}
          </p>
          <p className="hold-clock" role="timer" aria-label={t("Time left")}>
            {clockText(leftMs)}
          </p>
        </Note>
      )}
    </>
  );
}

/** Made of the settings, so that words and rules cannot differ. */
function Terms({ data: { settings }, type }: { data: Data; type: WithdrawType }) {
  const t = useT();
  const { i18n } = useLingui();
  const { minimumFc, standardFromFc, standardToFc, feeFc, hours } = settings.withdrawal;
  if (type === "internal transfer") {
    return (
      <ul className="terms">
        <li>
          {t("Minimum internal transfer: {amount}.", {
            amount: coinsText(settings.internalTransferMinimumFc),
          })}
        </li>
        <li>{t("Free of charge, and done at once. It cannot be moved back.")}</li>
        <li>{t("Drawn from the staking wallet first, then earning, then offer.")}</li>
      </ul>
    );
  }
  return (
    <ul className="terms">
      <li>
        {t("Standard coin withdrawal: {from} to {to} coins.", {
          from: compactCoins(standardFromFc, i18n.locale),
          to: compactCoins(standardToFc, i18n.locale),
        })}
      </li>
      <li>{t("Requests are accepted from {amount}.", { amount: coinsText(minimumFc) })}</li>
      <li>{t("A fee of {amount} is taken out of the amount.", { amount: coinsText(feeFc) })}</li>
      <li>{t("It takes {hours} hours to complete.", { hours })}</li>
      <li>{t("Drawn from the staking wallet first, then earning, then offer.")}</li>
    </ul>
  );
}
