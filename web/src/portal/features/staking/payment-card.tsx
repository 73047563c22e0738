import { isBep20 } from "@fc/contract/coin-address/address";
import type { Payment } from "@fc/contract/staking/portal";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { InfoIcon } from "../../../ui/icons/icons.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { paymentQuery } from "./queries.ts";

interface PaymentCardProps {
  /** As text, once an amount is chosen; in coins and rupees once the price is known. */
  amount:
    | { usd: string; fc: string | undefined; inr: string | undefined; inrPlain: string | undefined }
    | undefined;
}

/** Where to pay: a QR code for UPI or the coin address, and all details to be copied. */
export function PaymentCard({ amount }: PaymentCardProps) {
  const t = useT();
  const payment = useQuery(paymentQuery);
  return (
    <section className="card stack stake-payment" aria-labelledby="stake-payment">
      <h2 className="card-title" id="stake-payment">
        {t("Pay for it")}
      </h2>
      {payment.data ? (
        <Details payment={payment.data.data} amount={amount} />
      ) : payment.error ? (
        <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
      ) : (
        <TextSkeleton rows={3} />
      )}
    </section>
  );
}

const ways = [
  { name: "upi", label: msg("UPI") },
  { name: "bank", label: msg("Bank") },
  { name: "coin", label: msg("Coin") },
] as const;
type PaymentWay = (typeof ways)[number]["name"];

function Details({ payment, amount }: PaymentCardProps & { payment: Payment }) {
  const t = useT();
  const { refId } = useMember();
  const isSet = {
    upi: payment.upiId !== "",
    bank: payment.accountNumber !== "",
    coin: payment.coinAddress !== "",
  };
  const open = ways.filter(({ name }) => isSet[name]);
  const [chosen, setChosen] = useState<PaymentWay>();
  const way = chosen ?? open[0]?.name;
  // Only FC has a price here; what another coin costs, its exchange says.
  const inCoins = payment.coinToken === "FC" ? amount?.fc : undefined;
  const sum = way === "coin" ? inCoins : amount?.inr;
  if (way === undefined) {
    return (
      <EmptyState icon={InfoIcon} act={{ to: "/support", label: t("Support") }}>
        {t("The payment details are not set yet. Please ask support where to pay.")}
      </EmptyState>
    );
  }
  return (
    <>
      <p>
        {amount === undefined
          ? t("Choose an amount first; then this shows what to pay.")
          : sum === undefined
            ? t("Pay {amount}, then add the proof of it.", { amount: amount.usd })
            : t("Pay {sum} ({amount}), then add the proof of it.", { sum, amount: amount.usd })}
      </p>
      {open.length > 1 && (
        <div className="segments stake-ways" role="group" aria-label={t("How to pay")}>
          {open.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              className="segment"
              aria-pressed={name === way}
              onClick={() => setChosen(name)}
            >
              {t(label)}
            </button>
          ))}
        </div>
      )}
      {way === "upi" && (
        <>
          <QrCode text={upiLink(payment, refId, amount?.inrPlain)} label={t("QR code to pay by UPI")} />
          <dl className="stake-facts">
            <Fact label={t("UPI ID")} value={payment.upiId} />
            {payment.accountName && <Fact label={t("Name")} value={payment.accountName} />}
          </dl>
        </>
      )}
      {way === "bank" && (
        <dl className="stake-facts">
          {payment.bankName && <Fact label={t("Bank")} value={payment.bankName} />}
          {payment.accountName && <Fact label={t("Account name")} value={payment.accountName} />}
          <Fact label={t("Account number")} value={payment.accountNumber} />
          {payment.ifscCode && <Fact label={t("IFSC code")} value={payment.ifscCode} />}
        </dl>
      )}
      {way === "coin" && (
        <>
          <Note tone="bad">
            {t("Send only {coin} on {network}. Other coins, and coins sent on another network, are lost.", {
              coin: coinText(payment),
              network: networkText(payment),
            })}
          </Note>
          <QrCode text={payment.coinAddress} label={t("QR code of the coin address")} />
          <dl className="stake-facts">
            <Fact label={t("Coin")} value={coinText(payment)} />
            <Fact label={t("Network")} value={networkText(payment)} />
            <Fact label={t("Coin address")} value={payment.coinAddress} />
          </dl>
        </>
      )}
    </>
  );
}

/** With the standard of its tokens, by which wallets tell it from coins of the same name. */
function coinText({ coinToken, coinNetwork }: Payment): string {
  return isBep20(coinNetwork) ? `${coinToken} (BEP20)` : coinToken;
}

/** As wallets and exchanges name it. */
function networkText({ coinNetwork }: Payment): string {
  return isBep20(coinNetwork) ? "BNB Smart Chain" : coinNetwork;
}

/** What a payment app opens: to whom, how much, and whose stake it is for. */
function upiLink({ upiId, accountName }: Payment, refId: string, amountInr: string | undefined): string {
  const fields = {
    pa: upiId,
    ...(accountName ? { pn: accountName } : {}),
    ...(amountInr ? { am: amountInr } : {}),
    cu: "INR",
    tn: `Stake ${refId}`,
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join("&")}`;
}

function Fact({ label, value }: { label: string; value: string }) {
  const t = useT();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="unit-id" translate="no">
          {value}
        </span>
        <CopyButton text={value} label={t("Copy {what}", { what: label })} />
      </dd>
    </div>
  );
}
