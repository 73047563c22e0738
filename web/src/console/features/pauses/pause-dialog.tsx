import { offeredMinutes, pauseForMembers, pauseReasonWords, pauseWords } from "@fc/contract/pauses/console";
import { pauseReasons, type PauseName } from "@fc/contract/pauses/kinds";
import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { waitText } from "../../../lib/format/dates.ts";
import { formText } from "../../../lib/form-text.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";

const usualMinutes = 60;

export function PauseDialog({ what, onClose }: { what: PauseName; onClose: () => void }) {
  const { label, stops } = pauseWords[what];
  const [because, setBecause] = useState<(typeof pauseReasons)[number]>("fault");
  const [minutes, setMinutes] = useState<number>(usualMinutes);
  const { busy, problem, submit } = useChange(
    [],
    (form: HTMLFormElement) =>
      call(pauseForMembers, {
        params: { what },
        body: { because, minutes, reason: formText(form, "reason") },
      }),
    () => {
      toast.done(`${label}: paused`);
      onClose();
    },
  );
  return (
    <Dialog title={`Pause: ${label}`} onClose={onClose}>
      <Form onSubmit={(form) => void submit(form)}>
        <p>{stops} It counts at once, for every member.</p>
        <NativeSelect
          label="What members read"
          description="In their language, above every page and in each form that it stops."
          value={because}
          onChange={({ currentTarget: { value } }) =>
            setBecause(pauseReasons.find((each) => each === value) ?? because)
          }
          data={pauseReasons.map((value) => ({ value, label: pauseReasonWords[value] }))}
        />
        <NativeSelect
          label="For"
          description="It ends by itself then. It can be made longer, or opened again before."
          value={String(minutes)}
          onChange={({ currentTarget: { value } }) => setMinutes(Number(value))}
          data={offeredMinutes.map((each) => ({ value: String(each), label: waitText(each * 60, "en") }))}
        />
        <Textarea label="Reason, for the other operators" name="reason" rows={2} maxLength={200} />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Pause now</SubmitButton>
      </Form>
    </Dialog>
  );
}
