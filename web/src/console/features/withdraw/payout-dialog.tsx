import type { PayoutDetails } from "@fc/contract/withdraw/console-payouts";
import { payoutOutcomes, payoutStates } from "@fc/contract/withdraw/console-payout-states";
import { Flex, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { payoutQuery } from "./payout-queries.ts";

/** One payout with all its attempts. */
export function PayoutDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(payoutQuery(id));
  return (
    <Dialog title={data ? `Payout of ${coinsText(data.amount)}` : "Payout"} isWide onClose={onClose}>
      {data ? (
        <Details payout={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </Dialog>
  );
}

function Details({ payout }: { payout: PayoutDetails }) {
  const { outcome, state, nonce, blockNumber, feeCoin, transactionId, attemptList } = payout;
  return (
    <Stack>
      <Figures>
        <Figure label="State">
          {outcome === null ? payoutStates[state].label : payoutOutcomes[outcome]}
        </Figure>
        <Figure label="Withdrawal">
          <ReferenceLink reference={payout.reference} />
        </Figure>
        <Figure label="To this address (BEP20)">
          <span className="unit-id">{payout.address}</span>
        </Figure>
        <Figure label="Handed over" hint={payout.handedBy ?? undefined}>
          {dateTimeText(payout.handedAt, "en")}
        </Figure>
        {payout.sentAt !== null && <Figure label="Sent">{dateTimeText(payout.sentAt, "en")}</Figure>}
        {payout.settledAt !== null && <Figure label="Final">{dateTimeText(payout.settledAt, "en")}</Figure>}
        {payout.givenUpAt !== null && (
          <Figure label="Given up" hint={payout.givenUpBy ?? undefined}>
            {dateTimeText(payout.givenUpAt, "en")}
          </Figure>
        )}
        {nonce !== null && <Figure label="Nonce">{nonce}</Figure>}
        {blockNumber !== null && <Figure label="Block">{blockNumber.toLocaleString("en-IN")}</Figure>}
        {feeCoin !== null && <Figure label="Fee, in the chain's own coin">{feeCoin}</Figure>}
        {transactionId !== null && (
          <Figure label="Transaction" wide>
            <WithCopy text={transactionId} label="Copy the transaction" />
          </Figure>
        )}
      </Figures>
      <h2 className="card-title">Attempts</h2>
      {attemptList.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was signed yet.
        </Text>
      )}
      {attemptList.map((attempt) => (
        <Stack key={attempt.number} gap={4}>
          <Text fw={600}>
            {attempt.number}. {attempt.kind === "payment" ? "Payment" : "Give-up"}
            {attempt.maxFeeGwei !== null && `, up to ${attempt.maxFeeGwei} gwei`}
          </Text>
          <WithCopy text={attempt.hash} label={`Copy the transaction of attempt ${attempt.number}`} />
          <Text size="sm" c="dimmed">
            Signed {dateTimeText(attempt.createdAt, "en")}
            {attempt.lastSentAt === null
              ? ", not sent yet"
              : `, sent ${attempt.timesSent} ${attempt.timesSent === 1 ? "time" : "times"}, last ${dateTimeText(attempt.lastSentAt, "en")}`}
          </Text>
          {attempt.refusal !== null && <Text size="sm">Refused: {attempt.refusal}</Text>}
        </Stack>
      ))}
    </Stack>
  );
}

function WithCopy({ text, label }: { text: string; label: string }) {
  return (
    // The button is as large as a finger, beside the text and not within its lines.
    <Flex component="span" align="center" gap={4} my="-0.5rem" mih="var(--fc-tap)">
      <span className="unit-id">{text}</span>
      <CopyButton text={text} label={label} />
    </Flex>
  );
}
