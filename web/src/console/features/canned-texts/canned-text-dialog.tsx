import {
  addCannedText,
  cannedTextKindNames,
  cannedTextKinds,
  cannedTextProblem,
  changeCannedText,
  type CannedText,
} from "@fc/contract/canned-texts/console";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { cannedTextsQuery } from "../../canned-texts/canned-texts.tsx";

interface CannedTextDialogProps {
  /** The text to change; undefined to add one. */
  text: CannedText | undefined;
  onClose: () => void;
}

export function CannedTextDialog({ text, onClose }: CannedTextDialogProps) {
  const [draft, setDraft] = useState<Pick<CannedText, "kind" | "title" | "body">>(
    text ? { kind: text.kind, title: text.title, body: text.body } : { kind: "reply", title: "", body: "" },
  );
  const { busy, problem, submit } = useChange(
    cannedTextsQuery.queryKey,
    async () => {
      if (text) {
        const { id, version } = text;
        await call(changeCannedText, { params: { id }, body: { ...draft, version } });
      } else await call(addCannedText, { body: draft });
    },
    () => {
      toast.done(text ? "The text was changed" : "The text was added");
      onClose();
    },
  );
  const wrong = problem instanceof ApiError ? problem.fields : {};
  return (
    <Dialog title={text ? "Change the text" : "Add a text"} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <NativeSelect
          label="For"
          value={draft.kind}
          data={cannedTextKindNames.map((kind) => ({ value: kind, label: cannedTextKinds[kind].label }))}
          onChange={({ currentTarget: { value } }) => {
            const kind = cannedTextKindNames.find((name) => name === value);
            if (kind) setDraft({ ...draft, kind });
          }}
        />
        <TextField
          label="Title"
          description="Only operators read it."
          maxLength={80}
          value={draft.title}
          error={wrong["title"]}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, title: value })}
        />
        <LongTextField
          label="Text"
          description="{name} and {reference} are filled in."
          maxLength={2000}
          value={draft.body}
          error={cannedTextProblem(draft) ?? wrong["body"]}
          onChange={({ currentTarget: { value } }) => setDraft({ ...draft, body: value })}
        />
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>{text ? "Save the change" : "Add it"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
