import { languageCodes, languages } from "@fc/contract/languages";
import {
  addFaqEntry,
  changeFaqEntry,
  longestAnswer,
  longestQuestion,
  type FaqContent,
  type FaqEntry,
} from "@fc/contract/support/console-faq";
import { Fieldset, Switch } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { faqQuery } from "./queries.ts";
import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/Switch.layer.css";

const empty: FaqContent = {
  question: { en: "", hi: "" },
  answer: { en: "", hi: "" },
  isPublished: false,
};

interface FaqDialogProps {
  /** The question to change; undefined to add one. */
  entry: FaqEntry | undefined;
  onClose: () => void;
}

export function FaqDialog({ entry, onClose }: FaqDialogProps) {
  const [draft, setDraft] = useState<FaqContent>(() => {
    const { question, answer, isPublished } = entry ?? empty;
    return { question, answer, isPublished };
  });
  const { busy, problem, submit } = useChange(
    faqQuery.queryKey,
    async () => {
      if (entry) {
        const { id, version } = entry;
        await call(changeFaqEntry, { params: { id }, body: { ...draft, version } });
      } else await call(addFaqEntry, { body: draft });
    },
    () => {
      toast.done(entry ? "The question was changed" : "The question was added");
      onClose();
    },
  );
  const wrong = problem instanceof ApiError ? problem.fields : {};
  return (
    <Dialog title={entry ? "Change the question" : "Add a question"} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        {languageCodes.map((code) => (
          <Fieldset key={code} legend={languages[code]} lang={code} className="stack">
            <TextField
              label="Question"
              maxLength={longestQuestion}
              value={draft.question[code]}
              error={wrong[`question.${code}`]}
              onChange={({ currentTarget: { value } }) =>
                setDraft({ ...draft, question: { ...draft.question, [code]: value } })
              }
            />
            <LongTextField
              label="Answer"
              maxLength={longestAnswer}
              value={draft.answer[code]}
              error={wrong[`answer.${code}`]}
              onChange={({ currentTarget: { value } }) =>
                setDraft({ ...draft, answer: { ...draft.answer, [code]: value } })
              }
            />
          </Fieldset>
        ))}
        <Switch
          label="Published"
          description="Hidden questions are seen by operators only."
          checked={draft.isPublished}
          onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, isPublished: checked })}
        />
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>{entry ? "Save the change" : "Add it"}</SubmitButton>
      </Form>
    </Dialog>
  );
}
