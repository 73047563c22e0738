import type { OperatorRole } from "@fc/contract/operator-access";
import type { RequestStatus } from "@fc/contract/request-states";
import type { ResponseOf } from "@fc/contract/route";
import {
  acceptWithdrawal,
  confirmWithdrawal,
  consoleWithdrawal,
  consoleWithdrawals,
  consoleWithdrawalsCsv,
  noTransaction,
  rejectWithdrawal,
  withdrawalQueueStates,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { payoutStates } from "@fc/contract/withdraw/console-payout-states";
import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { WaitingTime } from "../../../ui/queue/queue.tsx";
import type { ReasonsProps } from "../../../ui/queue/reason-dialog.tsx";
import { RequestQueue } from "../../../ui/queue/request-queue.tsx";
import { useRequestQueue, type Decision } from "../../../ui/queue/use-request-queue.ts";
import { useScores } from "../../signals/queries.ts";
import { ScoreInLine } from "../../signals/score.tsx";
import { canBeHandedOver, HandedOver, HandOverButton, HandOverDialog } from "./hand-over.tsx";
import { isPaidByAnother, NotPaidButton, PaymentDialog, queueKey, usePayment } from "./paying.tsx";
import { CannedTextChoice } from "../../canned-texts/canned-texts.tsx";
import { PaymentFiles } from "./payment-files.tsx";
import { RecentOfMember, WithdrawalFacts } from "./withdrawal-facts.tsx";

/** Accepting needs the transaction id of the payment, which is made outside of the console. */
interface Acceptance {
  kind: "accept";
  transactionId: string;
}

function useWithdrawalQueue(role: OperatorRole) {
  return useRequestQueue<QueuedWithdrawal, Acceptance, RequestStatus>({
    queryKey: queueKey,
    states: withdrawalQueueStates,
    hasAmounts: true,
    load: async (query) => {
      const { totals, ...page } = await call(consoleWithdrawals, { query });
      return { ...page, inAll: totals && totalsText(totals) };
    },
    save: (query) => download(consoleWithdrawalsCsv, { query }),
    canDecide: mayCall(role, acceptWithdrawal),
    commit,
  });
}

export default function WithdrawalQueuePage() {
  const { id: operatorId, role, hasChain } = useOperator();
  const [handedOver, setHandedOver] = useState<QueuedWithdrawal>();
  const queue = useWithdrawalQueue(role);
  const { items, current, decide, reload } = queue;
  const scores = useScores(items);
  const { payment, setPayment, start } = usePayment(operatorId);
  const confirm = async (id: number) => {
    try {
      await call(confirmWithdrawal, { params: { id } });
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
  };
  const advance = () => {
    if (!current) return;
    const step = nextStep(current, operatorId);
    if (step === "confirm") void confirm(current.id);
    if (step === "pay" || step === "take over") void start(current);
    if (step === "accept") decide({ kind: "accept", transactionId: noTransaction, item: current });
  };
  const handOver =
    current && hasChain && canBeHandedOver(current) && nextStep(current, operatorId) === "pay"
      ? () => setHandedOver(current)
      : undefined;
  return (
    <>
      <RequestQueue
        queue={queue}
        label="Withdrawals"
        renderLine={(each) => <WithdrawalLine {...each} score={scores.get(each.member.id)} />}
        acceptKey={{ effect: "accept", onPress: advance }}
        furtherKeys={hasChain ? [{ key: "h", effect: "hand over", onPress: () => handOver?.() }] : []}
        tools={<PaymentFiles onImported={() => void reload()} />}
        acceptButton={
          current && (
            <>
              <AcceptButton withdrawal={current} onAdvance={advance} />
              {handOver && <HandOverButton onPress={handOver} />}
            </>
          )
        }
        details={WithdrawalDetails}
        reasons={Reasons}
        canReject={({ payout }) => payout === null}
        rejectTitle={({ net, member }) => `Reject: ${coinsText(net)} of ${member.name}`}
        pendingText={({ kind, item: { amount, member } }) =>
          `${kind === "accept" ? "Accepting" : "Rejecting"} ${coinsText(amount)} of ${member.name}`
        }
      />
      {handedOver && <HandOverDialog withdrawal={handedOver} onClose={() => setHandedOver(undefined)} />}
      {payment && (
        <PaymentDialog
          payment={payment}
          onTaken={setPayment}
          onClose={() => setPayment(undefined)}
          onPaid={(transactionId) => {
            setPayment(undefined);
            decide({ kind: "accept", transactionId, item: payment.withdrawal });
          }}
        />
      )}
    </>
  );
}

type Totals = NonNullable<ResponseOf<typeof consoleWithdrawals>["totals"]>;

/** What was asked for, what stays behind, and what is or was to be sent. */
function totalsText({ amountFc, feeFc, taxFc, netFc }: Totals): string {
  const parts = [
    coinsText(amountFc),
    `fee ${coinsText(feeFc)}`,
    ...(taxFc > 0 ? [`tax ${coinsText(taxFc)}`] : []),
    `net ${coinsText(netFc)}`,
  ];
  return parts.join(" · ");
}

function commit(decision: Decision<QueuedWithdrawal, Acceptance>): Promise<unknown> {
  const { id, net } = decision.item;
  return decision.kind === "accept"
    ? call(acceptWithdrawal, { params: { id }, body: { transactionId: decision.transactionId, net } })
    : call(rejectWithdrawal, { params: { id }, body: { reason: decision.reason } });
}

type AcceptanceStep = "accept" | "confirm" | "pay" | "take over" | "wait" | "stopped" | "handed over";

/** What this operator can do next with a withdrawal. Large ones need two operators. */
function nextStep(withdrawal: QueuedWithdrawal, operatorId: number): AcceptanceStep {
  const { needsSecond, confirmedBy, net, memberStatus, payingBy, payout } = withdrawal;
  if (payout) return "handed over";
  // The operator who took it before the account was stopped may have paid it, and has to say so.
  if (memberStatus !== "active" && payingBy?.id !== operatorId) return "stopped";
  if (needsSecond && confirmedBy === null) return "confirm";
  if (needsSecond && confirmedBy?.id === operatorId) return "wait";
  // A deduction takes all of it, so nothing is sent and there is no transaction.
  if (net === 0) return "accept";
  return isPaidByAnother(withdrawal, operatorId) ? "take over" : "pay";
}

const stepLabels = {
  accept: "Accept",
  confirm: "Confirm as the first of two",
  pay: "Accept",
  "take over": "Take over",
} as const satisfies Record<Exclude<AcceptanceStep, "wait" | "stopped" | "handed over">, string>;

function AcceptButton({ withdrawal, onAdvance }: { withdrawal: QueuedWithdrawal; onAdvance: () => void }) {
  const { id: operatorId } = useOperator();
  const step = nextStep(withdrawal, operatorId);
  if (withdrawal.payout) return <HandedOver payout={withdrawal.payout} />;
  return (
    <>
      {step === "wait" ? (
        <Text size="sm" c="dimmed">
          You have confirmed this one; another operator accepts it.
        </Text>
      ) : step === "stopped" ? (
        <Text size="sm" c="dimmed">
          It can be paid once somebody has looked at the account and unblocked it.
        </Text>
      ) : step === "handed over" ? null : (
        <Button onClick={onAdvance}>{stepLabels[step]}</Button>
      )}
      {step === "confirm" && (
        <Text size="sm" c="dimmed">
          Two operators are needed: for this amount, or together with what you have paid alone today.
        </Text>
      )}
      {withdrawal.payingBy?.id === operatorId && <NotPaidButton id={withdrawal.id} />}
    </>
  );
}

function WithdrawalLine(withdrawal: QueuedWithdrawal & { score: number | undefined }) {
  const { member, amount, requestedAt, dueAt, status, memberStatus, score } = withdrawal;
  return (
    <>
      <strong>{member.name}</strong>
      <strong>{coinsText(amount)}</strong>
      <span className="small dimmed unit-id">
        {member.refId}
        <ScoreInLine score={score} />
      </span>
      {status === "P" && withdrawal.payout ? (
        <StateTag status="P">{payoutStates[withdrawal.payout.state].label}</StateTag>
      ) : status === "P" && memberStatus !== "active" ? (
        <StateTag status="R">{memberStatus === "frozen" ? "Frozen" : "Blocked"}</StateTag>
      ) : (
        <WaitingTime since={requestedAt} dueAt={dueAt} status={status} />
      )}
    </>
  );
}

function WithdrawalDetails({ request, children }: { request: QueuedWithdrawal; children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queueKey, request.id],
    queryFn: async () => (await call(consoleWithdrawal, { params: { id: request.id } })).data,
  });
  return (
    <Stack>
      <WithdrawalFacts withdrawal={request} risk={data?.risk} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {children}
      {data && <RecentOfMember risk={data.risk} />}
    </Stack>
  );
}

function Reasons({ about, onChoose }: ReasonsProps<QueuedWithdrawal>) {
  const facts = about && { name: about.member.name, reference: about.reference };
  return <CannedTextChoice kind="withdrawal-rejection" facts={facts} onChoose={onChoose} />;
}
