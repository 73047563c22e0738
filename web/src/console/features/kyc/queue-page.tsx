import {
  approveKyc,
  consoleKycCases,
  consoleKycCasesCsv,
  kycPartLabels,
  kycStateLabels,
  rejectKyc,
  type QueuedKycCase,
} from "@fc/contract/kyc/console";
import type { KycStateName } from "@fc/contract/kyc/states";
import { Button } from "@mantine/core";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { WaitingTime } from "../../../ui/queue/queue.tsx";
import type { ReasonsProps } from "../../../ui/queue/reason-dialog.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { CannedTextChoice } from "../../canned-texts/canned-texts.tsx";
import { useScores } from "../../signals/queries.ts";
import { ScoreInLine } from "../../signals/score.tsx";
import { KycCaseDetails } from "./kyc-case-details.tsx";
import { kycQueueKey } from "./queries.ts";

interface Approval {
  kind: "approve";
}

/** PAN cards and bank details that wait for somebody to look at them. */
export default function KycQueuePage() {
  const { role } = useOperator();
  const queue = useRequestQueue<QueuedKycCase, Approval, KycStateName>({
    queryKey: kycQueueKey,
    states: kycStateLabels,
    load: ({ sort: _amount, ...query }) => call(consoleKycCases, { query }),
    save: ({ sort: _amount, ...query }) => download(consoleKycCasesCsv, { query }),
    canDecide: mayCall(role, approveKyc),
    commit,
    opensFirst: false,
  });
  const { items, current, decide } = queue;
  const scores = useScores(items);
  const approve = () => {
    if (current) decide({ kind: "approve", item: current });
  };
  return (
    <RequestQueue
      queue={queue}
      label="KYC cases"
      renderLine={(each) => <KycCaseLine {...each} score={scores.get(each.member.id)} />}
      acceptKey={{ effect: "approve", onPress: approve }}
      detailHints={[
        ["+ −", "zoom"],
        ["T", "turn"],
      ]}
      acceptButton={<Button onClick={approve}>Approve</Button>}
      details={KycCaseDetails}
      reasons={Reasons}
      rejectTitle={(each) => `Reject: ${nameOf(each)}`}
      pendingText={({ kind, item }) => `${kind === "approve" ? "Approving" : "Rejecting"}: ${nameOf(item)}`}
    />
  );
}

function commit({ item: { id, version }, ...decision }: Decision<QueuedKycCase, Approval>): Promise<unknown> {
  const params = { id };
  return decision.kind === "approve"
    ? call(approveKyc, { params, body: { version } })
    : call(rejectKyc, { params, body: { version, reason: decision.reason } });
}

function Reasons({ about, onChoose }: ReasonsProps<QueuedKycCase>) {
  const facts = about && { name: about.member.name, reference: about.member.refId };
  return <CannedTextChoice kind="kyc-rejection" facts={facts} onChoose={onChoose} />;
}

const nameOf = ({ part, member }: QueuedKycCase) => `${kycPartLabels[part]} of ${member.name}`;

function KycCaseLine(each: QueuedKycCase & { score: number | undefined }) {
  const { member, part, state, submittedAt, dueAt, score } = each;
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{kycPartLabels[part]}</strong>
      <span className="small dimmed unit-id">
        {member.refId}
        <ScoreInLine score={score} />
      </span>
      <WaitingTime since={submittedAt} dueAt={dueAt} status={state === "submitted" ? "P" : "A"} />
    </>
  );
}
