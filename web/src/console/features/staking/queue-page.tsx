import {
  approveStaking,
  consoleStakingRequest,
  consoleStakingRequests,
  rejectStaking,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { usdText } from "@fc/contract/amount-text";
import { usdCentsFromWire } from "@fc/contract/money";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { DecidedFigures } from "../../../ui/queue/decided-figures.tsx";
import { ProofViewer } from "../../../ui/queue/proof-viewer.tsx";
import { HeldDecision, KeyHints, Queue, useKeys, WaitingTime } from "../../../ui/queue/queue.tsx";
import { NothingHere, QueueTools, useQueueFilter } from "../../../ui/queue/queue-tools.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { useWorkQueue } from "../../../ui/queue/use-work-queue.ts";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { RejectMarked } from "./reject-marked.tsx";

const queueKey = ["console-staking"] as const;

type Decision = { row: QueuedStakingRequest } & (
  { kind: "approve"; cost: number } | { kind: "reject"; reason: string }
);

const usd = (dollars: number) => usdText(usdCentsFromWire(dollars) ?? 0n);

/** Staking requests, to be worked off without a mouse: look, approve or reject, next. */
export default function StakingQueuePage() {
  const { role } = useOperator();
  const queries = useQueryClient();
  const filter = useQueueFilter();
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, filter.query],
    queryFn: () => call(consoleStakingRequests, { query: filter.query }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const [rejecting, setRejecting] = useState(false);
  const readAgain = () => queries.invalidateQueries({ queryKey: queueKey });
  const { rows, current, choose, go, held, decide, undo } = useWorkQueue<QueuedStakingRequest, Decision>({
    waiting: data?.data ?? [],
    commit,
    readAgain,
  });
  const [markedIds, setMarkedIds] = useState<ReadonlySet<number>>(new Set());
  const marked = rows.filter(({ id }) => markedIds.has(id));
  const mark = ({ id }: QueuedStakingRequest) =>
    setMarkedIds(
      new Set(markedIds.has(id) ? [...markedIds].filter((other) => other !== id) : [...markedIds, id]),
    );
  const mayDecide = mayCall(role, approveStaking) && filter.status === "P";
  const approve = () => {
    if (current?.atToday && mayDecide) decide({ kind: "approve", cost: current.atToday.cost, row: current });
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    a: approve,
    r: () => current && mayDecide && setRejecting(true),
    x: () => current && mayDecide && mark(current),
    u: undo,
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className="stack">
      <QueueTools filter={filter} accepted="Approved" />
      <KeyHints
        hints={[
          ["J", "next"],
          ["K", "previous"],
          ...(mayDecide
            ? ([
                ["A", "approve"],
                ["R", "reject"],
                ["X", "mark"],
                ["U", "undo"],
              ] as const)
            : []),
          ["+ −", "zoom"],
          ["T", "turn"],
        ]}
      />
      {mayDecide && marked.length > 0 && (
        <RejectMarked
          marked={marked}
          onDone={() => void readAgain()}
          onClear={() => setMarkedIds(new Set())}
        />
      )}
      {current ? (
        <Queue
          label="Staking requests"
          rows={rows}
          chosenId={current.id}
          onChoose={choose}
          line={lineOf}
          marks={
            mayDecide ? { ids: markedIds, onToggle: mark, nameOf: ({ member }) => member.name } : undefined
          }
        >
          <Chosen
            key={current.id}
            request={current}
            actions={
              mayDecide && (
                <div className="queue-actions queue-decision">
                  {current.atToday ? (
                    <Button onClick={approve}>Approve</Button>
                  ) : (
                    <p className="small dimmed">It can be approved once a price is set.</p>
                  )}
                  <Button variant="default" onClick={() => setRejecting(true)}>
                    Reject
                  </Button>
                </div>
              )
            }
          />
        </Queue>
      ) : (
        <NothingHere filter={filter} />
      )}
      {rejecting && current && (
        <ReasonDialog
          title={`Reject the request of ${current.member.name}`}
          label="Reason, as the member reads it"
          action="Reject"
          onClose={() => setRejecting(false)}
          onGiven={(reason) => {
            setRejecting(false);
            decide({ kind: "reject", reason, row: current });
          }}
        />
      )}
      {held && <HeldDecision words={wordsOf(held)} onUndo={undo} />}
    </div>
  );
}

function commit(decision: Decision): Promise<unknown> {
  const params = { id: decision.row.id };
  return decision.kind === "approve"
    ? call(approveStaking, { params, body: { cost: decision.cost } })
    : call(rejectStaking, { params, body: { reason: decision.reason } });
}

function wordsOf({ kind, row }: Decision): string {
  return `${kind === "approve" ? "Approving" : "Rejecting"} ${usd(row.amountUsd)} of ${row.member.name}`;
}

function lineOf({ member, amountUsd, requestedAt, dueAt, status, sameProofs }: QueuedStakingRequest) {
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{usd(amountUsd)}</strong>
      <span className="small dimmed unit-id">{member.refId}</span>
      {sameProofs > 0 ? (
        <span className="small queue-late">same proof again</span>
      ) : (
        <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
      )}
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
        <Figure label={<Requester member={request.member} />} strong>
          {usd(request.amountUsd)}
        </Figure>
        {request.status === "P" && (
          <Figure
            label={
              request.atToday
                ? `At today's price, ${coinsText(request.atToday.cost)} for $15`
                : "At today's price"
            }
          >
            {request.atToday ? coinsText(request.atToday.amountFc) : "No price is set"}
          </Figure>
        )}
        <Figure label="Asked for">{dateTimeText(request.requestedAt, "en")}</Figure>
        <DecidedFigures request={request} accepted="Approved" />
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
