import type { QueuedSupportMessage, SupportDetail, SupportEvent } from "@fc/contract/support/console";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ReceiptNamed } from "./receipt-named.tsx";
import { inboxMessageQuery } from "./queries.ts";

interface InboxMessageProps {
  message: QueuedSupportMessage;
  mayAnswer: boolean;
  onAssign: (to: "me" | "nobody") => void;
  onNote: () => void;
  onClose: () => void;
  onReopen: () => void;
  /** Renders the form for the answer, once the details have loaded. */
  children: (detail: SupportDetail) => ReactNode;
}

/** Shows one message with its history and the actions that are possible now. */
export function InboxMessage(props: InboxMessageProps) {
  const { message, mayAnswer, onAssign, onNote, onClose, onReopen, children } = props;
  const me = useOperator();
  const { data, error, refetch } = useQuery(inboxMessageQuery(message.id));
  // The list is reloaded more often, so its state and assignment are the current ones.
  const { status, assignedTo, dueAt, isOverdue } = message;
  return (
    <div className="stack">
      <header className="inbox-header">
        <div>
          <h2 className="card-title">{message.member?.name ?? "Nobody has this user ID"}</h2>
          <p className="small dimmed unit-id">{message.refId}</p>
        </div>
        <Status status={status} isOverdue={isOverdue} />
      </header>
      <dl className="inbox-facts small">
        <Fact label="Reference">
          <span className="unit-id">{message.reference}</span>
          <CopyButton text={message.reference} label="Copy the reference" />
        </Fact>
        {dueAt && <Fact label="Promised by">{dateTimeText(dueAt, "en")}</Fact>}
        <Fact label="Taken by">{assignedTo?.name ?? "nobody"}</Fact>
        {data && data.number !== "" && <Fact label="Mobile number">{data.number}</Fact>}
        {data?.receipt && (
          <Fact label="About">
            <ReceiptNamed receipt={data.receipt} refId={message.refId} />
          </Fact>
        )}
      </dl>
      {mayAnswer && (
        <div className="queue-actions">
          {assignedTo?.id === me.id ? (
            <Button variant="default" onClick={() => onAssign("nobody")}>
              Leave it to others
            </Button>
          ) : (
            <Button variant="default" onClick={() => onAssign("me")}>
              {assignedTo ? `Take it over from ${assignedTo.name}` : "Take it"}
            </Button>
          )}
          <Button variant="default" onClick={onNote}>
            Add a note
          </Button>
          <Button variant="default" onClick={status === "closed" ? onReopen : onClose}>
            {status === "closed" ? "Open it again" : "Close it"}
          </Button>
        </div>
      )}
      <ol className="plain-list inbox-thread" aria-label="What was written and done">
        <li className="inbox-entry" data-kind="message">
          <p className="small dimmed">
            {message.isSignedIn ? "Written by the member, signed in" : "Written on the login page"} ·{" "}
            {dateTimeText(message.createdAt, "en")}
          </p>
          <p className="inbox-text">{message.message}</p>
        </li>
        {data?.events.map((event) => (
          <Entry key={event.id} event={event} member={message.member?.name ?? message.refId} />
        ))}
      </ol>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {children(data)}
          <Others others={data.others} />
        </>
      ) : (
        <TextSkeleton rows={3} />
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="dimmed">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Status({ status, isOverdue }: Pick<QueuedSupportMessage, "status" | "isOverdue">) {
  if (isOverdue) return <StateTag status="R">Overdue</StateTag>;
  if (status === "open") return <StateTag status="P">Open</StateTag>;
  return <StateTag status="A">{status === "answered" ? "Answered" : "Closed"}</StateTag>;
}

const eventLabels: Record<SupportEvent["kind"], string> = {
  reply: "answered",
  note: "noted, for operators only",
  close: "closed it",
  reopen: "opened it again",
  take: "took it",
  leave: "left it to others",
  message: "wrote again, signed in",
};

function Entry({ event, member }: { event: SupportEvent; member: string }) {
  const { kind, operator, text, sentTo, at } = event;
  return (
    <li className="inbox-entry" data-kind={kind}>
      <p className="small dimmed">
        {operator ?? member} {eventLabels[kind]}
        {sentTo === null ? "" : ` to ${sentTo}`} · {dateTimeText(at, "en")}
      </p>
      {text !== "" && <p className="inbox-text">{text}</p>}
    </li>
  );
}

function Others({ others }: Pick<SupportDetail, "others">) {
  if (others.length === 0) return null;
  return (
    <div className="small">
      <p className="dimmed">Other messages under this user ID</p>
      <ul className="plain-list inbox-others">
        {others.map(({ id, reference, status, createdAt }) => (
          <li key={id}>
            <span className="unit-id">{reference}</span> · {status} · {dateTimeText(createdAt, "en")}
          </li>
        ))}
      </ul>
    </div>
  );
}
