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
  /** How many characters it may have. */
  most?: number;
  onClose: () => void;
  onGiven: (words: string) => void;
}

/** Asks for the words that a decision needs: a reason, a transaction. */
export function ReasonDialog({ title, label, action, most = 200, onClose, onGiven }: ReasonDialogProps) {
  const [missing, setMissing] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(form) => {
          const words = formText(form, "words").trim();
          if (words === "") setMissing(true);
          else onGiven(words);
        }}
      >
        <Textarea
          label={label}
          name="words"
          autosize={false}
          rows={most > 200 ? 8 : 3}
          maxLength={most}
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
