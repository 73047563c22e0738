import {
  assignSupport,
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
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { HeldDecision, KeyHints, Queue, useKeys } from "../../../ui/queue/queue.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { useWorkQueue } from "../../../ui/queue/use-work-queue.ts";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { TableSearch } from "../../../ui/table/table-tools.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { InboxMessage } from "./inbox-message.tsx";
import { ReplyForm, type Reply } from "./inbox-reply.tsx";
import { inboxKey, inboxQuery } from "./queries.ts";
import "../../../ui/table/table.css";
import "./inbox.css";

type Decision = { row: QueuedSupportMessage } & ({ kind: "reply"; reply: Reply } | { kind: "close" });

/** Messages to be answered without a mouse: read, answer, next. */
export default function SupportInboxPage() {
  const { role } = useOperator();
  const queries = useQueryClient();
  const table = useTable({
    sorts: ["createdAt"],
    first: { sort: "createdAt", order: "asc" },
    filters: ["filter"],
  });
  // Whoever searches looks everywhere.
  const filter = filterOf(table.filters["filter"], table.search);
  const { data, error, refetch } = useQuery(inboxQuery(filter, table.search));
  /** Kept until the answer is on its way: one that comes too late is not lost. */
  const [drafts, setDrafts] = useState<Readonly<Record<number, string>>>({});
  const [noting, setNoting] = useState(false);
  const answer = useRef<HTMLTextAreaElement>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: inboxKey });
  const commit = async ({ row, ...decision }: Decision) => {
    const params = { id: row.id };
    if (decision.kind === "reply") {
      await call(replyToSupport, { params, body: { ...decision.reply, version: row.version } });
      setDrafts(({ [row.id]: _sent, ...others }) => others);
    } else await call(setSupportStatus, { params, body: { status: "closed", version: row.version } });
  };
  const { rows, current, choose, go, held, decide, undo } = useWorkQueue<QueuedSupportMessage, Decision>({
    waiting: data?.data ?? [],
    commit,
    readAgain,
  });
  const mayAnswer = mayCall(role, replyToSupport);
  const act = async (work: () => Promise<unknown>) => {
    toast.clear();
    try {
      await work();
    } catch (failure) {
      toast.failure(failure);
    }
    await readAgain();
  };
  const assign = (to: "me" | "nobody") => {
    if (!current || !mayAnswer) return;
    const body = { to, from: current.assignedTo?.id ?? null };
    void act(() => call(assignSupport, { params: { id: current.id }, body }));
  };
  const close = () => {
    if (current && mayAnswer && current.status !== "closed") decide({ kind: "close", row: current });
  };
  const reopen = () => {
    if (!current || !mayAnswer) return;
    const body = { status: "open", version: current.version } as const;
    void act(() => call(setSupportStatus, { params: { id: current.id }, body }));
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    r: () => answer.current?.focus(),
    t: () => assign("me"),
    n: () => current && mayAnswer && setNoting(true),
    c: close,
    u: undo,
  });

  return (
    <div className="stack">
      <div className="inbox-tools">
        <div className="segments" role="group" aria-label="Which messages">
          {supportFilters.map((choice) => (
            <button
              key={choice}
              type="button"
              className="segment"
              aria-pressed={filter === choice}
              onClick={() => table.showFiltered("filter", choice === "open" ? "" : choice)}
            >
              {filterLabels[choice]}
              {choice !== "all" && data && <span className="inbox-count">{data.counts[choice]}</span>}
            </button>
          ))}
        </div>
        <TableSearch
          label="Reference, user ID, e-mail or name"
          search={table.search}
          onSearch={table.showFound}
        />
      </div>
      <KeyHints hints={mayAnswer ? [...moving, ...acting] : moving} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSkeleton />
      ) : current ? (
        <Queue label="Support messages" rows={rows} chosenId={current.id} onChoose={choose} line={lineOf}>
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
                    decide({ kind: "reply", reply, row: { ...current, version: detail.version } })
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
        <ReasonDialog
          title={`Note on ${current.reference}`}
          label="Note, which only operators read"
          action="Add the note"
          most={longestSupportText}
          onClose={() => setNoting(false)}
          onGiven={(text) => {
            setNoting(false);
            void act(() => call(noteOnSupport, { params: { id: current.id }, body: { text } }));
          }}
        />
      )}
      {held && (
        <HeldDecision
          words={`${held.kind === "reply" ? "Answering" : "Closing"} ${held.row.reference}`}
          onUndo={undo}
        />
      )}
    </div>
  );
}

function filterOf(written: string | undefined, search: string): SupportFilter {
  const chosen = supportFilters.find((filter) => filter === written);
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

const moving = [
  ["J", "next"],
  ["K", "previous"],
] as const;
const acting = [
  ["R", "answer"],
  ["T", "take"],
  ["N", "note"],
  ["C", "close"],
  ["U", "undo"],
] as const;

function lineOf({ member, refId, message, createdAt, isOverdue, status, assignedTo }: QueuedSupportMessage) {
  return (
    <>
      <strong>{member?.name ?? refId}</strong>
      <span className={isOverdue ? "small queue-late" : "small dimmed"}>
        {isOverdue ? `overdue: ${ageText(createdAt)}` : ageText(createdAt)}
      </span>
      <span className="small dimmed inbox-excerpt">{message}</span>
      <span className="small dimmed">{assignedTo?.name ?? (status === "open" ? "" : status)}</span>
    </>
  );
}
