import { releaseRefund } from "@fc/contract/staking/console";
import type { HeldRefund } from "@fc/contract/staking/console-refunds";
import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { proposalsQuery } from "../../proposals/queries.ts";
import { stakingQueueKey } from "./queries.ts";

/** The member undid the stake: its coins are in the staking wallet and wait for somebody who did not approve it. */
export function HeldRefundNote({ refund }: { refund: HeldRefund }) {
  const { amountFc, undoneAt, approvedBy, released } = refund;
  const amount = coinsText(amountFc);
  if (released) {
    return (
      <Note>
        The member undid the stake on {dateTimeText(undoneAt, "en")}. {released.by} released the {amount} on{" "}
        {dateTimeText(released.at, "en")}.
      </Note>
    );
  }
  return (
    <Note tone="bad">
      <p>
        <strong>{amount} wait for a second person.</strong>
      </p>
      <p>
        The member undid the stake on {dateTimeText(undoneAt, "en")}. {approvedBy?.name ?? "One operator"}{" "}
        alone had approved its payment, so the coins are in the staking wallet and cannot leave it yet.
      </p>
      <ReleaseButton refund={refund} />
    </Note>
  );
}

function ReleaseButton({ refund }: { refund: HeldRefund }) {
  const { id: operatorId, role } = useOperator();
  const [isAsking, setAsking] = useState(false);
  if (!mayCall(role, releaseRefund)) return null;
  if (refund.approvedBy?.id === operatorId) {
    return (
      <Text size="sm" c="dimmed">
        You approved it: another operator has to look at the payment.
      </Text>
    );
  }
  return (
    <Group mt="xs">
      <Button variant="default" onClick={() => setAsking(true)}>
        Release the coins
      </Button>
      {isAsking && <ReleaseDialog refund={refund} onClose={() => setAsking(false)} />}
    </Group>
  );
}

function ReleaseDialog({ refund, onClose }: { refund: HeldRefund; onClose: () => void }) {
  const { requestId, member, amountFc } = refund;
  const queries = useQueryClient();
  const change = useChange(
    stakingQueueKey,
    () => call(releaseRefund, { params: { id: requestId } }),
    () => {
      toast.done("Released. The member is told");
      void queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={`Release ${coinsText(amountFc)} of ${member.name}`}
      action="Release the coins"
      change={change}
      onClose={onClose}
    >
      <p>Please find the payment itself at the bank or on the chain, not only its picture.</p>
      <p>
        Did it not arrive? Then close this, and propose an adjustment on the member&apos;s page that takes the
        coins out of the staking wallet.
      </p>
    </ConfirmDialog>
  );
}
