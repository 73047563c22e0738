import {
  approveStaking,
  consoleStakingRequest,
  consoleStakingRequests,
  rejectStaking,
  type QueuedStakingRequest,
} from "@fc/contract/console-staking";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { ageText } from "../../lib/age-text.ts";
import { coinsText } from "../../lib/amounts.ts";
import { dateTimeText } from "../../lib/format.ts";
import { mayCall, useOperator } from "../../lib/operator.ts";
import { Note } from "../../ui/note.tsx";
import { ErrorState } from "../../ui/problem.tsx";
import { ProofViewer } from "../../ui/queue/proof-viewer.tsx";
import { KeyHints, neighbourOf, Queue, useKeys } from "../../ui/queue/queue.tsx";
import { ReasonDialog } from "../../ui/queue/reason-dialog.tsx";
import { useUndoable } from "../../ui/queue/use-undoable.ts";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { Figure, Figures } from "../../ui/money/figures.tsx";
import { toast } from "../../ui/toasts.tsx";

const queueKey = ["console-staking"] as const;

type Decision = { request: QueuedStakingRequest } & (
  { kind: "approve" } | { kind: "reject"; reason: string }
);

const usd = (dollars: number) => usdText(usdCentsFromWire(dollars) ?? 0n);

/** Staking requests, to be worked off without a mouse: look, approve or reject, next. */
export default function StakingQueuePage() {
  const { role } = useOperator();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, "pending"],
    queryFn: () => call(consoleStakingRequests, { query: { status: "P", size: 100 } }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const [chosen, setChosen] = useState<number>();
  const [rejecting, setRejecting] = useState(false);

  async function commit(decision: Decision): Promise<void> {
    const { request } = decision;
    const params = { id: request.id };
    try {
      if (decision.kind === "approve") await call(approveStaking, { params });
      else await call(rejectStaking, { params, body: { reason: decision.reason } });
    } catch (failure) {
      toast.failure(failure);
    }
    await queries.invalidateQueries({ queryKey: queueKey });
  }
  const { held, decide, undo } = useUndoable<Decision>((decision) => void commit(decision));

  // What is decided and not committed yet is out of the way already.
  const rows = (data?.data ?? []).filter(({ id }) => id !== held?.request.id);
  const current = rows.find(({ id }) => id === chosen) ?? rows[0];
  const mayDecide = mayCall(role, approveStaking);
  const go = (step: 1 | -1) => setChosen(neighbourOf(rows, current?.id, step));
  const approve = () => {
    if (!current || !mayDecide) return;
    go(1);
    decide({ kind: "approve", request: current });
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    a: approve,
    r: () => current && mayDecide && setRejecting(true),
    u: undo,
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className="stack">
      <KeyHints
        hints={[
          ["J", "next"],
          ["K", "previous"],
          ...(mayDecide
            ? ([
                ["A", "approve"],
                ["R", "reject"],
                ["U", "undo"],
              ] as const)
            : []),
          ["+ −", "zoom"],
          ["T", "turn"],
        ]}
      />
      {current ? (
        <Queue
          label="Pending staking requests"
          rows={rows}
          chosenId={current.id}
          onChoose={setChosen}
          line={lineOf}
        >
          <Chosen
            key={current.id}
            request={current}
            actions={
              mayDecide && (
                <div className="queue-actions">
                  <Button onClick={approve}>Approve</Button>
                  <Button variant="default" onClick={() => setRejecting(true)}>
                    Reject
                  </Button>
                </div>
              )
            }
          />
        </Queue>
      ) : (
        <div className="card state">
          <p>Nothing waits here. New requests appear by themselves.</p>
        </div>
      )}
      {rejecting && current && (
        <ReasonDialog
          title={`Reject the request of ${current.member.name}`}
          label="Reason, as the member reads it"
          action="Reject"
          onClose={() => setRejecting(false)}
          onGiven={(reason) => {
            setRejecting(false);
            go(1);
            decide({ kind: "reject", reason, request: current });
          }}
        />
      )}
      {held && (
        <div className="queue-held" role="status">
          <span>
            {held.kind === "approve" ? "Approving" : "Rejecting"} {usd(held.request.amountUsd)} of{" "}
            {held.request.member.name}
          </span>
          <button type="button" className="link-button" onClick={undo}>
            Undo
          </button>
        </div>
      )}
    </div>
  );
}

function lineOf({ member, amountUsd, requestedAt, sameProofs }: QueuedStakingRequest) {
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{usd(amountUsd)}</strong>
      <span className="small dimmed unit-id">{member.refId}</span>
      <span className="small dimmed">{sameProofs > 0 ? "same proof again" : ageText(requestedAt)}</span>
    </>
  );
}

function Chosen({ request, actions }: { request: QueuedStakingRequest; actions: React.ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, request.id],
    queryFn: async () => (await call(consoleStakingRequest, { params: { id: request.id } })).data,
    // The proof's address is good for five minutes.
    refetchInterval: 4 * 60_000,
  });
  return (
    <div className="stack">
      <Figures>
        <Figure label={`${request.member.name} · ${request.member.refId}`} strong>
          {usd(request.amountUsd)}
        </Figure>
        <Figure label="At today's price">
          {data ? (data.amountFc === null ? "No price is set" : coinsText(data.amountFc)) : "…"}
        </Figure>
        <Figure label="Asked for">{dateTimeText(request.requestedAt, "en")}</Figure>
      </Figures>
      {data && data.sameProofOf.length > 0 && (
        <Note tone="bad">
          <p>
            <strong>The same picture was sent before.</strong>
          </p>
          {data.sameProofOf.map(({ refId, name, sentAt }) => (
            <p key={refId + sentAt} className="small">
              {name} ({refId}), {dateTimeText(sentAt, "en")}
            </p>
          ))}
        </Note>
      )}
      {actions}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <ProofViewer src={data.proofUrl} alt={`Proof of payment by ${request.member.name}`} />}
    </div>
  );
}
