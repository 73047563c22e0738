import { discardDocumentDraft, releaseDocument, saveDocumentDraft } from "@fc/contract/documents/console";
import { documentKinds, type DocumentKind, type DocumentText } from "@fc/contract/documents/kinds";
import { Radio, SimpleGrid, Stack, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { proposalsQuery } from "../../proposals/queries.ts";
import { ReasonField, reasonIn } from "../../proposals/reason-field.tsx";
import { documentsQuery } from "./queries.ts";

interface DraftDialogProps {
  kind: DocumentKind;
  /** The revision that was shown when the dialog opened: the server refuses it if somebody has saved since. */
  revision: number;
  onClose: () => void;
}

export function DraftEditor({
  kind,
  revision: shown,
  text: before,
  onClose,
}: DraftDialogProps & { text: DocumentText }) {
  const [revision] = useState(shown);
  const [text, setText] = useState(before);
  const { busy, problem, submit } = useChange(
    documentsQuery.queryKey,
    () => call(saveDocumentDraft, { body: { kind, revision, text } }),
    onClose,
  );
  const field = (language: "en" | "hi", label: string) => (
    <Textarea
      label={label}
      lang={language}
      value={text[language]}
      autosize
      minRows={10}
      // So that the button below is in sight on a laptop.
      maxRows={16}
      onChange={({ currentTarget: { value } }) => setText({ ...text, [language]: value })}
    />
  );
  return (
    <Dialog title={`Draft: ${documentKinds[kind].title}`} isWide onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p>
          A line that begins with “## ” is a heading, one that begins with “- ” is a point of a list, and an
          empty line ends a paragraph. {"{company}"}, {"{address}"}, {"{email}"}, {"{waitingDays}"},{" "}
          {"{kycYears}"} and {"{taxYears}"} are filled in from Settings when it is released.
        </p>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field("en", "English")}
          {field("hi", "Hindi")}
        </SimpleGrid>
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Save the draft</SubmitButton>
      </Form>
    </Dialog>
  );
}

export function ReleaseDialog({
  kind,
  revision: shown,
  isFirst,
  onClose,
}: DraftDialogProps & { isFirst: boolean }) {
  const queries = useQueryClient();
  const [revision] = useState(shown);
  const [substance, setSubstance] = useState("yes");
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useChange(
    documentsQuery.queryKey,
    async () => {
      const body = { kind, revision, isSubstantial: substance === "yes", ...reasonIn(reason) };
      const { version } = (await call(releaseDocument, { body })).data;
      await queries.invalidateQueries({ queryKey: proposalsQuery.queryKey });
      toast.done(
        version === null ? "Proposed: another admin has to confirm it" : `Version ${version} is in force`,
      );
    },
    onClose,
  );
  return (
    <Dialog title={`Release: ${documentKinds[kind].title}`} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <p>A released version is never changed or removed: everybody can read it from then on.</p>
        {isFirst ? (
          <p>It is the first version: every member has to accept it before going on.</p>
        ) : (
          <Radio.Group label="Is it a change in substance?" value={substance} onChange={setSubstance}>
            <Stack gap="xs" mt="xs">
              <Radio value="yes" label="Yes: every member has to accept it before going on" />
              <Radio value="no" label="No: only words, no right or duty is another one" />
            </Stack>
          </Radio.Group>
        )}
        <ReasonField value={reason} onTyped={setReason} />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Release</SubmitButton>
      </Form>
    </Dialog>
  );
}

export function DiscardDialog({ kind, revision: shown, onClose }: DraftDialogProps) {
  const [revision] = useState(shown);
  const change = useChange(
    documentsQuery.queryKey,
    () => call(discardDocumentDraft, { body: { kind, revision } }),
    onClose,
  );
  return (
    <ConfirmDialog title="Throw the draft away?" action="Throw away" change={change} onClose={onClose}>
      <p>Its text is gone then, also for everybody else. The versions stay as they are.</p>
    </ConfirmDialog>
  );
}
