import { sure } from "@fc/contract/sure";
import {
  changeBulkMail,
  longestSubject,
  longestText,
  steerBulkMail,
  testBulkMail,
  writeBulkMail,
  type BulkMail,
  type BulkMailContent,
} from "@fc/contract/bulk-mail/console";
import { bulkMailKindNames, bulkMailKinds } from "@fc/contract/bulk-mail/console-kinds";
import { languageCodes, languages, type Language } from "@fc/contract/languages";
import type { MemberFilter } from "@fc/contract/members/console-filter";
import { operatorRights, type OperatorRole } from "@fc/contract/operator-access";
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { anyPage } from "../../../lib/asserted.ts";
import { ApiError, call } from "../../../lib/api/api.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { unsaved } from "../../../ui/form/unsaved.ts";
import { useChange } from "../../../ui/form/use-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { bulkMailPath } from "./bulk-mail-cells.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { bulkMailsKey } from "./queries.ts";
import { SendDialog } from "./send-dialog.tsx";

interface DraftEditorProps {
  /** Missing for a new one. */
  mail?: BulkMail;
  filter: MemberFilter;
}

function contentOf({ mail, filter }: DraftEditorProps): BulkMailContent {
  const { kind = "news", serviceReason = "" } = mail ?? {};
  const { subject = { en: "", hi: "" }, text = { en: "", hi: "" } } = mail ?? {};
  return { kind, serviceReason, filter, subject, text };
}

/** The draft as the operator works on it, and how it is stored. */
function useDraft(props: DraftEditorProps) {
  const { mail } = props;
  const navigate = useNavigate();
  /** What the operator works on: a change of somebody else does not replace it silently. */
  const [seen, setSeen] = useState(mail);
  const [content, setContent] = useState(() => contentOf(props));
  const edit = (change: Partial<BulkMailContent>) => setContent({ ...content, ...change });
  const isChanged =
    JSON.stringify(content) !==
    JSON.stringify(contentOf({ ...props, ...(seen && { mail: seen, filter: seen.filter }) }));

  /** Tests and sending are of what is stored, so it is stored first. */
  const save = async (): Promise<{ id: number; version: number }> => {
    if (!seen) {
      const { data } = await call(writeBulkMail, { body: content });
      unsaved.forget();
      await navigate({ to: bulkMailPath(data.id), replace: true, search: anyPage({}) });
      return { id: data.id, version: 1 };
    }
    const { id, version } = seen;
    if (!isChanged) return { id, version };
    const { data } = await call(changeBulkMail, { params: { id }, body: { ...content, version } });
    unsaved.forget();
    setSeen({ ...seen, ...content, version: data.version });
    return { id, version: data.version };
  };
  /** Replaces what is written here by what somebody else has stored meanwhile. */
  const showNewest = (newest: BulkMail) => {
    setSeen(newest);
    setContent(contentOf({ mail: newest, filter: newest.filter }));
  };
  return { seen, content, edit, save, showNewest };
}

