import { noUsdCents } from "@fc/contract/units";
import { inrText, usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import { requestStates } from "@fc/contract/request-states";
import type { ResponseOf } from "@fc/contract/route";
import type {
  consoleStakingRequest,
  QueuedStakingRequest,
  ShortStakingRequest,
} from "@fc/contract/staking/console";
import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { ConfirmationFigure } from "../../../ui/queue/confirmation.tsx";
import { DecidedFigures } from "../../../ui/queue/decided-figures.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { RequestCredits } from "../../bank/request-credits.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { RequestSignals } from "../../signals/member-signals.tsx";
import { HeldRefundNote } from "./held-refund.tsx";
import { RequestDeposit } from "./request-deposit.tsx";
import { stakingRequestQuery } from "./queries.ts";
import { ShortfallNote } from "./shortfall.tsx";
import { UndoStake } from "./undo-stake.tsx";

export const amountText = (dollars: number) => usdText(usdCentsFromWire(dollars) ?? noUsdCents);

interface StakingRequestDetailsProps {
  request: QueuedStakingRequest;
  /** The buttons that decide it. They are shown above the history. */
  children: ReactNode;
}

/** What was to be paid and by whom, beside the proof of it; then who else sent it, and what the member did before. */
export function StakingRequestDetails({ request, children }: StakingRequestDetailsProps) {
  const { data, error, refetch } = useQuery(stakingRequestQuery(request.id));
  return (
    <Stack>
      <SimpleGrid minColWidth="min(20rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
        <Stack>
          <RequestFigures request={request} />
          {request.deposit && data && (
            <RequestDeposit
              deposit={request.deposit}
              transfers={data.transfers}
              doubt={request.doubt}
              confirmedReason={request.confirmedReason}
            />
          )}
          <RequestCredits request={request} />
          {data && data.sameProofOf.length > 0 && <SameProof requests={data.sameProofOf} />}
          <RequestSignals refId={request.member.refId} />
          {children}
          {data?.refund && <HeldRefundNote refund={data.refund} />}
          {data?.shortfall && <ShortfallNote request={request} shortfall={data.shortfall} />}
          {data && <UndoStake request={request} undoing={data.undoing} />}
        </Stack>
        {data && <ProofViewer src={data.proofUrl} alt={`Proof of payment by ${request.member.name}`} />}
      </SimpleGrid>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <History history={data.history} />}
    </Stack>
  );
}

function RequestFigures({ request }: { request: QueuedStakingRequest }) {
  const { member, amountUsd, amountInr, utr, atToday, status, requestedAt, reference } = request;
  const { approvedItself } = request;
  return (
    <Figures>
      <Figure
        label={<Requester member={member} />}
        strong
        hint={amountInr === null ? undefined : inrText(BigInt(Math.round(amountInr * 100)))}
      >
        {amountText(amountUsd)}
      </Figure>
      <Figure label="UPI reference (UTR)">
        {utr === null ? (
          <Text span c="dimmed">
            not given
          </Text>
        ) : (
          <Copied text={utr} label="Copy the UTR" />
        )}
      </Figure>
      {status === "P" && (
        <Figure label={atToday ? `At today's price, ${coinsText(atToday.cost)} for $15` : "At today's price"}>
          {atToday ? coinsText(atToday.amountFc) : "No price is set"}
        </Figure>
      )}
      <Figure label="Requested">{dateTimeText(requestedAt, "en")}</Figure>
      <Figure label="Reference">
        <ReferenceLink reference={reference} />
      </Figure>
      {approvedItself && (
        <Figure label="Approved">by itself: the coins came from the member&apos;s own address</Figure>
      )}
      <ConfirmationFigure request={request} />
      <DecidedFigures request={request} accepted="Approved" />
    </Figures>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    // The button is higher than its line, which keeps its height.
    <Group component="span" display="inline-flex" gap={4} my="-0.75rem" me="-0.75rem" wrap="nowrap">
      <span className="unit-id">{text}</span>
      <CopyButton text={text} label={label} />
    </Group>
  );
}

type Details = ResponseOf<typeof consoleStakingRequest>["data"];

/** Who sent it before is no proof of a fraud, but it is for the operator to judge. */
function SameProof({ requests }: { requests: Details["sameProofOf"] }) {
  return (
    <Note tone="bad">
      <p>
        <strong>The same proof was sent in another request too.</strong>
      </p>
      {requests.map((request) => (
        <Text key={request.reference} size="sm">
          The same {request.same}: <Requester member={request.member} /> · <ShortRequest request={request} />
        </Text>
      ))}
    </Note>
  );
}

function ShortRequest({ request }: { request: ShortStakingRequest }) {
  const { reference, amountUsd, status, isCancelled, requestedAt } = request;
  const state = isCancelled ? "Cancelled by the member" : requestStates[status].label;
  return (
    <>
      <ReferenceLink reference={reference} /> · {amountText(amountUsd)} · {state} ·{" "}
      {dateTimeText(requestedAt, "en")}
    </>
  );
}

function History({ history }: Pick<Details, "history">) {
  const { joinedAt, approved, rejected, stakedUsd, withdrawnFc, requests } = history;
  return (
    <Stack component="section" gap="xs" aria-label="The member's history">
      <h2 className="card-title">The member&apos;s history</h2>
      <Text>
        Member since {dateText(joinedAt, "en")} · {approved} {approved === 1 ? "request" : "requests"}{" "}
        approved, {rejected} rejected · {amountText(stakedUsd)} staked now · {coinsText(withdrawnFc)}{" "}
        withdrawn
      </Text>
      {requests.length === 0 && <Text c="dimmed">This is the first request.</Text>}
      {requests.map((request) => (
        <Text key={request.reference} size="sm">
          <ShortRequest request={request} />
        </Text>
      ))}
    </Stack>
  );
}
