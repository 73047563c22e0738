import { discardPlanDraft, schedulePlanDraft } from "@fc/contract/plan/console";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { dayText } from "../../../lib/format/dates.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { useDraftChange } from "./use-draft-change.ts";

interface DraftDialogProps {
  revision: number;
  onClose: () => void;
}

/** If somebody else decided the draft, page and dialog lose it at once. The message is a toast, because that stays. */
function tellIfDecided(failure: unknown): void {
  if (!(failure instanceof ApiError && failure.code === "DECIDED_ALREADY")) throw failure;
  toast.failure(failure);
}

interface ScheduleDialogProps extends DraftDialogProps {
  earliest: string;
}

export function ScheduleDialog({ revision: shown, earliest, onClose }: ScheduleDialogProps) {
  const queries = useQueryClient();
  const [day, setDay] = useState(earliest);
  const [reason, setReason] = useState("");
  const schedule = async (revision: number) => {
    try {
      const body = { revision, effectiveFrom: day, ...reasonIn(reason) };
      const { version } = (await call(schedulePlanDraft, { body })).data;
      await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
      toast.done(
        version === null
          ? "Proposed: another admin has to confirm it"
          : `Version ${version} is in force from ${dayText(day, "en")} on`,
      );
    } catch (failure) {
      tellIfDecided(failure);
    }
  };
  const { busy, problem, submit } = useDraftChange(shown, schedule, onClose);
  return (
    <Dialog title="Schedule the draft" onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p>
          Members read it on the plan page from that day on. It can be withdrawn until then, and not changed.
        </p>
        <TextInput
          type="date"
          label="In force from"
          min={earliest}
          value={day}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
        <ReasonField value={reason} onTyped={setReason} />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Schedule</SubmitButton>
      </Form>
    </Dialog>
  );
}

export function DiscardDialog({ revision: shown, onClose }: DraftDialogProps) {
  const discard = (revision: number) => call(discardPlanDraft, { body: { revision } }).catch(tellIfDecided);
  const change = useDraftChange(shown, discard, onClose);
  return (
    <ConfirmDialog title="Throw the draft away?" action="Throw away" change={change} onClose={onClose}>
      <p>Its figures are gone then, also for everybody else. The versions of the plan stay as they are.</p>
    </ConfirmDialog>
  );
}
