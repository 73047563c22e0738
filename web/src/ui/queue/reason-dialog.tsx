import { Textarea } from "@mantine/core";
import { useState } from "react";
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
  onClose: () => void;
  onGiven: (text: string) => void;
}

/** Asks for the text that a decision needs: a reason or a transaction ID. */
export function ReasonDialog({ title, label, action, maxLength = 200, onClose, onGiven }: ReasonDialogProps) {
  const [missing, setMissing] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(form) => {
          const text = formText(form, "text").trim();
          if (text === "") setMissing(true);
          else onGiven(text);
        }}
      >
        <Textarea
          label={label}
          name="text"
          autosize={false}
          rows={maxLength > 200 ? 8 : 3}
          maxLength={maxLength}
          error={missing ? "Please fill this in" : undefined}
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
