import {
  changeNotice,
  mostReaders,
  noticeReaders,
  refIdsIn,
  writeNotice,
  type WrittenNotice,
} from "@fc/contract/notices/console";
import { Box, Button, Flex, SimpleGrid, Stack, Text, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { momentInput, momentOf } from "../../../lib/format/india-moment.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { NoticeCard } from "../../../ui/content/notice-card.tsx";
import { Late } from "../../../ui/queue/queue.tsx";
import { noticesKey } from "./queries.ts";

interface NoticeDialogProps {
  /** The notice to change; undefined to write a new one. */
  notice: WrittenNotice | undefined;
  onClose: () => void;
}

interface NoticeDraft {
  message: string;
  audience: "all" | "chosen";
  refIds: string;
  from: string;
  until: string;
}

function draftOf(notice: WrittenNotice | undefined): NoticeDraft {
  return {
    message: notice?.message ?? "",
    audience: notice?.readers ? "chosen" : "all",
    refIds: notice?.readers?.map(({ refId }) => refId).join("\n") ?? "",
    from: notice ? momentInput(notice.startsAt) : "",
    until: notice?.endsAt ? momentInput(notice.endsAt) : "",
  };
}

/** Writes or changes a notice, with a preview of what members will see. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(notice));
  const edit = (change: Partial<NoticeDraft>) => setDraft({ ...draft, ...change });
  const [opened] = useState(() => new Date().toISOString());
  const hasBegun = notice?.state === "live";
  const startsAt = hasBegun ? notice.startsAt : momentOf(draft.from);
  const save = async () => {
    const body = {
      message: draft.message,
      refIds: draft.audience === "all" ? null : refIdsIn(draft.refIds),
      startsAt,
      endsAt: momentOf(draft.until),
    };
    if (notice) {
      const { id, version } = notice;
      await call(changeNotice, { params: { id }, body: { ...body, version } });
    } else await call(writeNotice, { body });
  };
  const { busy, problem, submit } = useChange(noticesKey, save, () => {
    toast.done(notice ? "The notice was changed" : "The notice was written");
    onClose();
  });
  const wrong = problem instanceof ApiError ? problem.fields : {};
  return (
    <Dialog title={notice ? "Change the notice" : "Write a notice"} onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <LongTextField
          label="Notice"
          maxLength={2000}
          value={draft.message}
          error={wrong["message"]}
          onChange={({ currentTarget: { value } }) => edit({ message: value })}
        />
        <Choices
          label="For"
          value={draft.audience}
          options={[
            { value: "all", label: "All members" },
            { value: "chosen", label: "Chosen members" },
          ]}
          onChange={(audience) => edit({ audience: audience === "all" ? "all" : "chosen" })}
        />
        {draft.audience === "chosen" && (
          <ChosenReaders
            refIds={draft.refIds}
            error={wrong["refIds"]}
            onChange={(refIds) => edit({ refIds })}
          />
        )}
        <Times draft={draft} hasBegun={hasBegun} wrong={wrong} onChange={edit} />
        {draft.message.trim() !== "" && (
          <Flex component="section" direction="column" gap={6} aria-label="As a member sees it">
            <Text size="sm" c="dimmed">
              As a member sees it
            </Text>
            <NoticeCard notice={{ message: draft.message.trim(), createdAt: startsAt ?? opened }} />
          </Flex>
        )}
        <FormProblem error={problem} atFields />
        <SubmitButton busy={busy}>{notice ? "Save the change" : "Write it"}</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface TimesProps {
  draft: NoticeDraft;
  hasBegun: boolean;
  wrong: Readonly<Record<string, string>>;
  onChange: (change: Partial<NoticeDraft>) => void;
}

function Times({ draft, hasBegun, wrong, onChange }: TimesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="datetime-local"
        label="From, India's time"
        description={hasBegun ? "It has begun already." : "Empty: at once."}
        disabled={hasBegun}
        value={draft.from}
        error={wrong["startsAt"]}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <TextInput
        type="datetime-local"
        label="Until, India's time"
        description="Empty: for ever."
        value={draft.until}
        error={wrong["endsAt"]}
        onChange={({ currentTarget: { value } }) => onChange({ until: value })}
      />
    </SimpleGrid>
  );
}

interface ChosenReadersProps {
  refIds: string;
  error: string | undefined;
  onChange: (refIds: string) => void;
}

function ChosenReaders({ refIds, error, onChange }: ChosenReadersProps) {
  const [found, setFound] = useState<readonly { refId: string; name: string | null }[]>();
  const { busy, problem, submit } = useSubmit(async () => {
    setFound((await call(noticeReaders, { body: { refIds: refIdsIn(refIds) } })).data);
  });
  return (
    <Stack gap={6}>
      <Textarea
        label="User IDs"
        description={`One on each line, or apart by commas; at most ${mostReaders}.`}
        rows={3}
        value={refIds}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setFound(undefined);
          onChange(value);
        }}
      />
      <div>
        <Button variant="default" aria-disabled={busy} onClick={() => void submit()}>
          Check
        </Button>
      </div>
      <FormProblem error={problem} />
      {found && (
        <Box
          component="ul"
          className="plain-list small"
          mah="10rem"
          style={{ overflowY: "auto" }}
          aria-label="Who this is for"
        >
          {found.map(({ refId, name }) => (
            <li key={refId}>
              <span className="unit-id">{refId}</span> {name ?? <Late>nobody has this user ID</Late>}
            </li>
          ))}
        </Box>
      )}
    </Stack>
  );
}
