import { Button, Group, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { formText } from "../../../lib/form-text.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { membersKey } from "./queries.ts";

interface ActionDialogProps {
  title: string;
  action: string;
  /** The text of the toast when it is done. */
  done: string;
  /** Needed if somebody else than the member reads the reason. */
  reasonLabel?: string;
  /** False while something has to be looked at first. */
  isReady?: boolean;
  onClose: () => void;
  /** Does the action with the values of the form. The dialog shows the error if it rejects. */
  act: (form: HTMLFormElement, reason: string) => Promise<unknown>;
  /** Explains the consequences, and may have further fields. */
  children?: ReactNode;
}

/** A dialog for an action on a member. Every action needs a reason. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    action,
    done,
    reasonLabel = "Reason, as the member reads it",
    isReady = true,
    onClose,
    act,
    children,
  } = props;
  const { busy, problem, submit } = useChange(
    membersKey,
    (form: HTMLFormElement) => act(form, formText(form, "reason").trim()),
    () => {
      toast.done(done);
      onClose();
    },
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={(form) => void submit(form)}>
        {children}
        <Textarea label={reasonLabel} name="reason" rows={3} maxLength={150} />
        <FormProblem error={problem} />
        <Group wrap="nowrap" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" flex={1} px="xs" disabled={!isReady} aria-disabled={busy} mod={{ busy }}>
            {busy ? "Loading" : action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
