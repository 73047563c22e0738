import { Textarea } from "@mantine/core";
import { useState, type ComponentType, type ReactNode } from "react";
import { formText } from "../../lib/form-text.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { Form } from "../form/form.tsx";
import { SubmitButton } from "../form/submit-button.tsx";

export interface ReasonsProps<Request> {
  /** Undefined for several requests: each of them gets its own words. */
  about: Request | undefined;
  onChoose: (text: string) => void;
}

interface ReasonDialogProps<Request> {
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
  /** Offers texts that are kept ready: a chosen one is in the field and can be changed. */
  offer?: ComponentType<ReasonsProps<Request>> | undefined;
  /** Whom the text is for; undefined for several, each of which gets its own words. */
  about?: Request | undefined;
}

/** Asks for the text that a decision needs: a reason or a transaction ID. */
export function ReasonDialog<Request>(props: ReasonDialogProps<Request>) {
  const {
    title,
    label,
    action,
    maxLength = 200,
    problemOf,
    onClose,
    onGiven,
    children,
    offer: Offer,
    about,
  } = props;
  const [typed, setTyped] = useState("");
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
        {Offer && <Offer about={about} onChoose={setTyped} />}
        <Textarea
          label={label}
          name="text"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
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
