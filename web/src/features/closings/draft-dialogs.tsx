import { discardPlanDraft, schedulePlanDraft } from "@fc/contract/console-plan";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { dayText } from "../../lib/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/problem.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { toast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { planQuery } from "./plan-queries.ts";

interface DraftDialogProps {
  revision: number;
  onClose: () => void;
}

/** The draft may be gone from the page, and this dialog with it: then a notice outlives both. */
function tellIfDecided(failure: unknown): void {
  if (!(failure instanceof ApiError && failure.code === "DECIDED_ALREADY")) throw failure;
  toast.failure(failure);
}

interface ScheduleDialogProps extends DraftDialogProps {
  earliest: string;
}

export function ScheduleDialog({ revision: shown, earliest, onClose }: ScheduleDialogProps) {
  const queries = useQueryClient();
  // The draft that was read when the dialog opened, and no later one.
  const [revision] = useState(shown);
  const [day, setDay] = useState(earliest);
  const { busy, problem, submit } = useSubmit(async () => {
    try {
      const { data } = await call(schedulePlanDraft, { body: { revision, effectiveFrom: day } });
      toast.success(`Version ${data.version} is in force from ${dayText(day, "en")} on`, 5000);
    } catch (failure) {
      tellIfDecided(failure);
    } finally {
      await queries.invalidateQueries({ queryKey: planQuery.queryKey });
    }
    onClose();
  });
  return (
    <Dialog title="Schedule the draft" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Schedule</SubmitButton>
      </form>
    </Dialog>
  );
}

export function DiscardDialog({ revision: shown, onClose }: DraftDialogProps) {
  const queries = useQueryClient();
  const [revision] = useState(shown);
  const { busy, problem, submit } = useSubmit(async () => {
    try {
      await call(discardPlanDraft, { body: { revision } });
    } catch (failure) {
      tellIfDecided(failure);
    } finally {
      await queries.invalidateQueries({ queryKey: planQuery.queryKey });
    }
    onClose();
  });
  return (
    <Dialog title="Throw the draft away?" onClose={onClose}>
      <div className="stack">
        <p>Its figures are gone then, also for everybody else. The versions of the plan stay as they are.</p>
        <FormProblem error={problem} />
        <Button aria-disabled={busy} onClick={() => !busy && void submit()}>
          Throw away
        </Button>
      </div>
    </Dialog>
  );
}
