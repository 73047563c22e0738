import {
  acceptWithdrawal,
  confirmWithdrawal,
  consoleWithdrawal,
  consoleWithdrawals,
  rejectWithdrawal,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { HeldDecision, KeyHints, Queue, useKeys, WaitingTime } from "../../../ui/queue/queue.tsx";
import { NothingHere, QueueTools, useQueueFilter } from "../../../ui/queue/queue-tools.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { useWorkQueue } from "../../../ui/queue/use-work-queue.ts";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PaymentFiles } from "./payment-files.tsx";
import { RecentOfMember, WithdrawalFacts } from "./withdrawal-facts.tsx";

const queueKey = ["console-withdrawals"] as const;

type Decision = { row: QueuedWithdrawal } & (
  { kind: "accept"; transactionId: string } | { kind: "reject"; reason: string }
);

/** Withdrawals, to be worked off without a mouse: check, pay, accept or reject, next. */
export default function WithdrawalQueuePage() {
  const { id: operatorId, role } = useOperator();
  const queries = useQueryClient();
  const filter = useQueueFilter();
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, filter.query],
    queryFn: () => call(consoleWithdrawals, { query: filter.query }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const [asking, setAsking] = useState<"accept" | "reject">();
  const readAgain = () => queries.invalidateQueries({ queryKey: queueKey });
  const { rows, current, choose, go, held, decide, undo } = useWorkQueue<QueuedWithdrawal, Decision>({
    waiting: data?.data ?? [],
    commit,
    readAgain,
  });
  const mayDecide = mayCall(role, acceptWithdrawal) && filter.status === "P";
  const step = current && nextStep(current, operatorId);
  const confirm = async () => {
    if (!current) return;
    try {
      await call(confirmWithdrawal, { params: { id: current.id } });
    } catch (failure) {
      toast.failure(failure);
    }
    await readAgain();
  };
  const advance = () => {
    if (!mayDecide || !current) return;
    if (step === "accept") setAsking("accept");
    if (step === "confirm") void confirm();
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    a: advance,
    r: () => current && mayDecide && setAsking("reject"),
    u: undo,
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const given = (words: string) => {
    if (!current || !asking) return;
    setAsking(undefined);
    decide(
      asking === "accept"
        ? { kind: "accept", transactionId: words, row: current }
        : { kind: "reject", reason: words, row: current },
    );
  };
  return (
    <div className="stack">
      <QueueTools filter={filter} accepted="Accepted" />
      <KeyHints
        hints={[
          ["J", "next"],
          ["K", "previous"],
          ...(mayDecide
            ? ([
                ["A", "accept"],
                ["R", "reject"],
                ["U", "undo"],
              ] as const)
            : []),
        ]}
      />
      {mayDecide && <PaymentFiles onImported={() => void readAgain()} />}
      {current ? (
        <Queue label="Withdrawals" rows={rows} chosenId={current.id} onChoose={choose} line={lineOf}>
          <Chosen key={current.id} withdrawal={current}>
            {mayDecide && (
              <div className="queue-actions queue-decision">
                {step === "wait" ? (
                  <p className="small dimmed">You have confirmed this one; another operator accepts it.</p>
                ) : (
                  <Button onClick={advance}>
                    {step === "confirm" ? "Confirm as the first of two" : "Accept"}
                  </Button>
                )}
                <Button variant="default" onClick={() => setAsking("reject")}>
                  Reject
                </Button>
              </div>
            )}
          </Chosen>
        </Queue>
      ) : (
        <NothingHere filter={filter} />
      )}
      {asking && current && (
        <ReasonDialog
          title={`${asking === "accept" ? "Paid" : "Reject"}: ${coinsText(current.net)} of ${current.member.name}`}
          label={asking === "accept" ? "Transaction ID of the payment" : "Reason, as the member reads it"}
          action={asking === "accept" ? "Accept" : "Reject"}
          onClose={() => setAsking(undefined)}
          onGiven={given}
        />
      )}
      {held && <HeldDecision words={wordsOf(held)} onUndo={undo} />}
    </div>
  );
}

function commit(decision: Decision): Promise<unknown> {
  const params = { id: decision.row.id };
  return decision.kind === "accept"
    ? call(acceptWithdrawal, {
        params,
        body: { transactionId: decision.transactionId, net: decision.row.net },
      })
    : call(rejectWithdrawal, { params, body: { reason: decision.reason } });
}

function wordsOf({ kind, row }: Decision): string {
  return `${kind === "accept" ? "Accepting" : "Rejecting"} ${coinsText(row.amount)} of ${row.member.name}`;
}

/** What this operator can do next with it. */
function nextStep(
  { needsSecond, confirmedBy }: QueuedWithdrawal,
  operatorId: number,
): "accept" | "confirm" | "wait" {
  if (!needsSecond) return "accept";
  if (confirmedBy === null) return "confirm";
  return confirmedBy.id === operatorId ? "wait" : "accept";
}

function lineOf({ member, amount, requestedAt, dueAt, status }: QueuedWithdrawal) {
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{coinsText(amount)}</strong>
      <span className="small dimmed unit-id">{member.refId}</span>
      <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
    </>
  );
}

function Chosen({ withdrawal, children }: { withdrawal: QueuedWithdrawal; children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, withdrawal.id],
    queryFn: async () => (await call(consoleWithdrawal, { params: { id: withdrawal.id } })).data,
  });
  return (
    <div className="stack">
      <WithdrawalFacts withdrawal={withdrawal} risk={data?.risk} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {children}
      {data && <RecentOfMember risk={data.risk} />}
    </div>
  );
}
