import { isBep20 } from "@fc/contract/coin-address/address";
import type { Payment } from "@fc/contract/staking/portal";
import { Box, Button, Flex, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { saveFile } from "../../../lib/api/save-file.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import type { QrCardText } from "../../../lib/qr-card.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { InfoIcon } from "../../../ui/icons/icons.tsx";
import { DownloadIcon, PhoneIcon } from "../../../ui/icons/screen-icons.tsx";
import { paymentQuery } from "./queries.ts";
import { StepCard } from "./stake-steps.tsx";
import { mostByUpiInr, upiLink } from "./upi.ts";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";

const ways = [
  { name: "upi", label: msg("UPI") },
  { name: "bank", label: msg("Bank") },
  { name: "coin", label: msg("Coin") },
] as const;
export type PaymentWay = (typeof ways)[number]["name"];

interface PaymentCardProps {
  /** As text, once an amount is chosen; in coins and rupees once the price is known. */
  amount:
    | { usd: string; fc: string | undefined; inr: string | undefined; inrPlain: string | undefined }
    | undefined;
  /** The first one that operators set up, until another is chosen. */
  way: PaymentWay | undefined;
  onWay: (way: PaymentWay) => void;
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** What follows the payment, while paying is the step. */
  children?: ReactNode;
}

/** Where to pay: a QR code for UPI or the coin address, and all details to be copied. */
export function PaymentCard({ headingRef, children, ...details }: PaymentCardProps) {
  const t = useT();
  const payment = useQuery(paymentQuery);
  return (
    <StepCard title={t("Pay for it")} headingRef={headingRef}>
      {payment.data ? (
        <Details payment={payment.data.data} {...details} />
      ) : payment.error ? (
        <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
      ) : (
        <TextSkeleton rows={3} />
      )}
      {children}
    </StepCard>
  );
}

function openWays(payment: Payment) {
  const isSet = {
    upi: payment.upiId !== "",
    bank: payment.accountNumber !== "",
    coin: payment.coinAddress !== "",
  } as const satisfies Record<PaymentWay, boolean>;
  return ways.filter(({ name }) => isSet[name]);
}

/** The way that is shown: the chosen one, or the first that operators set up. */
export function wayOf(payment: Payment, chosen: PaymentWay | undefined): PaymentWay | undefined {
  const open = openWays(payment);
  return open.find(({ name }) => name === chosen)?.name ?? open[0]?.name;
}

type DetailsProps = Pick<PaymentCardProps, "amount" | "way" | "onWay"> & { payment: Payment };

function Details({ payment, amount, way: chosen, onWay }: DetailsProps) {
  const t = useT();
  const open = openWays(payment);
  const way = wayOf(payment, chosen);
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
        <SegmentedControl
          fullWidth
          size="lg"
          aria-label={t("How to pay")}
          value={way}
          onChange={onWay}
          data={open.map(({ name, label }) => ({ value: name, label: t(label) }))}
        />
      )}
      {way === "upi" && <ByUpi payment={payment} amount={amount} />}
      {way === "bank" && (
        <Facts
          facts={[
            [t("Bank"), payment.bankName],
            [t("Account name"), payment.accountName],
            [t("Account number"), payment.accountNumber],
            [t("IFSC code"), payment.ifscCode],
          ]}
        />
      )}
      {way === "coin" && (
        <>
          <Note tone="bad">
            {t("Send only {coin} on {network}. Other coins, and coins sent on another network, are lost.", {
              coin: coinText(payment),
              network: networkText(payment),
            })}
          </Note>
          <Qr
            text={payment.coinAddress}
            label={t("QR code of the coin address")}
            card={{
              name: coinText(payment),
              words: networkText(payment),
              below: [payment.coinAddress],
            }}
          />
          <Facts
            facts={[
              [t("Coin"), coinText(payment)],
              [t("Network"), networkText(payment)],
              [t("Coin address"), payment.coinAddress],
            ]}
          />
        </>
      )}
    </>
  );
}

function ByUpi({ payment, amount }: Pick<DetailsProps, "payment" | "amount">) {
  const t = useT();
  const { refId } = useMember();
  const link = upiLink(payment, { refId, amountInr: amount?.inrPlain });
  const isMuch = Number(amount?.inrPlain ?? 0) > mostByUpiInr;
  return (
    <>
      {isMuch && (
        <Note>
          {t("Most banks allow at most ₹1,00,000 in one payment by UPI. For more, pay to the bank account.")}
        </Note>
      )}
      {amount?.inrPlain !== undefined && isOnPhone() && (
        <Button component="a" href={link} fullWidth leftSection={<PhoneIcon />}>
          {t("Pay by UPI app")}
        </Button>
      )}
      <Qr
        text={link}
        label={t("QR code to pay by UPI")}
        card={{
          name: payment.accountName || payment.upiId,
          words: amount?.inr ?? "",
          below: [payment.upiId],
        }}
      />
      <Facts
        facts={[
          [t("UPI ID"), payment.upiId],
          [t("Name"), payment.accountName],
        ]}
      />
    </>
  );
}

/** Only there is an app that such a link opens; elsewhere the code is scanned. */
function isOnPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** To be scanned by another phone, or saved and opened in the payment app of this one. */
function Qr({ text, label, card }: { text: string; label: string; card: Omit<QrCardText, "code"> }) {
  const t = useT();
  const save = async () => {
    try {
      const { qrCard } = await import("../../../lib/qr-card.ts");
      saveFile(await qrCard({ ...card, code: text }), "fc-portal-pay.png");
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Stack gap="xs" align="center">
      <QrCode text={text} label={label} />
      <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void save()}>
        {t("Save QR")}
      </Button>
    </Stack>
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

/** What is to be copied; what operators left empty is left out. */
function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  const t = useT();
  return (
    <dl style={{ margin: 0 }}>
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <Box key={label} py={8} style={{ borderTop: "1px solid var(--fc-line)" }}>
            <Text component="dt" c="dimmed" fz="sm">
              {label}
            </Text>
            <Flex component="dd" m={0} gap="xs" align="center" justify="space-between" fw={600}>
              <span className="unit-id" translate="no">
                {value}
              </span>
              <CopyButton text={value} label={t("Copy {what}", { what: label })} />
            </Flex>
          </Box>
        ))}
    </dl>
  );
}
