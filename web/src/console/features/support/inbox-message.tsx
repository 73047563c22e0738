import type { QueuedSupportMessage, SupportDetail, SupportEvent } from "@fc/contract/support/console";
import { Anchor, Button, Flex, Group, Image, Paper, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Image.layer.css";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useOperator } from "../../../lib/session/operator.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ReferenceLink } from "../../links/links.tsx";
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
  const { message, mayAnswer, children } = props;
  const { data, error, refetch } = useQuery(inboxMessageQuery(message.id));
  // The list is reloaded more often, so its state and assignment are the current ones.
  const { status, assignedTo, dueAt, isOverdue } = message;
  return (
    <Stack>
      <Flex component="header" gap="md" align="flex-start" justify="space-between">
        <div>
          <h2 className="card-title">{message.member?.name ?? "Nobody has this user ID"}</h2>
          <p className="small dimmed unit-id">
            {message.member ? <Requester member={message.member} /> : message.refId}
          </p>
        </div>
        <Status status={status} isOverdue={isOverdue} />
      </Flex>
      <Flex component="dl" className="small" m={0} wrap="wrap" gap="0.5rem 2rem">
        <Fact label="Reference">
          <span className="unit-id">{message.reference}</span>
          <CopyButton text={message.reference} label="Copy the reference" />
        </Fact>
        {dueAt && <Fact label="Promised by">{dateTimeText(dueAt, "en")}</Fact>}
        <Fact label="Taken by">{assignedTo?.name ?? "nobody"}</Fact>
        {data && data.number !== "" && <Fact label="Mobile number">{data.number}</Fact>}
        {data?.receipt && (
          <Fact label="About">
            <ReceiptNamed receipt={data.receipt} />
          </Fact>
        )}
      </Flex>
      {mayAnswer && <Actions {...props} />}
      <Flex
        component="ol"
        className="plain-list"
        direction="column"
        gap="sm"
        aria-label="What was written and done"
      >
        <Paper component="li" {...written}>
          <Text size="sm" c="dimmed">
            {message.isSignedIn ? "Written by the member, signed in" : "Written on the login page"} ·{" "}
            {dateTimeText(message.createdAt, "en")}
          </Text>
          <WrittenText>{message.message}</WrittenText>
          {data && <Attached pictureUrl={data.pictureUrl} by={message.member?.name ?? message.refId} />}
        </Paper>
        {data?.events.map((event) => (
          <Entry key={event.id} event={event} member={message.member?.name ?? message.refId} />
        ))}
      </Flex>
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
    </Stack>
  );
}

function Actions({ message, onAssign, onNote, onClose, onReopen }: InboxMessageProps) {
  const me = useOperator();
  const { status, assignedTo } = message;
  return (
    <Group gap="sm">
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
    </Group>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="dimmed">{label}</dt>
      {/* A button is as large as a finger; the line stays as high as the others. */}
      <Flex component="dd" align="center" m={0} h="1.5rem">
        {children}
      </Flex>
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
  const { kind, operator, text, pictureUrl, sentTo, at } = event;
  return (
    <Paper component="li" {...(kind === "reply" ? answered : text === "" ? done : written)}>
      <Text size="sm" c="dimmed">
        {operator ?? member} {eventLabels[kind]}
        {sentTo === null ? "" : ` to ${sentTo}`} · {dateTimeText(at, "en")}
      </Text>
      {text !== "" && <WrittenText>{text}</WrittenText>}
      <Attached pictureUrl={pictureUrl} by={member} />
    </Paper>
  );
}

/** The picture of a message. Each reload of the thread signs its address anew, which would load it again and again. */
function Attached({ pictureUrl, by }: { pictureUrl: string | null; by: string }) {
  const [shown] = useState(pictureUrl);
  if (pictureUrl === null || shown === null) return null;
  return (
    <Anchor href={pictureUrl} target="_blank" rel="noreferrer" mt="xs" display="block" w="fit-content">
      <Image src={shown} alt={`Picture by ${by}`} w="auto" maw="100%" mah="16rem" fit="contain" radius="md" />
    </Anchor>
  );
}

const written = { px: "md", py: "xs", bg: "var(--fc-surface-quiet)" } as const;
const answered = { ...written, bg: "var(--fc-brand-wash)" } as const;
const done = { ...written, py: 0, bg: "none" } as const;

function WrittenText({ children }: { children: string }) {
  return (
    <Text mt={4} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

function Others({ others }: Pick<SupportDetail, "others">) {
  if (others.length === 0) return null;
  return (
    <Text size="sm">
      <Text c="dimmed">Other messages under this user ID</Text>
      <ul className="plain-list">
        {others.map(({ id, reference, status, createdAt }) => (
          <li key={id}>
            <ReferenceLink reference={reference} /> · {status} · {dateTimeText(createdAt, "en")}
          </li>
        ))}
      </ul>
    </Text>
  );
}
