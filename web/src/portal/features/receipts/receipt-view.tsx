import { taxFactsOf } from "@fc/contract/taxes/sentence";
import type { Receipt } from "@fc/contract/receipts/portal";
import { addressLabel } from "@fc/contract/receipts/steps";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { chainChecks, type ChainCheck } from "@fc/contract/withdraw/hand-payments";
import { ownWalletOf } from "@fc/contract/withdraw/kinds";
import { useLingui } from "@lingui/react";
import { cancelledByYou } from "@fc/contract/receipts/kinds";
import { Flex, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { Note, type Tone } from "../../../ui/feedback/note.tsx";
import { Columns } from "../../../ui/layout/columns.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { TaxSentence } from "../../../ui/why/tax-sentence.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { LeadFigure } from "../../../ui/money/lead-figure.tsx";
import { RequestTimeline } from "../../../ui/money/request-timeline.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import {
  amountsOf,
  counterpartLabel,
  kindLabels,
  netWorthOf,
  nextText,
  stateText,
  valuationLabels,
} from "./receipt-text.ts";

const nextTones = { P: "info", A: "good", R: "bad" } as const satisfies Record<Receipt["status"], Tone>;

const chainTones = {
  checking: "info",
  found: "good",
  "not-found": "bad",
} as const satisfies Record<ChainCheck, Tone>;

export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const { i18n } = useLingui();
  const { head, others } = amountsOf(receipt);
  const [openedAt] = useState(() => new Date());
  return (
    <Page>
      <article aria-label={t("Receipt {reference}", { reference: receipt.reference })}>
        <p className="only-printed">FC Portal</p>
        <Columns
          aside={
            <Stack gap="lg">
              <Card title={t("What happened")}>
                <RequestTimeline request={receipt} />
              </Card>
              <ReceiptActions receipt={receipt} amount={head} />
            </Stack>
          }
        >
          <Card>
            <header>
              <Group justify="space-between" gap="0.25rem 0.75rem">
                <h2 className="card-title">{t(kindLabels[receipt.kind])}</h2>
                <StateTag status={receipt.status}>{stateText(receipt, t)}</StateTag>
              </Group>
              <LeadFigure figure={head} isPublic />
              {others.length > 0 && (
                <>
                  <p>{others.join(" · ")}</p>
                  <p className="small dimmed">{t(valuationLabels[receipt.valuedAt])}</p>
                </>
              )}
            </header>
            {/* It would say that the coins were sent. */}
            {receipt.chainCheck !== "not-found" && (
              <Note tone={nextTones[receipt.status]}>
                {nextText(receipt, openedAt, { t, locale: i18n.locale })}
              </Note>
            )}
            {receipt.chainCheck && (
              <Note tone={chainTones[receipt.chainCheck]}>{t(chainChecks[receipt.chainCheck])}</Note>
            )}
            <ReceiptFigures receipt={receipt} />
          </Card>
        </Columns>
      </article>
    </Page>
  );
}

function ReceiptFigures({ receipt }: { receipt: Receipt }) {
  const t = useT();
  const { i18n } = useLingui();
  const { kind, side, status, reference, counterpart, address, transactionId, reason, drawn } = receipt;
  const isReturned = status === "R";
  const ownWallet = ownWalletOf(kind);
  return (
    <Figures>
      {counterpart && (
        <Figure label={t(counterpartLabel(receipt))}>
          {counterpart.name} <span className="unit-id dimmed">{counterpart.refId}</span>
        </Figure>
      )}
      {ownWallet !== undefined && <Figure label={t(addressLabel(receipt))}>{t(ownWallet)}</Figure>}
      {address !== null && (
        <Figure label={`${t(addressLabel(receipt))} (${receipt.network})`} wide>
          <Copied text={address} label={t("Copy the address")} />
        </Figure>
      )}
      {drawn?.map(({ wallet, amountFc }) => (
        <Figure
          key={wallet}
          label={
            <>
              {isReturned ? t("Returned to") : t("Taken from")} · {t(walletKinds[wallet].label)}
            </>
          }
        >
          {coinsText(amountFc)}
        </Figure>
      ))}
      {!isReturned && side === "own" && (
        <Figure label={t("Fee")}>{receipt.feeFc === 0 ? t("None") : `− ${coinsText(receipt.feeFc)}`}</Figure>
      )}
      {!isReturned && receipt.taxParts && (
        <Figure
          label={t("Tax deducted at source")}
          hint={<TaxSentence facts={taxFactsOf(receipt.taxParts)} />}
        >
          − {coinsText(receipt.taxFc)}
        </Figure>
      )}
      {!isReturned && receipt.deductionFc !== null && receipt.deductionFc > 0 && (
        <Figure label={kind === "stake-return" ? t("Already paid on it") : t("Deduction")}>
          − {coinsText(receipt.deductionFc)}
        </Figure>
      )}
      {(kind === "withdrawal" || kind === "stake-return") && receipt.netFc !== null && (
        <Figure label={status === "A" ? t("Paid") : t("You receive")} strong hint={netWorthOf(receipt)}>
          {coinsText(receipt.netFc)}
        </Figure>
      )}
      {transactionId !== null && (
        <Figure label={t("Transaction ID")} wide>
          <Copied text={transactionId} label={t("Copy the transaction ID")} />
          {receipt.explorerUrl !== null && (
            <div>
              <a href={receipt.explorerUrl} target="_blank" rel="noreferrer" className="link-button">
                {t("Look it up in the explorer")}
              </a>
            </div>
          )}
        </Figure>
      )}
      {reason !== null && (
        <Figure label={t("Reason")}>{reason === cancelledByYou ? t(cancelledByYou) : reason}</Figure>
      )}
      <Figure label={t("When")}>{dateTimeText(receipt.requestedAt, i18n.locale)}</Figure>
      <Figure label={t("Reference")}>
        <Copied text={reference} label={t("Copy the reference")} />
      </Figure>
    </Figures>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    // The button is higher than its line, which keeps its height.
    <Flex component="span" display="inline-flex" align="center" gap={4} my="-0.75rem" me="-0.75rem">
      <span className="unit-id">{text}</span>
      <CopyButton text={text} label={label} />
    </Flex>
  );
}
