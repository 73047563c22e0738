import { rejectStaking, type QueuedStakingRequest } from "@fc/contract/staking/console";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";

interface RejectMarkedProps {
  marked: readonly QueuedStakingRequest[];
  onDone: () => void;
  onClear: () => void;
}

/**
 * Rejects several requests for one reason. Only rejecting is offered for several at once: it moves no money, while
 * an operator who approves must have seen the proof.
 */
export function RejectMarked({ marked, onDone, onClear }: RejectMarkedProps) {
  const [asking, setAsking] = useState(false);
  const reject = async (reason: string) => {
    setAsking(false);
    toast.clear();
    let failure: unknown;
    let count = 0;
    for (const { id } of marked) {
      try {
        await call(rejectStaking, { params: { id }, body: { reason } });
        count++;
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) toast.failure(failure);
    if (count > 0) toast.done(`${count} rejected`);
    onDone();
  };
  return (
    <Group gap="0.5rem 1rem">
      <strong>{marked.length} marked</strong>
      <Button variant="default" onClick={() => setAsking(true)}>
        Reject all marked
      </Button>
      <button type="button" className="link-button" onClick={onClear}>
        Clear the marks
      </button>
      {asking && (
        <ReasonDialog
          title={`Reject ${marked.length} ${marked.length === 1 ? "request" : "requests"}`}
          label="Reason, as each member reads it"
          action="Reject all"
          onClose={() => setAsking(false)}
          onGiven={(reason) => void reject(reason)}
        />
      )}
    </Group>
  );
}
