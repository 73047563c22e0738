import {
  approveStaking,
  consoleStakingRequests,
  rejectStaking,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { Button } from "@mantine/core";
import { call } from "../../../lib/api/api.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { WaitingTime } from "../../../ui/queue/queue.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useMarks } from "../../../ui/queue/use-marks.ts";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { stakingQueueKey } from "./queries.ts";
import { RejectMarked } from "./reject-marked.tsx";
import { amountText, StakingRequestDetails } from "./staking-request-details.tsx";

/** Approving names the price that the operator saw, so that a changed price is refused. */
interface Approval {
  kind: "approve";
  cost: number;
}

export default function StakingQueuePage() {
  const { role } = useOperator();
  const queue = useRequestQueue<QueuedStakingRequest, Approval>({
    queryKey: stakingQueueKey,
    load: (query) => call(consoleStakingRequests, { query }),
    canDecide: mayCall(role, approveStaking),
    commit,
  });
  const { items, current, decide, reload } = queue;
  const marks = useMarks(items);
  const approve = () => {
    if (current?.atToday) decide({ kind: "approve", cost: current.atToday.cost, item: current });
  };
  return (
    <RequestQueue
      queue={queue}
      label="Staking requests"
      accepted="Approved"
      line={StakingRequestLine}
      acceptKey={{ effect: "approve", onPress: approve }}
      furtherKeys={[{ key: "x", effect: "mark", onPress: () => current && marks.toggle(current) }]}
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
          <Button onClick={approve}>Approve</Button>
        ) : (
          <p className="small dimmed">It can be approved once a price is set.</p>
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
    ? call(approveStaking, { params, body: { cost: decision.cost } })
    : call(rejectStaking, { params, body: { reason: decision.reason } });
}

function StakingRequestLine(request: QueuedStakingRequest) {
  const { member, amountUsd, requestedAt, dueAt, status, sameProofs } = request;
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{amountText(amountUsd)}</strong>
      <span className="small dimmed unit-id">{member.refId}</span>
      {sameProofs > 0 ? (
        <span className="small queue-late">same proof again</span>
      ) : (
        <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
      )}
    </>
  );
}
