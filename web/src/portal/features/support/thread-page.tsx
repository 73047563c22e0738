import { supportMessages, writeAgain, type SupportThread } from "@fc/contract/support/portal";
import { noticeMs } from "@fc/contract/notice-times";
import { useLingui } from "@lingui/react";
import { Group, Paper, Stack, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { CheckIcon, MailIcon, SupportIcon } from "../../../ui/icons/icons.tsx";
import { ClockIcon, PersonIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { OwnPicture } from "../../../ui/uploads/own-picture.tsx";
import { MessagePicture, useMessagePicture } from "./message-picture.tsx";
import { MessageState } from "./message-state.tsx";
import { supportKey, threadQuery } from "./queries.ts";
import { supportDraft } from "./support-draft.ts";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Timeline.layer.css";

/** One of the member's own messages: what was written and answered, and a way to answer again. */
export default function ThreadPage() {
  const { reference } = useParams({ from: "/frame/shell/support/$reference" });
  const { data, error, refetch } = useQuery(threadQuery(useMember().id, reference));
  if (data) return <ThreadView thread={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page width="form">
      <Card>
        {error instanceof ApiError && error.status === 404 ? (
          <NoSuchMessage />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </Page>
  );
}

function NoSuchMessage() {
  const t = useT();
  return (
    <div className="state">
      <SupportIcon />
      <p>{t("You have no message with this reference.")}</p>
      <Link to="/support" className="link-button">
        {t("Go to support")}
      </Link>
    </div>
  );
}

type Entry = SupportThread["entries"][number];

const entryLooks = {
  message: { title: msg("You wrote"), icon: PersonIcon },
  reply: { title: msg("Our answer"), icon: MailIcon },
  close: { title: msg("We closed your message"), icon: CheckIcon },
  reopen: { title: msg("We opened your message again"), icon: SupportIcon },
} as const satisfies Record<Entry["kind"], { title: string; icon: unknown }>;

function ThreadView({ thread }: { thread: SupportThread }) {
  const t = useT();
  const { i18n } = useLingui();
  const { reference, status, receipt, entries, dueAt } = thread;
  return (
    <Page width="form">
      <section className="card stack" aria-label={t("Message {reference}", { reference })}>
        <Group justify="space-between">
          <Group gap={4}>
            <span className="unit-id">{reference}</span>
            <CopyButton text={reference} label={t("Copy the reference number")} />
          </Group>
          <MessageState status={status} />
        </Group>
        {receipt !== null && (
          <Text>
            {t("About the receipt")}{" "}
            <Link to="/receipt/$reference" params={{ reference: receipt }} className="unit-id">
              {receipt}
            </Link>
          </Text>
        )}
        <Timeline
          component="ol"
          aria-label={t("What was written and answered")}
          // What is still to come is not filled.
          active={entries.length - 1}
          bulletSize={32}
          lineWidth={2}
          style={{ listStyle: "none" }}
        >
          {entries.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
          {dueAt !== null && (
            <Timeline.Item
              component="li"
              bullet={<ClockIcon />}
              lineVariant="dashed"
              title={t("Our answer is due")}
            >
              <Text size="sm" c="dimmed">
                {t("By {time}. We also send it to your e-mail.", { time: dateTimeText(dueAt, i18n.locale) })}
              </Text>
            </Timeline.Item>
          )}
        </Timeline>
      </section>
      <AnswerCard reference={reference} isClosed={status === "closed"} />
    </Page>
  );
}

function EntryItem({ entry: { kind, text, proofImageUrl, at }, ...position }: { entry: Entry }) {
  const t = useT();
  const { i18n } = useLingui();
  const { title, icon: Icon } = entryLooks[kind];
  return (
    <Timeline.Item component="li" {...position} bullet={<Icon />} title={t(title)}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {dateTimeText(at, i18n.locale)}
        </Text>
        {text !== "" && (
          <Paper
            p="sm"
            bg={kind === "reply" ? "var(--fc-brand-wash)" : "var(--fc-surface-quiet)"}
            style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
          >
            {text}
          </Paper>
        )}
        {proofImageUrl !== undefined && (
          <OwnPicture proofImageUrl={proofImageUrl} alt={t("The picture of this message")} />
        )}
      </Stack>
    </Timeline.Item>
  );
}

function AnswerCard({ reference, isClosed }: { reference: string; isClosed: boolean }) {
  const t = useT();
  const { id: userId, refId } = useMember();
  const [draft] = useState(() => supportDraft(`${refId} ${reference}`));
  const [text, setText] = useState(() => draft.read()?.supportMessage ?? "");
  const [isMissing, setMissing] = useState(false);
  const { picture, isSending } = useMessagePicture();
  const write = (supportMessage: string) => {
    setText(supportMessage);
    draft.keep({ number: "", email: "", supportMessage });
  };
  const { busy, problem, submit } = useChange(
    supportKey,
    () => {
      const { proofImageUrl } = picture;
      return call(writeAgain, { body: { userId, reference, supportMessage: text, proofImageUrl } });
    },
    () => {
      write("");
      picture.drop();
      toast.success(supportMessages.sent, noticeMs.supportSent);
    },
  );
  return (
    <Card title={t("Write again")}>
      {isClosed && <Text c="dimmed">{t("This opens your message again.")}</Text>}
      <Form
        isKept
        onSubmit={() => {
          setMissing(text.trim() === "");
          if (text.trim() !== "" && !isSending) void submit();
        }}
      >
        <LongTextField
          label={t("Message")}
          maxLength={2000}
          value={text}
          error={isMissing && text.trim() === "" ? t(supportMessages.incomplete) : undefined}
          onChange={({ currentTarget: { value } }) => write(value)}
        />
        <MessagePicture picture={picture} />
        <FormProblem error={problem} />
        <SubmitButton busy={busy} isWaiting={isSending}>
          {t("Send message")}
        </SubmitButton>
      </Form>
    </Card>
  );
}
