import type { MemberPage } from "@fc/contract/members/console";
import { logActionText, logDetailsText } from "@fc/contract/operators/console";
import { isStaffEvent } from "@fc/contract/security/portal";
import type { ReactNode } from "react";
import { coinsText } from "../../../lib/format/amounts.ts";
import { eventLabel } from "../../../lib/labels/event-label.ts";
import { dateText } from "../../../lib/format/dates.ts";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Section, dollars } from "./member-cards.tsx";
import { MemberLink, Moment, Whole } from "./member-cells.tsx";

interface RecordsProps<Row> {
  id: string;
  title: string;
  /** The table's name, where the title says more than that. */
  label?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Said instead of a table without rows. */
  empty: string;
  /** What can be done, above the rows. */
  children?: ReactNode;
}

/** The newest rows of something about the member; a whole table has its own page. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { id, title, label = title, columns, rows, rowKey, empty, children } = props;
  return (
    <Section id={id} title={title}>
      {children}
      {rows.length === 0 ? (
        <p className="dimmed">{empty}</p>
      ) : (
        <div className="member-table">
          <PlainTable label={label} columns={columns} rows={rows} rowKey={rowKey} />
        </div>
      )}
    </Section>
  );
}

const stakeColumns: readonly Column<MemberPage["stakes"][number]>[] = [
  { title: "Since", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { title: "Dollars", cell: ({ amountUsd }) => dollars(amountUsd) },
  { title: "Coins", cell: ({ amountFc }) => <Whole>{coinsText(amountFc)}</Whole> },
  {
    title: "State",
    cell: ({ state, endedAt }) => (endedAt === null ? state : `${state} ${dateText(endedAt, "en")}`),
  },
  { title: "Paid by", cell: ({ paidBy }) => (paidBy ? <MemberLink member={paidBy} /> : "the member") },
];

export function StakesSection({ stakes }: { stakes: MemberPage["stakes"] }) {
  return (
    <Records
      id="stakes"
      title="Stakes"
      columns={stakeColumns}
      rows={stakes}
      rowKey={({ id }) => id}
      empty="The member has not staked yet."
    />
  );
}

const sessionColumns: readonly Column<MemberPage["sessions"][number]>[] = [
  { title: "Device", cell: ({ device }) => device },
  { title: "From", cell: ({ ip }) => ip },
  { title: "Signed in", cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
  { title: "Last seen", cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
];

export function SessionsSection({ sessions }: { sessions: MemberPage["sessions"] }) {
  return (
    <Records
      id="sessions"
      title="Sessions"
      columns={sessionColumns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty="The member is signed in nowhere."
    />
  );
}

const messageColumns: readonly Column<MemberPage["support"][number]>[] = [
  { title: "Sent", cell: ({ sentAt }) => <Moment at={sentAt} /> },
  { title: "Reference", cell: ({ reference }) => <Whole>{reference}</Whole> },
  {
    title: "Message",
    cell: ({ message }) => <span className="members-text member-message">{message}</span>,
  },
  {
    title: "Written by",
    cell: ({ isSignedIn }) => (isSignedIn ? "the member" : "somebody at the login page"),
  },
];

export function SupportSection({ messages }: { messages: MemberPage["support"] }) {
  return (
    <Records
      id="support"
      title="Support messages"
      columns={messageColumns}
      rows={messages}
      rowKey={({ reference }) => reference}
      empty="Nothing was written in this member's name."
    />
  );
}

const changeColumns: readonly Column<MemberPage["changes"][number]>[] = [
  { title: "When", cell: ({ happenedAt }) => <Moment at={happenedAt} /> },
  { title: "What", cell: ({ kind }) => eventLabel(kind) },
  { title: "Details", cell: ({ detail }) => detail || "–" },
  { title: "By", cell: ({ kind }) => (isStaffEvent(kind) ? "staff" : "member") },
  { title: "From", cell: ({ device, ip }) => (device === "" ? "–" : `${device}, ${ip}`) },
];

export function ChangesSection({ changes }: { changes: MemberPage["changes"] }) {
  return (
    <Records
      id="changes"
      title="Recent changes, as the member is shown them"
      label="Recent changes"
      columns={changeColumns}
      rows={changes}
      rowKey={({ id }) => id}
      empty="Nothing sensitive was changed yet."
    />
  );
}

const logColumns: readonly Column<MemberPage["log"][number]>[] = [
  { title: "When", cell: ({ at }) => <Moment at={at} /> },
  { title: "Who", cell: ({ operator }) => operator },
  { title: "What", cell: ({ action }) => logActionText(action) },
  {
    title: "Details",
    cell: ({ details }) => <span className="any-length">{logDetailsText(details) || "–"}</span>,
  },
];

export function LogSection({ lines }: { lines: MemberPage["log"] }) {
  return (
    <Records
      id="log"
      title="What operators did"
      columns={logColumns}
      rows={lines}
      rowKey={({ id }) => id}
      empty="No operator has done anything here yet."
    />
  );
}
