import { Stack, Text } from "@mantine/core";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import type { QueuedStakingRequest } from "@fc/contract/staking/console";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { DecidedFigures } from "../../../ui/queue/decided-figures.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { RequestSignals } from "../../signals/member-signals.tsx";
import { stakingRequestQuery } from "./queries.ts";
import { UndoStake } from "./undo-stake.tsx";

export const amountText = (dollars: number) => usdText(usdCentsFromWire(dollars) ?? 0n);

interface StakingRequestDetailsProps {
  request: QueuedStakingRequest;
  /** The buttons that decide it. They are shown above the proof. */
  children: ReactNode;
}

/** Shows the amount of a request, its proof, and in which other requests the same picture was sent. */
export function StakingRequestDetails({ request, children }: StakingRequestDetailsProps) {
  const { data, error, refetch } = useQuery(stakingRequestQuery(request.id));
  const { member, amountUsd, atToday, status, requestedAt } = request;
  return (
    <Stack>
      <Figures>
        <Figure label={<Requester member={member} />} strong>
          {amountText(amountUsd)}
        </Figure>
        {status === "P" && (
          <Figure
            label={atToday ? `At today's price, ${coinsText(atToday.cost)} for $15` : "At today's price"}
          >
            {atToday ? coinsText(atToday.amountFc) : "No price is set"}
          </Figure>
        )}
        <Figure label="Requested">{dateTimeText(requestedAt, "en")}</Figure>
        <DecidedFigures request={request} accepted="Approved" />
      </Figures>
      {data && data.sameProofOf.length > 0 && (
        <Note tone="bad">
          <p>
            <strong>The same picture was sent in another request too.</strong>
          </p>
          {data.sameProofOf.map(({ refId, name, sentAt }) => (
            <Text key={refId + sentAt} size="sm">
              {name} ({refId}), {dateTimeText(sentAt, "en")}
            </Text>
          ))}
        </Note>
      )}
      <RequestSignals refId={member.refId} />
      {children}
      {data && <UndoStake request={request} undoing={data.undoing} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <ProofViewer src={data.proofUrl} alt={`Proof of payment by ${member.name}`} />}
    </Stack>
  );
}
