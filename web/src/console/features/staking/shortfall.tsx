import {
  settleShortfall,
  type consoleStakingRequest,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import type { ResponseOf } from "@fc/contract/route";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";

type Shortfall = NonNullable<ResponseOf<typeof consoleStakingRequest>["data"]["shortfall"]>;

interface ShortfallProps {
  request: QueuedStakingRequest;
  shortfall: Shortfall;
}

/** Two operators approved it with fewer coins than it costs: what is missing, until it is settled. */
export function ShortfallNote({ request, shortfall }: ShortfallProps) {
  const { role } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const { owedFc, arrivedFc, openFc, settled } = shortfall;
  const figures = `It cost ${coinsText(owedFc)}, and ${coinsText(arrivedFc)} arrived.`;
  if (openFc === 0) {
    return (
      <Note>
        {figures}{" "}
        {settled
          ? `${settled.by} settled the rest on ${dateTimeText(settled.at, "en")}: ${settled.reason}`
          : "Nothing is missing any more."}
      </Note>
    );
  }
  return (
    <>
      <Note tone="bad">
        <p>
          <strong>{coinsText(openFc)} are missing.</strong> {figures}
        </p>
        <p>
          They are a difference in the comparison of coins and in the books. If they arrive, match them with
          this request on the page of deposits.
        </p>
        {mayCall(role, settleShortfall) && (
          <Group mt="xs">
            <Button variant="default" onClick={() => setOpen(true)}>
              Settle the shortfall
            </Button>
          </Group>
        )}
      </Note>
      <WaitingHere kinds={["staking-shortfall"]} subject={String(request.id)} />
      {isOpen && <SettleDialog request={request} shortfall={shortfall} onClose={() => setOpen(false)} />}
    </>
  );
}

function SettleDialog({ request, shortfall, onClose }: ShortfallProps & { onClose: () => void }) {
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    [],
    () => call(settleShortfall, { params: { id: request.id }, body: { reason: "", ...reasonIn(reason) } }),
    () => {
      toast.done("Proposed: another operator has to confirm it");
      onClose();
    },
  );
  return (
    <Dialog title={`Settle ${coinsText(shortfall.openFc)} of ${request.member.name}`} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p>
          Only if they were paid in another way, or are given up. They are then no difference any more, and
          the stake goes on. If the payment was never made, undo the stake instead.
        </p>
        <ReasonField
          description="How they were paid, or why they are given up. Another operator has to confirm it."
          value={reason}
          onTyped={setReason}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Propose</SubmitButton>
      </Form>
    </Dialog>
  );
}
