import type { RequestStatus } from "@fc/contract/request-states";
import {
  approveStaking,
  consoleStakingRequests,
  rejectStaking,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Late, WaitingTime } from "../../../ui/queue/queue.tsx";
import { requestQueueStates } from "../../../ui/queue/queue-tools.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useMarks } from "../../../ui/queue/use-marks.ts";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { useScores } from "../../signals/queries.ts";
import { ScoreInLine } from "../../signals/score.tsx";
import { stakingQueueKey } from "./queries.ts";
import { RejectMarked } from "./reject-marked.tsx";
import { amountText, StakingRequestDetails } from "./staking-request-details.tsx";

/** Approving names the price and the duplicates that the operator saw, so that others are refused. */
interface Approval {
  kind: "approve";
  cost: number;
}

const states = requestQueueStates("Approved");

export default function StakingQueuePage() {
  const { role } = useOperator();
  const queue = useRequestQueue<QueuedStakingRequest, Approval, RequestStatus>({
    queryKey: stakingQueueKey,
    states,
    load: (query) => call(consoleStakingRequests, { query }),
    canDecide: mayCall(role, approveStaking),
    commit,
  });
  const { items, current, decide, reload } = queue;
  const marks = useMarks(items);
  const scores = useScores(items);
  const approve = () => {
    if (current?.atToday) decide({ kind: "approve", cost: current.atToday.cost, item: current });
  };
  // A duplicate takes a second key, and another one than A: anybody who goes through the queue by A alone stops here.
  const [askedId, setAskedId] = useState<number>();
  const isAsked = current !== undefined && askedId === current.id;
  const approveOrAsk = () => (current && current.sameProofs > 0 ? setAskedId(current.id) : approve());
  return (
    <RequestQueue
      queue={queue}
      label="Staking requests"
      line={(request) => <StakingRequestLine {...request} score={scores.get(request.member.id)} />}
      acceptKey={{ effect: "approve", onPress: approveOrAsk }}
      furtherKeys={[
        ...(isAsked ? [{ key: "d", effect: "approve the duplicate", onPress: approve }] : []),
        { key: "x", effect: "mark", onPress: () => current && marks.toggle(current) },
      ]}
      detailHints={[
        ["+ −", "zoom"],
        ["T", "turn"],
      ]}
      marks={{ ids: marks.ids, onToggle: marks.toggle, nameOf: ({ member }) => member.name }}
      tools={
        marks.marked.length > 0 && (
          <RejectMarked marked={marks.marked} onDone={() => void reload()} onClear={marks.clear} />
        )
      }
      acceptButton={
        current?.atToday ? (
          isAsked ? (
            <DuplicatePrompt onApprove={approve} />
          ) : (
            <Button onClick={approveOrAsk}>Approve</Button>
          )
        ) : (
          <Text size="sm" c="dimmed">
            It can be approved once a price is set.
          </Text>
        )
      }
      details={StakingRequestDetails}
      rejectTitle={({ member }) => `Reject the request of ${member.name}`}
      pendingText={({ kind, item: { amountUsd, member } }) =>
        `${kind === "approve" ? "Approving" : "Rejecting"} ${amountText(amountUsd)} of ${member.name}`
      }
    />
  );
}

function commit(decision: Decision<QueuedStakingRequest, Approval>): Promise<unknown> {
  const params = { id: decision.item.id };
  return decision.kind === "approve"
    ? call(approveStaking, { params, body: { cost: decision.cost, sameProofs: decision.item.sameProofs } })
    : call(rejectStaking, { params, body: { reason: decision.reason } });
}

/** What is wrong with it stands above, with the other requests: here is only how to go on. */
function DuplicatePrompt({ onApprove }: { onApprove: () => void }) {
  return (
    <>
      <p role="status">The key D approves it all the same.</p>
      <Button onClick={onApprove}>Approve the duplicate</Button>
    </>
  );
}

function StakingRequestLine(request: QueuedStakingRequest & { score: number | undefined }) {
  const { member, amountUsd, requestedAt, dueAt, status, sameProofs, score } = request;
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{amountText(amountUsd)}</strong>
      <span className="small dimmed unit-id">
        {member.refId}
        <ScoreInLine score={score} />
      </span>
      {sameProofs > 0 ? (
        <Late>same picture twice</Late>
      ) : (
        <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
      )}
    </>
  );
}
