import { noUsdCents } from "@fc/contract/units";
import { taxFactsOf } from "@fc/contract/taxes/sentence";
import { inrText, usdText } from "@fc/contract/amount-text";
import { consoleReceipt } from "@fc/contract/find/console";
import { usdCentsFromWire } from "@fc/contract/money";
import { receiptKinds, type ReceiptKindName } from "@fc/contract/receipts/kinds";
import { requestStates } from "@fc/contract/request-states";
import type { ResponseOf } from "@fc/contract/route";
import { Anchor, Group, SimpleGrid, Stack } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { anyPage } from "../../../lib/asserted.ts";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { TaxSentence } from "../../../ui/why/tax-sentence.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { RequestTimeline } from "../../../ui/money/request-timeline.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { EntryLink } from "../../links/links.tsx";

function receiptQuery(reference: string) {
  return queryOptions({
    queryKey: ["console-receipt", reference],
    queryFn: async () => (await call(consoleReceipt, { params: { reference } })).data,
  });
}

/** A money movement of any member, by its reference. */
export default function ReceiptPage() {
  const { reference = "" }: { reference?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(receiptQuery(reference));
  if (data) return <Receipt receipt={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

type ShownReceipt = ResponseOf<typeof consoleReceipt>["data"];

/** The queue in which a request is decided; what is done at once has none. */
const queues: Partial<Record<ReceiptKindName, string>> = {
  "staking-request": "/staking-requests",
  withdrawal: "/withdrawals",
};

function Receipt({ receipt }: { receipt: ShownReceipt }) {
  const { kind, status, reference } = receipt;
  const queue = queues[kind];
  const search = { search: reference, ...(status === "P" ? {} : { status }) };
  return (
    <SimpleGrid minColWidth="min(24rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
      <Card title={receiptKinds[kind].label}>
        <Group gap="xs">
          <span className="unit-id">{reference}</span>
          <CopyButton text={reference} label="Copy the reference" />
          <StateTag status={status}>
            {receipt.isCancelled ? "Cancelled by the member" : requestStates[status].label}
          </StateTag>
        </Group>
        <ReceiptFigures receipt={receipt} />
        {queue && (
          <Anchor renderRoot={(props) => <Link {...props} to={queue} search={anyPage(search)} />}>
            Open it in its queue
          </Anchor>
        )}
      </Card>
      <Stack>
        <Card title="What happened">
          <RequestTimeline request={{ ...receipt, side: "own" }} />
        </Card>
      </Stack>
    </SimpleGrid>
  );
}

function ReceiptFigures({ receipt }: { receipt: ShownReceipt }) {
  const { member, counterpart, amountFc, amountUsd, amountInr, feeFc, taxFc, taxParts, deductionFc, netFc } =
    receipt;
  return (
    <Figures>
      <Figure label="Member">
        <Requester member={member} />
      </Figure>
      {counterpart && (
        <Figure label={receipt.kind === "top-up" ? "Stake for" : "Receiver"}>
          <Requester member={counterpart} />
        </Figure>
      )}
      {amountUsd !== null && (
        <Figure
          label="Dollars"
          hint={amountInr === null ? undefined : inrText(BigInt(Math.round(amountInr * 100)))}
        >
          {usdText(usdCentsFromWire(amountUsd) ?? noUsdCents)}
        </Figure>
      )}
      {amountFc !== null && <Figure label="Coins">{coinsText(amountFc)}</Figure>}
      {feeFc > 0 && <Figure label="Fee">− {coinsText(feeFc)}</Figure>}
      {/* The member gets it back with a withdrawal that is not paid. */}
      {netFc !== null && taxParts && (
        <Figure label="Tax deducted at source" hint={<TaxSentence facts={taxFactsOf(taxParts)} />}>
          − {coinsText(taxFc)}
        </Figure>
      )}
      {deductionFc !== null && deductionFc > 0 && (
        <Figure label="Deduction">− {coinsText(deductionFc)}</Figure>
      )}
      {netFc !== null && (
        <Figure label="To be sent, or sent" strong>
          {coinsText(netFc)}
        </Figure>
      )}
      {receipt.utr !== null && <Figure label="UPI reference (UTR)">{receipt.utr}</Figure>}
      {receipt.address !== null && <Figure label="Address">{receipt.address}</Figure>}
      {receipt.transactionId !== null && (
        <Figure label="Transaction ID" wide>
          <span className="unit-id">{receipt.transactionId}</span>
        </Figure>
      )}
      {receipt.reason !== null && <Figure label="Reason">{receipt.reason}</Figure>}
      <Figure label="Requested">{dateTimeText(receipt.requestedAt, "en")}</Figure>
      {receipt.dueAt !== null && <Figure label="Promised by">{dateTimeText(receipt.dueAt, "en")}</Figure>}
      {receipt.entries.length > 0 && (
        <Figure label="Entries of the ledger">
          <Group component="span" gap="xs" display="inline-flex">
            {receipt.entries.map((id) => (
              <EntryLink key={id} id={id} />
            ))}
          </Group>
        </Figure>
      )}
    </Figures>
  );
}