/** Whom it goes to, what it says, how it looks; then a test to oneself, and the sending. */
export function DraftEditor(props: DraftEditorProps) {
  const { mail } = props;
  const { role } = useOperator();
  const { seen, content, edit, save, showNewest } = useDraft(props);
  const [sending, setSending] = useState(false);
  const saving = useChange(bulkMailsKey, save, () => toast.done("The draft was saved"));
  const testing = useChange(
    bulkMailsKey,
    async () => {
      const { id, version } = await save();
      return (await call(testBulkMail, { params: { id }, body: { version } })).data.to;
    },
    (to) => toast.done(`Two test mails, one in each language, are on their way to ${to}`),
  );
  const opening = useChange(bulkMailsKey, save, () => setSending(true));
  const discarding = useChange(
    bulkMailsKey,
    () =>
      call(steerBulkMail, {
        params: { id: sure(seen).id },
        body: { act: "cancel", version: sure(seen).version },
      }),
    () => toast.done("The draft was discarded"),
  );
  const problem = saving.problem ?? testing.problem ?? opening.problem ?? discarding.problem;
  const busy = saving.busy || testing.busy || opening.busy || discarding.busy;
  const wrong = problem instanceof ApiError ? problem.fields : {};
  const isOverwritten = mail !== undefined && seen !== undefined && mail.version > seen.version;
  return (
    <SimpleGrid minColWidth="min(27rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
      <Form onSubmit={() => void saving.submit()}>
        {isOverwritten && <Overwritten newest={mail} onShow={() => showNewest(mail)} />}
        <Card title="Whom it goes to">
          <FilterFields filter={content.filter} wrong={wrong} onChange={(filter) => edit({ filter })} />
        </Card>
        <Card title="What it is">
          <KindChoice role={role} content={content} wrong={wrong} onChange={edit} />
        </Card>
        <Card title="What it says">
          <Text size="sm" c="dimmed">
            Each member gets it in their own language. {"{name}"} and {"{userId}"} are filled in. The user ID
            stands below every text anyway.
          </Text>
          {languageCodes.map((language) => (
            <Words key={language} language={language} content={content} wrong={wrong} onChange={edit} />
          ))}
        </Card>
        <FormProblem error={problem} atFields />
        <Group gap="sm">
          <Button type="submit" variant={seen ? "default" : "filled"} aria-disabled={busy}>
            {seen ? "Save the draft" : "Save and go on"}
          </Button>
          {seen && (
            <>
              <Button variant="default" aria-disabled={busy} onClick={() => void testing.submit()}>
                Send a test to me
              </Button>
              <Button aria-disabled={busy} onClick={() => void opening.submit()}>
                Send …
              </Button>
              <Button variant="subtle" aria-disabled={busy} onClick={() => void discarding.submit()}>
                Discard the draft
              </Button>
            </>
          )}
        </Group>
      </Form>
      <PreviewCard content={content} />
      {sending && seen && <SendDialog mail={seen} onClose={() => setSending(false)} />}
    </SimpleGrid>
  );
}

function Overwritten({ newest, onShow }: { newest: BulkMail; onShow: () => void }) {
  return (
    <Note tone="bad" live>
      <Stack gap="xs" align="start">
        <span>{newest.changedBy} has changed this draft in the meantime.</span>
        <Button variant="default" onClick={onShow}>
          Show what {newest.changedBy} wrote
        </Button>
      </Stack>
    </Note>
  );
}

interface PartProps {
  content: BulkMailContent;
  wrong: Readonly<Record<string, string>>;
  onChange: (change: Partial<BulkMailContent>) => void;
}

function KindChoice({ role, content, wrong, onChange }: PartProps & { role: OperatorRole }) {
  const mayServe: readonly OperatorRole[] = operatorRights.sendServiceMails.operators;
  if (!mayServe.includes(role) && content.kind === "news") {
    return (
      <Text>
        {bulkMailKinds.news.label}. {bulkMailKinds.news.help} Only an admin sends mails as service.
      </Text>
    );
  }
  return (
    <>
      <Choices
        label="Kind"
        value={content.kind}
        options={bulkMailKindNames.map((kind) => ({
          value: kind,
          label: bulkMailKinds[kind].label,
          hint: bulkMailKinds[kind].help,
        }))}
        onChange={(kind) => onChange({ kind })}
      />
      {content.kind === "service" && (
        <TextInput
          label="Why it is service"
          description="Why members who unsubscribed have to get it. It is kept in the log."
          maxLength={200}
          value={content.serviceReason}
          error={wrong["serviceReason"]}
          onChange={({ currentTarget: { value } }) => onChange({ serviceReason: value })}
        />
      )}
    </>
  );
}

function Words({ language, content, wrong, onChange }: PartProps & { language: Language }) {
  const { subject, text } = content;
  const inLanguage = { en: "in English", hi: "in Hindi" }[language];
  return (
    <Stack gap="xs" role="group" aria-label={languages[language]}>
      <TextInput
        label={`Subject ${inLanguage}`}
        lang={language}
        maxLength={longestSubject}
        value={subject[language]}
        error={wrong[`subject.${language}`]}
        onChange={({ currentTarget: { value } }) => onChange({ subject: { ...subject, [language]: value } })}
      />
      <LongTextField
        label={`Text ${inLanguage}`}
        lang={language}
        rows={8}
        maxLength={longestText}
        value={text[language]}
        error={wrong[`text.${language}`]}
        onChange={({ currentTarget: { value } }) => onChange({ text: { ...text, [language]: value } })}
      />
    </Stack>
  );
}
