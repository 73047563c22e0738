import {
  acceptWithdrawal,
  correctTransaction,
  transactionProblem,
  type QueuedWithdrawal,
} from "@fc/contract/withdraw/console";
import { handPaymentStates } from "@fc/contract/withdraw/hand-payments";
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Note, type Tone } from "../../../ui/feedback/note.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { queueKey } from "./paying.tsx";

const tones = { checking: "info", found: "good", "not-found": "bad" } as const satisfies Record<string, Tone>;

/** What the chain says of a payment that an operator has made by hand. */
export function HandPayment({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { role } = useOperator();
  const [isCorrecting, setCorrecting] = useState(false);
  const { onChain } = withdrawal;
  if (onChain === null) return null;
  const { label, shown } = handPaymentStates[onChain];
  return (
    <Note tone={tones[shown]}>
      <p>
        <strong>On the chain:</strong> {label}.
      </p>
      {shown === "not-found" && <p>The member reads that the payment was not found.</p>}
      {shown !== "found" && mayCall(role, acceptWithdrawal) && (
        <Button variant="default" mt="xs" onClick={() => setCorrecting(true)}>
          Name another transaction
        </Button>
      )}
      {isCorrecting && <CorrectionDialog withdrawal={withdrawal} onClose={() => setCorrecting(false)} />}
    </Note>
  );
}

interface CorrectionDialogProps {
  withdrawal: QueuedWithdrawal;
  onClose: () => void;
}

function CorrectionDialog({ withdrawal: { id, net, member, type }, onClose }: CorrectionDialogProps) {
  const queries = useQueryClient();
  const correct = async (transactionId: string) => {
    onClose();
    try {
      await call(correctTransaction, { params: { id }, body: { transactionId } });
    } catch (failure) {
      toast.failure(failure);
    }
    await queries.invalidateQueries({ queryKey: queueKey });
  };
  return (
    <ReasonDialog
      title={`Transaction of ${coinsText(net)} to ${member.name}`}
      label="Transaction that paid it"
      action="Look it up"
      problemOf={(text) => transactionProblem(text, type)}
      onClose={onClose}
      onGiven={(text) => void correct(text)}
    >
      <Text size="sm" c="dimmed">
        If nothing was sent yet, send it now and name that transaction. The withdrawal stays accepted.
      </Text>
    </ReasonDialog>
  );
}
