import {
  startPaying,
  stopPaying,
  transactionProblem,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { networkOf } from "@fc/contract/withdraw/kinds";
import { Button, Flex, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { copyText } from "../../../lib/clipboard.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useAction, useChange } from "../../../ui/form/use-change.ts";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";

export const queueKey = ["console-withdrawals"] as const;

/** A withdrawal that this operator pays; with an address once the server has marked it and handed the address out. */
export interface Payment {
  withdrawal: QueuedWithdrawal;
  address?: string;
}

export const isPaidByAnother = ({ payingBy }: QueuedWithdrawal, operatorId: number): boolean =>
  payingBy !== null && payingBy.id !== operatorId;

/** The server marks the withdrawal first, so that nobody else pays it and its member cannot take it back. */
async function take({ id, payingBy }: QueuedWithdrawal): Promise<string> {
  const body = { from: payingBy?.id ?? null };
  const { address } = (await call(startPaying, { params: { id }, body })).data;
  await copyText(address);
  return address;
}

/** Takes a withdrawal to be paid. What somebody else is paying is taken over only after a confirmation. */
export function usePayment(operatorId: number) {
  const queries = useQueryClient();
  const [payment, setPayment] = useState<Payment>();
  const start = async (withdrawal: QueuedWithdrawal) => {
    if (isPaidByAnother(withdrawal, operatorId)) return setPayment({ withdrawal });
    toast.clear();
    try {
      setPayment({ withdrawal, address: await take(withdrawal) });
    } catch (failure) {
      toast.failure(failure);
    }
    await queries.invalidateQueries({ queryKey: queueKey });
  };
  return { payment, setPayment, start };
}

interface PaymentDialogProps {
  payment: Payment;
  onTaken: (payment: Payment) => void;
  onPaid: (transactionId: string) => void;
  onClose: () => void;
}

export function PaymentDialog({ payment: { withdrawal, address }, ...props }: PaymentDialogProps) {
  const { onTaken, onPaid, onClose } = props;
  if (address === undefined) {
    return <TakeOverDialog withdrawal={withdrawal} onTaken={onTaken} onClose={onClose} />;
  }
  return (
    <ReasonDialog
      title={`Paid: ${coinsText(withdrawal.net)} of ${withdrawal.member.name}`}
      label="Transaction ID of the payment"
      action="Accept"
      problemOf={(text) => transactionProblem(text, withdrawal.type)}
      onClose={onClose}
      onGiven={onPaid}
    >
      <div>
        <Text size="sm" c="dimmed">
          To this address ({networkOf(withdrawal.type)}), which is copied
        </Text>
        <Flex component="p" align="center" gap={4}>
          <span className="unit-id">{address}</span>
          <CopyButton text={address} label="Copy the address" />
        </Flex>
      </div>
    </ReasonDialog>
  );
}

interface TakeOverDialogProps {
  withdrawal: QueuedWithdrawal;
  onTaken: (payment: Payment) => void;
  onClose: () => void;
}

function TakeOverDialog({ withdrawal, onTaken, onClose }: TakeOverDialogProps) {
  const { payingBy, net, member } = withdrawal;
  const change = useChange(
    queueKey,
    () => take(withdrawal),
    (address) => onTaken({ withdrawal, address }),
  );
  return (
    <ConfirmDialog
      title={`Take over: ${coinsText(net)} of ${member.name}`}
      action="Take over"
      change={change}
      onClose={onClose}
    >
      {payingBy && (
        <p>
          {payingBy.name} has been paying this since {dateTimeText(payingBy.at, "en")}.
        </p>
      )}
      <p>Please make sure first that it was not sent: coins that are sent twice do not come back.</p>
    </ConfirmDialog>
  );
}

/** For a withdrawal that was taken to be paid by mistake: others can pay it, and its member can cancel it again. */
export function NotPaidButton({ id }: { id: number }) {
  const act = useAction(queueKey);
  const release = async () => {
    await call(stopPaying, { params: { id } });
    return "Released. Its member can cancel it again";
  };
  return (
    <Button variant="default" onClick={() => void act(release)}>
      I have not paid this
    </Button>
  );
}
