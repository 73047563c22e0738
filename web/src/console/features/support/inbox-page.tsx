import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import {
  assignSupport,
  consoleSupportCsv,
  longestSupportText,
  noteOnSupport,
  replyToSupport,
  setSupportStatus,
  supportFilters,
  type QueuedSupportMessage,
  type SupportFilter,
} from "@fc/contract/support/console";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ageText } from "../../../lib/format/age-text.ts";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { KeyHints, useKeys, type KeyHint } from "../../../ui/queue/keys.tsx";
import { Late, PendingDecision, Queue, QueueStatus } from "../../../ui/queue/queue.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { useWorkQueue } from "../../../ui/queue/use-work-queue.ts";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { DownloadButton, TableSearch } from "../../../ui/table/table-tools.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { InboxMessage } from "./inbox-message.tsx";
import { ReplyForm, type Reply } from "./inbox-reply.tsx";
import { inboxFilter, inboxKey, inboxQuery } from "./queries.ts";

type Decision = { item: QueuedSupportMessage } & ({ kind: "reply"; reply: Reply } | { kind: "close" });

/** The inbox of one filter and search, and what an operator can do in it. */
function useInbox(mayAnswer: boolean) {
  const queries = useQueryClient();
  const table = useTable({
    sorts: ["createdAt"],
    first: { sort: "createdAt", order: "asc" },
    filters: ["filter"],
  });
  // A search looks through all messages, unless the operator has chosen a filter.
  const filter = filterOf(table.filters["filter"], table.search);
  const result = useQuery(inboxQuery(filter, table.search));
  // A draft is kept until the reply is saved, so that a refused reply is not lost.
  const [drafts, setDrafts] = useState<Readonly<Record<number, string>>>({});
  const reload = () => queries.invalidateQueries({ queryKey: inboxKey });
  const commit = async ({ item, ...decision }: Decision) => {
    const params = { id: item.id };
    if (decision.kind === "reply") {
      await call(replyToSupport, { params, body: { ...decision.reply, version: item.version } });
      setDrafts(({ [item.id]: _sent, ...others }) => others);
    } else await call(setSupportStatus, { params, body: { status: "closed", version: item.version } });
  };
  const queue = useWorkQueue<QueuedSupportMessage, Decision>({
    loaded: result.data?.data ?? [],
    commit,
    reload,
  });
  const { current, decide } = queue;
  const act = async (work: () => Promise<unknown>) => {
    toast.clear();
    try {
      await work();
    } catch (failure) {
      toast.failure(failure);
    }
    await reload();
  };
  const assign = (to: "me" | "nobody") => {
    if (!current || !mayAnswer) return;
    const body = { to, from: current.assignedTo?.id ?? null };
    void act(() => call(assignSupport, { params: { id: current.id }, body }));
  };
  const close = () => {
    if (current && mayAnswer && current.status !== "closed") decide({ kind: "close", item: current });
  };
  const reopen = () => {
    if (!current || !mayAnswer) return;
    const body = { status: "open", version: current.version } as const;
    void act(() => call(setSupportStatus, { params: { id: current.id }, body }));
  };
  const addNote = ({ id }: QueuedSupportMessage, text: string) =>
    void act(() => call(noteOnSupport, { params: { id }, body: { text } }));
  return { table, filter, result, queue, drafts, setDrafts, assign, close, reopen, addNote };
}

function Tools({ inbox: { table, filter, result } }: { inbox: ReturnType<typeof useInbox> }) {
  const { role } = useOperator();
  const counts = result.data?.counts;
  return (
    <Group gap="sm" justify="space-between">
      <SegmentedControl
        bg="var(--fc-surface-quiet)"
        aria-label="Which messages"
        miw="min(24rem, 100%)"
        value={filter}
        onChange={(choice) => table.showFiltered("filter", choice === "open" ? "" : choice)}
        data={supportFilters.map((choice) => ({
          value: choice,
          label: `${filterLabels[choice]}${choice !== "all" && counts ? ` ${counts[choice]}` : ""}`,
        }))}
      />
      <TableSearch
        label="Reference, user ID, e-mail or name"
        search={table.search}
        onSearch={table.showFound}
      />
      {mayCall(role, consoleSupportCsv) && (
        <DownloadButton
          download={() => download(consoleSupportCsv, { query: inboxFilter(filter, table.search) })}
        />
      )}
    </Group>
  );
}

interface StatusProps {
  queue: ReturnType<typeof useInbox>["queue"];
  mayAnswer: boolean;
}

