import type { RequestStatus } from "@fc/contract/request-states";
import {
  approveStaking,
  consoleStakingRequests,
  consoleStakingRequestsCsv,
  rejectStaking,
  stakingQueueStates,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { depositStates } from "@fc/contract/deposits/states";
import { filledText } from "@fc/contract/canned-texts/console";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Late, WaitingTime } from "../../../ui/queue/queue.tsx";
import type { ReasonsProps } from "../../../ui/queue/reason-dialog.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { CannedTextChoice } from "../../canned-texts/canned-texts.tsx";
import { useScores } from "../../signals/queries.ts";
import { ScoreInLine } from "../../signals/score.tsx";
import { stakingQueueKey } from "./queries.ts";
import { amountText, StakingRequestDetails } from "./staking-request-details.tsx";

/** Approving names the price and the duplicates that the operator saw, so that others are refused. */
interface Approval {
  kind: "approve";
  cost: number;
}

export default function StakingQueuePage() {
  const { role } = useOperator();
  const queue = useRequestQueue<QueuedStakingRequest, Approval, RequestStatus>({
    queryKey: stakingQueueKey,
    states: stakingQueueStates,
    hasAmounts: true,
    load: async (query) => {
      const { totals, ...page } = await call(consoleStakingRequests, { query });
      return { ...page, inAll: totals && amountText(totals.amountUsd) };
    },
    save: (query) => download(consoleStakingRequestsCsv, { query }),
    canDecide: mayCall(role, approveStaking),
    commit,
  });
  const { items, current, decide } = queue;
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
      renderLine={(request) => <StakingRequestLine {...request} score={scores.get(request.member.id)} />}
      acceptKey={{ effect: "approve", onPress: approveOrAsk }}
      canMark
      furtherKeys={isAsked ? [{ key: "d", effect: "approve the duplicate", onPress: approve }] : []}
      detailHints={[
        ["+ −", "zoom"],
        ["T", "turn"],
      ]}
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
      reasons={Reasons}
      rejectTitle={({ member }) => `Reject the request of ${member.name}`}
      pendingText={({ kind, item: { amountUsd, member } }) =>
        `${kind === "approve" ? "Approving" : "Rejecting"} ${amountText(amountUsd)} of ${member.name}`
      }
    />
  );
}

async function commit(decision: Decision<QueuedStakingRequest, Approval>): Promise<void> {
  const { item } = decision;
  if (decision.kind === "approve") {
    const body = { cost: decision.cost, sameProofs: item.sameProofs };
    await call(approveStaking, { params: { id: item.id }, body });
  } else await rejectAll([item, ...(decision.others ?? [])], decision.reason);
}

/** One that fails, because somebody else was faster, does not keep the others from being rejected. */
async function rejectAll(requests: readonly QueuedStakingRequest[], reason: string): Promise<void> {
  const failures: unknown[] = [];
  for (const { id, reference, member } of requests) {
    const body = { reason: filledText(reason, { name: member.name, reference }) };
    await call(rejectStaking, { params: { id }, body }).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw failures[0];
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
  const { member, amountUsd, requestedAt, dueAt, status, sameProofs, score, deposit } = request;
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{amountText(amountUsd)}</strong>
      <span className="small dimmed unit-id">
        {member.refId}
        <ScoreInLine score={score} />
        {deposit && ` · ${depositWords[depositStates[deposit.state].tone]}`}
      </span>
      {sameProofs > 0 ? (
        <Late>same proof twice</Late>
      ) : (
        <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
      )}
    </>
  );
}

const depositWords = { good: "coins arrived", bad: "coins wrong", open: "coins awaited" } as const;

function Reasons({ about, onChoose }: ReasonsProps<QueuedStakingRequest>) {
  const facts = about && { name: about.member.name, reference: about.reference };
  return <CannedTextChoice kind="staking-rejection" facts={facts} onChoose={onChoose} />;
}
