import {
  acceptWithdrawal,
  confirmWithdrawal,
  consoleWithdrawal,
  consoleWithdrawals,
  noTransaction,
  rejectWithdrawal,
  startPaying,
  transactionIdIn,
  transactionIdShape,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { WaitingTime } from "../../../ui/queue/queue.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { PaymentFiles } from "./payment-files.tsx";
import { RecentOfMember, WithdrawalFacts } from "./withdrawal-facts.tsx";

const queueKey = ["console-withdrawals"] as const;

/** Accepting needs the transaction id of the payment, which is made outside of the console. */
interface Acceptance {
  kind: "accept";
  transactionId: string;
}

export default function WithdrawalQueuePage() {
  const { id: operatorId, role } = useOperator();
  const queue = useRequestQueue<QueuedWithdrawal, Acceptance>({
    queryKey: queueKey,
    load: (query) => call(consoleWithdrawals, { query }),
    canDecide: mayCall(role, acceptWithdrawal),
    commit,
  });
  const { current, decide, reload } = queue;
  const [isAccepting, setAccepting] = useState(false);
  const confirm = async (id: number) => {
    try {
      await call(confirmWithdrawal, { params: { id } });
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
  };
  const pay = usePaying();
  const step = current && nextStep(current, operatorId);
  const advance = () => {
    if (step !== "accept") {
      if (current && step === "confirm") void confirm(current.id);
    } else if (current?.net === 0) {
      // A deduction takes all of it, so nothing is sent and there is no transaction.
      decide({ kind: "accept", transactionId: noTransaction, item: current });
    } else if (current) {
      setAccepting(true);
      void pay(current.id).then((isPending) => isPending || setAccepting(false));
    }
  };
  return (
    <>
      <RequestQueue
        queue={queue}
        label="Withdrawals"
        accepted="Accepted"
        line={WithdrawalLine}
        acceptKey={{ effect: "accept", onPress: advance }}
        tools={<PaymentFiles onImported={() => void reload()} />}
        acceptButton={<AcceptButton step={step} onAdvance={advance} />}
        details={WithdrawalDetails}
        rejectTitle={({ net, member }) => `Reject: ${coinsText(net)} of ${member.name}`}
        pendingText={({ kind, item: { amount, member } }) =>
          `${kind === "accept" ? "Accepting" : "Rejecting"} ${coinsText(amount)} of ${member.name}`
        }
      />
      {isAccepting && current && (
        <ReasonDialog
          title={`Paid: ${coinsText(current.net)} of ${current.member.name}`}
          label="Transaction ID of the payment"
          action="Accept"
          problemOf={(text) => (isTransactionId(text) ? undefined : transactionIdShape)}
          onClose={() => setAccepting(false)}
          onGiven={(transactionId) => {
            setAccepting(false);
            decide({ kind: "accept", transactionId, item: current });
          }}
        />
      )}
    </>
  );
}

const isTransactionId = (text: string) => text !== noTransaction && transactionIdIn(text) !== undefined;

/** Marks a withdrawal as being paid, so that its member cannot take it back any more; false where it is too late. */
function usePaying(): (id: number) => Promise<boolean> {
  const queries = useQueryClient();
  return async (id) => {
    try {
      await call(startPaying, { params: { id } });
      return true;
    } catch (failure) {
      toast.failure(failure);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: queueKey });
    }
  };
}

function commit(decision: Decision<QueuedWithdrawal, Acceptance>): Promise<unknown> {
  const { id, net } = decision.item;
  return decision.kind === "accept"
    ? call(acceptWithdrawal, { params: { id }, body: { transactionId: decision.transactionId, net } })
    : call(rejectWithdrawal, { params: { id }, body: { reason: decision.reason } });
}

type AcceptanceStep = "accept" | "confirm" | "wait";

/** What this operator can do next with a withdrawal. Large ones need two operators. */
function nextStep({ needsSecond, confirmedBy }: QueuedWithdrawal, operatorId: number): AcceptanceStep {
  if (!needsSecond) return "accept";
  if (confirmedBy === null) return "confirm";
  return confirmedBy.id === operatorId ? "wait" : "accept";
}

function AcceptButton({ step, onAdvance }: { step: AcceptanceStep | undefined; onAdvance: () => void }) {
  if (step === "wait") {
    return <p className="small dimmed">You have confirmed this one; another operator accepts it.</p>;
  }
  return <Button onClick={onAdvance}>{step === "confirm" ? "Confirm as the first of two" : "Accept"}</Button>;
}

function WithdrawalLine({ member, amount, requestedAt, dueAt, status }: QueuedWithdrawal) {
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{coinsText(amount)}</strong>
      <span className="small dimmed unit-id">{member.refId}</span>
      <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
    </>
  );
}

function WithdrawalDetails({ request, children }: { request: QueuedWithdrawal; children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, request.id],
    queryFn: async () => (await call(consoleWithdrawal, { params: { id: request.id } })).data,
  });
  const pay = usePaying();
  return (
    <div className="stack">
      <WithdrawalFacts withdrawal={request} risk={data?.risk} onStartPaying={() => pay(request.id)} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {children}
      {data && <RecentOfMember risk={data.risk} />}
    </div>
  );
}