function Status({ queue: { pending, undo }, mayAnswer }: StatusProps) {
  return (
    <QueueStatus>
      {pending ? (
        <PendingDecision
          text={`${pending.kind === "reply" ? "Answering" : "Closing"} ${pending.item.reference}`}
          onUndo={undo}
        />
      ) : (
        <KeyHints hints={mayAnswer ? [...moveHints, ...actionHints] : moveHints} />
      )}
    </QueueStatus>
  );
}

/** Members' messages, which operators can answer with the keyboard alone. */
export default function SupportInboxPage() {
  const { role } = useOperator();
  const mayAnswer = mayCall(role, replyToSupport);
  const inbox = useInbox(mayAnswer);
  const { table, filter, result, queue, drafts, setDrafts, assign, close, reopen, addNote } = inbox;
  const { data, error, refetch } = result;
  const { items, current, choose, move, decide, undo } = queue;
  const [noting, setNoting] = useState(false);
  const answer = useRef<HTMLTextAreaElement>(null);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    r: () => answer.current?.focus(),
    t: () => assign("me"),
    n: () => current && mayAnswer && setNoting(true),
    c: close,
    u: undo,
  });

  return (
    <Stack>
      <Tools inbox={inbox} />
      <Status queue={queue} mayAnswer={mayAnswer} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSkeleton />
      ) : current ? (
        <Queue
          label="Support messages"
          items={items}
          chosenId={current.id}
          onChoose={choose}
          renderLine={lineOf}
        >
          <InboxMessage
            key={current.id}
            message={current}
            mayAnswer={mayAnswer}
            onAssign={assign}
            onNote={() => setNoting(true)}
            onClose={close}
            onReopen={reopen}
          >
            {(detail) =>
              mayAnswer && (
                <ReplyForm
                  ref={answer}
                  message={detail}
                  text={drafts[current.id] ?? ""}
                  onText={(text) => setDrafts({ ...drafts, [current.id]: text })}
                  onReply={(reply) =>
                    decide({ kind: "reply", reply, item: { ...current, version: detail.version } })
                  }
                />
              )
            }
          </InboxMessage>
        </Queue>
      ) : (
        <div className="card state">
          <p>{table.search === "" ? emptyTexts[filter] : "Nothing fits what you searched for."}</p>
        </div>
      )}
      {noting && current && (
        <NoteDialog message={current} onClose={() => setNoting(false)} onNote={addNote} />
      )}
    </Stack>
  );
}

interface NoteDialogProps {
  message: QueuedSupportMessage;
  onClose: () => void;
  onNote: (message: QueuedSupportMessage, text: string) => void;
}

function NoteDialog({ message, onClose, onNote }: NoteDialogProps) {
  return (
    <ReasonDialog
      title={`Note on ${message.reference}`}
      label="Note, which only operators read"
      action="Add the note"
      maxLength={longestSupportText}
      onClose={onClose}
      onGiven={(text) => {
        onClose();
        onNote(message, text);
      }}
    />
  );
}

function filterOf(inAddress: string | undefined, search: string): SupportFilter {
  const chosen = supportFilters.find((filter) => filter === inAddress);
  return chosen ?? (search === "" ? "open" : "all");
}

const filterLabels: Record<SupportFilter, string> = {
  open: "Open",
  mine: "Mine",
  overdue: "Overdue",
  all: "All",
};
const emptyTexts: Record<SupportFilter, string> = {
  open: "Nothing waits here. New messages appear by themselves.",
  mine: "You have taken no message. Take one with T.",
  overdue: "Nothing is overdue.",
  all: "Nobody has written yet.",
};

const moveHints: readonly KeyHint[] = [
  ["J", "next"],
  ["K", "previous"],
];
const actionHints: readonly KeyHint[] = [
  ["R", "answer"],
  ["T", "take"],
  ["N", "note"],
  ["C", "close"],
  ["U", "undo"],
];

function lineOf(message: QueuedSupportMessage) {
  const { member, refId, lastMessage, waitingSince, isOverdue, status, assignedTo } = message;
  return (
    <>
      <strong>{member?.name ?? refId}</strong>
      {isOverdue ? (
        <Late>overdue: {ageText(waitingSince)}</Late>
      ) : (
        <Text span size="sm" c="dimmed">
          {ageText(waitingSince)}
        </Text>
      )}
      <Text span size="sm" c="dimmed" truncate>
        {lastMessage}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {assignedTo?.name ?? (status === "open" ? "" : status)}
      </Text>
    </>
  );
}
