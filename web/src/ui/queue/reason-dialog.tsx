import { Textarea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { formText } from "../../lib/form-text.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Form } from "../form/form.tsx";
import { SubmitButton } from "../form/submit-button.tsx";

interface ReasonDialogProps {
  title: string;
  label: string;
  action: string;
  /** The largest number of characters. */
  maxLength?: number;
  /** What is wrong with a text; undefined if it can be used. */
  problemOf?: (text: string) => string | undefined;
  onClose: () => void;
  onGiven: (text: string) => void;
  /** What the text is about, above its field. */
  children?: ReactNode;
}

/** Asks for the text that a decision needs: a reason or a transaction ID. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, label, action, maxLength = 200, problemOf, onClose, onGiven, children } = props;
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(form) => {
          const text = formText(form, "text").trim();
          const found = text === "" ? "Please fill this in" : problemOf?.(text);
          setProblem(found);
          if (found === undefined) onGiven(text);
        }}
      >
        {children}
        <Textarea
          label={label}
          name="text"
          autosize={false}
          rows={maxLength > 200 ? 8 : 3}
          maxLength={maxLength}
          error={problem}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
        <SubmitButton busy={false}>{action}</SubmitButton>
      </Form>
    </Dialog>
  );
}
