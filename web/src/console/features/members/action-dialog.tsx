import { Button, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { membersKey } from "./queries.ts";
import "../../../ui/money/review.css";

interface ActionDialogProps {
  title: string;
  action: string;
  /** Shown for a moment once it is done. */
  done: string;
  /** Whom the reason is for, where it is not the member. */
  reasonLabel?: string;
  onClose: () => void;
  /** Does it, with what the form holds; rejects with what kept it from being done. */
  act: (form: HTMLFormElement, reason: string) => Promise<unknown>;
  /** What follows from it, and further fields. */
  children?: ReactNode;
}

/** Something done to a member, always with a reason. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    action,
    done,
    reasonLabel = "Reason, as the member reads it",
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
        <FormProblem error={problem}>
          <FieldProblems error={problem} />
        </FormProblem>
        <div className="review-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy} mod={{ busy }}>
            {busy ? "Loading" : action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What is wrong with which field, below the words for all of it. */
function FieldProblems({ error }: { error: unknown }) {
  const fields = error instanceof ApiError && error.code === "BAD_REQUEST" ? Object.values(error.fields) : [];
  return fields.map((words) => (
    <p key={words} className="small">
      {words}
    </p>
  ));
}
