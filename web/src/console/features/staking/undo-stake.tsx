import {
  undoStaking,
  type consoleStakingRequest,
  type QueuedStakingRequest,
} from "@fc/contract/staking/console";
import { stakeFaultNames, stakeFaults, type StakeFault } from "@fc/contract/staking/console-undoing";
import type { ResponseOf } from "@fc/contract/route";
import { Button, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { ProposalLines } from "../../proposals/proposal-card.tsx";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { WaitingHere } from "../../proposals/waiting-here.tsx";

interface UndoStakeProps {
  request: QueuedStakingRequest;
  /** What would be taken back and what not; null where there is no running stake. */
  undoing: ResponseOf<typeof consoleStakingRequest>["data"]["undoing"];
}

/** For a request that was approved by mistake: one operator proposes to undo its stake, another one confirms. */
export function UndoStake({ request, undoing }: UndoStakeProps) {
  const { role } = useOperator();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WaitingHere kinds={["stake-undoing"]} subject={String(request.id)} />
      {undoing && mayCall(role, undoStaking) && (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            Undo this stake
          </Button>
        </div>
      )}
      {isOpen && undoing && <UndoDialog request={request} undoing={undoing} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UndoDialogProps {
  request: QueuedStakingRequest;
  undoing: NonNullable<UndoStakeProps["undoing"]>;
  onClose: () => void;
}

function UndoDialog({ request, undoing, onClose }: UndoDialogProps) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<StakeFault | null>(null);
  const { busy, problem, submit } = useChange(
    [],
    async () => {
      if (fault === null) return;
      const body = { reason: "", ...reasonIn(reason), fault };
      await call(undoStaking, { params: { id: request.id }, body });
    },
    () => {
      toast.done("Proposed: another operator has to confirm it");
      onClose();
    },
  );
  const title = `Undo the stake of ${request.member.name}`;
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <Form onSubmit={() => fault !== null && void submit()}>
        <ProposalLines title={title} lines={undoing} />
        <p>
          Nothing is taken from a wallet, so it works whatever the member holds. Returns that must be given
          back are a deduction on the member&apos;s page: the next accepted withdrawal collects it, also if
          the wallets hold too little today. Money that the member really paid is sent back outside of the
          platform.
        </p>
        <Radio.Group
          label="Whose fault was it?"
          description="Only the member's gives points in fraud signals. The member does not read it."
          value={fault}
          onChange={setFault}
        >
          <Stack gap="xs" mt="xs">
            {stakeFaultNames.map((name) => (
              <Radio key={name} value={name} label={stakeFaults[name]} />
            ))}
          </Stack>
        </Radio.Group>
        <ReasonField
          label="Reason, as the member reads it"
          description="Another operator has to confirm it. Then the member gets it by e-mail, and reads it in the report and on the receipt."
          value={reason}
          onTyped={setReason}
        />
        <FormProblem error={problem} />
        <SubmitButton busy={busy} isWaiting={fault === null}>
          Propose
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
