import type { OperatorRole } from "@fc/contract/operator-access";
import type { RequestStatus } from "@fc/contract/request-states";
import {
  approveStaking,
  confirmStaking,
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
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Late, WaitingTime } from "../../../ui/queue/queue.tsx";
import { ReasonDialog, type ReasonsProps } from "../../../ui/queue/reason-dialog.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { CannedTextChoice } from "../../canned-texts/canned-texts.tsx";
import { useScores } from "../../signals/queries.ts";
import { ScoreInLine } from "../../signals/score.tsx";
import { stakingQueueKey } from "./queries.ts";
import { doubtText } from "./request-deposit.tsx";
import { amountText, StakingRequestDetails } from "./staking-request-details.tsx";

/** Approving names the price and the duplicates that the operator saw, so that others are refused. */
interface Approval {
  kind: "approve";
  cost: number;
}

function useStakingQueue(role: OperatorRole) {
  return useRequestQueue<QueuedStakingRequest, Approval, RequestStatus>({
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
}

export default function StakingQueuePage() {
  const { id: operatorId, role } = useOperator();
  const queue = useStakingQueue(role);
  const { items, current, decide, reload } = queue;
  const scores = useScores(items);
  const approve = () => {
    if (current?.atToday) decide({ kind: "approve", cost: current.atToday.cost, item: current });
  };
  // What is doubtful takes a second key, and another one than A: anybody who goes through the queue by A alone stops here.
  const [askedId, setAskedId] = useState<number>();
  const isAsked = current !== undefined && askedId === current.id;
  const approveOrAsk = () =>
    current && (current.sameProofs > 0 || current.doubt) ? setAskedId(current.id) : approve();
  const [reasonFor, setReasonFor] = useState<QueuedStakingRequest>();
  const confirm = async (id: number, reason?: string) => {
    setReasonFor(undefined);
    try {
      await call(confirmStaking, { params: { id }, body: reason === undefined ? {} : { reason } });
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
  };
  const advance = () => {
    if (!current) return;
    const step = nextStep(current, operatorId);
    if (step === "confirm" && current.doubt) setReasonFor(current);
    else if (step === "confirm") void confirm(current.id);
    if (step === "approve") approveOrAsk();
  };
  return (
    <>
      <RequestQueue
        queue={queue}
        label="Staking requests"
        renderLine={(request) => <StakingRequestLine {...request} score={scores.get(request.member.id)} />}
        acceptKey={{ effect: "approve", onPress: advance }}
        canMark
        furtherKeys={isAsked ? [{ key: "d", effect: "approve it all the same", onPress: approve }] : []}
        detailHints={[
          ["+ −", "zoom"],
          ["T", "turn"],
        ]}
        acceptButton={
          current &&
          (isAsked ? (
            <AllTheSamePrompt
              what={current.sameProofs > 0 ? "Approve the duplicate" : "Approve all the same"}
              onApprove={approve}
            />
          ) : (
            <ApproveButton
              step={nextStep(current, operatorId)}
              isDoubted={current.doubt !== undefined}
              onAdvance={advance}
            />
          ))
        }
        details={StakingRequestDetails}
        reasons={Reasons}
        rejectTitle={({ member }) => `Reject the request of ${member.name}`}
        pendingText={({ kind, item: { amountUsd, member } }) =>
          `${kind === "approve" ? "Approving" : "Rejecting"} ${amountText(amountUsd)} of ${member.name}`
        }
      />
      {reasonFor && (
        <DoubtDialog
          request={reasonFor}
          onClose={() => setReasonFor(undefined)}
          onGiven={(reason) => void confirm(reasonFor.id, reason)}
        />
      )}
    </>
  );
}

interface DoubtDialogProps {
  request: QueuedStakingRequest;
  onClose: () => void;
  onGiven: (reason: string) => void;
}

/** The first of two operators says why the request should be approved all the same. */
function DoubtDialog({ request, onClose, onGiven }: DoubtDialogProps) {
  const { amountUsd, member, doubt } = request;
  return (
    <ReasonDialog
      title={`Confirm ${amountText(amountUsd)} of ${member.name}`}
      label="Reason, for the second person"
      action="Confirm as the first of two"
      problemOf={(text) => (text.length < 3 ? "Please say why" : undefined)}
      onClose={onClose}
      onGiven={onGiven}
    >
      {doubt && <p>{doubtText(doubt)} What do you know about this payment?</p>}
    </ReasonDialog>
  );
}

type ApprovalStep = "approve" | "confirm" | "wait" | "no price";

/** What this operator can do next with a request. Large ones need two operators. */
function nextStep(request: QueuedStakingRequest, operatorId: number): ApprovalStep {
  const { atToday, needsSecond, confirmedBy, doubt } = request;
  if (atToday === null) return "no price";
  if (needsSecond && (confirmedBy === null || doubt?.isConfirmed === false)) return "confirm";
  return needsSecond && confirmedBy?.id === operatorId ? "wait" : "approve";
}

interface ApproveButtonProps {
  step: ApprovalStep;
  /** The chain does not show its payment as it should be. */
  isDoubted: boolean;
  onAdvance: () => void;
}

function ApproveButton({ step, isDoubted, onAdvance }: ApproveButtonProps) {
  if (step === "approve") return <Button onClick={onAdvance}>Approve</Button>;
  return (
    <>
      {step === "confirm" && <Button onClick={onAdvance}>Confirm as the first of two</Button>}
      <Text size="sm" c="dimmed">
        {step === "confirm" && isDoubted ? doubtedWords : stepWords[step]}
      </Text>
    </>
  );
}

const doubtedWords =
  "Two operators and a reason are needed, because the chain does not show this payment as it should be.";

const stepWords = {
  confirm: "Two operators are needed: for this amount, or together with what you have approved alone today.",
  wait: "You have confirmed this one; another operator approves it.",
  "no price": "It can be approved once a price is set.",
} as const satisfies Record<Exclude<ApprovalStep, "approve">, string>;

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
function AllTheSamePrompt({ what, onApprove }: { what: string; onApprove: () => void }) {
  return (
    <>
      <p role="status">The key D approves it all the same.</p>
      <Button onClick={onApprove}>{what}</Button>
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
        {deposit &&
          ` · ${request.doubt ? "coins in doubt" : depositWords[depositStates[deposit.state].tone]}`}
        {status === "P" && request.confirmedBy && ` · confirmed by ${request.confirmedBy.name}`}
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
