import { Box, Text } from "@mantine/core";
import { documentKinds } from "@fc/contract/documents/kinds";
import type { MemberPage } from "@fc/contract/members/console";
import { logText } from "@fc/contract/operators/console-log";
import { isStaffEvent } from "@fc/contract/security/portal";
import type { ReactNode } from "react";
import { eventLabel } from "../../../lib/labels/event-label.ts";
import { dateText, dayText } from "../../../lib/format/dates.ts";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Section, dollars } from "./member-cards.tsx";
import { LogText, ReferenceLink } from "../../links/links.tsx";
import { MemberLink, Moment, Words } from "./member-cells.tsx";
import { Coins } from "../../../ui/money/figures.tsx";

/** A section of the member's page with a table. */
interface RecordSection<Row> {
  id: string;
  title: string;
  /** The name of the table, if it is shorter than the title. */
  label?: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** The text that is shown instead of an empty table. */
  empty: string;
}

interface RecordsProps<Row> extends RecordSection<Row> {
  rows: readonly Row[];
  /** The buttons above the table. */
  children?: ReactNode;
}

/** A table without pages, because the server sends only the newest rows. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { id, title, label = title, columns, rows, rowKey, empty, children } = props;
  return (
    <Section id={id} title={title}>
      {children}
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <Box mx="-1.25rem" mb="-1.25rem" style={{ borderTop: "1px solid var(--fc-line)", overflowX: "auto" }}>
          <PlainTable label={label} columns={columns} rows={rows} rowKey={rowKey} />
        </Box>
      )}
    </Section>
  );
}

export const acceptanceRecords: RecordSection<MemberPage["acceptances"][number]> = {
  id: "documents",
  title: "Documents accepted",
  columns: [
    { title: "Document", cell: ({ kind }) => documentKinds[kind].title, value: ({ kind }) => kind },
    { title: "Version", cell: ({ version }) => version, value: ({ version }) => version },
    {
      title: "Accepted",
      cell: ({ acceptedAt }) => <Moment at={acceptedAt} />,
      value: ({ acceptedAt }) => acceptedAt,
    },
    { title: "Device", cell: ({ device }) => <Words>{device}</Words>, value: ({ device }) => device },
    { title: "Address", cell: ({ ip }) => <span className="unit-id">{ip}</span>, value: ({ ip }) => ip },
  ],
  rowKey: ({ kind, version }) => `${kind}-${version}`,
  empty: "Nothing yet: the member is asked at the first sign-in after a release.",
};

export const stakeRecords: RecordSection<MemberPage["stakes"][number]> = {
  id: "stakes",
  title: "Stakes",
  columns: [
    {
      title: "Since",
      cell: ({ startedAt }) => <Moment at={startedAt} />,
      value: ({ startedAt }) => startedAt,
    },
    { title: "Dollars", cell: ({ amountUsd }) => dollars(amountUsd), value: ({ amountUsd }) => amountUsd },
    {
      title: "Coins",
      cell: ({ amountFc }) => <Coins coins={amountFc} isPublic />,
      value: ({ amountFc }) => amountFc,
    },
    {
      title: "State",
      cell: ({ state, endedAt }) => (endedAt === null ? state : `${state} ${dateText(endedAt, "en")}`),
      value: ({ state }) => state,
    },
    {
      title: "Day",
      cell: ({ life }) => life && `${life.day} of ${life.days}, last ${dayText(life.last, "en")}`,
      value: ({ life }) => life?.day ?? 0,
    },
    {
      title: "Returned",
      cell: ({ life }) =>
        life && (
          <>
            <Coins coins={life.returned} isPublic /> of <Coins coins={life.whole} isPublic />
            {life.notCovered > 0 && (
              <>
                , not covered <Coins coins={life.notCovered} isPublic />
              </>
            )}
          </>
        ),
      value: ({ life }) => life?.returned ?? 0,
    },
    {
      title: "Paid by",
      cell: ({ paidBy }) => (paidBy ? <MemberLink member={paidBy} /> : "the member"),
      value: ({ paidBy }) => (paidBy ? `${paidBy.name} ${paidBy.refId}` : "the member"),
    },
  ],
  rowKey: ({ id }) => id,
  empty: "The member has not staked yet.",
};

export const sessionRecords: RecordSection<MemberPage["sessions"][number]> = {
  id: "sessions",
  title: "Sessions",
  columns: [
    { title: "Device", cell: ({ device }) => device, value: ({ device }) => device },
    { title: "From", cell: ({ ip }) => ip, value: ({ ip }) => ip },
    {
      title: "Signed in",
      cell: ({ signedInAt }) => <Moment at={signedInAt} />,
      value: ({ signedInAt }) => signedInAt,
    },
    {
      title: "Last seen",
      cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
      value: ({ lastSeenAt }) => lastSeenAt,
    },
  ],
  rowKey: ({ id }) => id,
  empty: "The member is signed in nowhere.",
};

export const messageRecords: RecordSection<MemberPage["support"][number]> = {
  id: "support",
  title: "Support messages",
  columns: [
    { title: "Sent", cell: ({ sentAt }) => <Moment at={sentAt} />, value: ({ sentAt }) => sentAt },
    {
      title: "Reference",
      cell: ({ reference }) => <ReferenceLink reference={reference} />,
      value: ({ reference }) => reference,
    },
    {
      title: "Message",
      cell: ({ message }) => <Words>{message}</Words>,
      value: ({ message }) => message,
    },
    {
      title: "Written by",
      cell: ({ isSignedIn }) => (isSignedIn ? "the member" : "somebody at the login page"),
      value: ({ isSignedIn }) => (isSignedIn ? "the member" : "somebody at the login page"),
    },
  ],
  rowKey: ({ reference }) => reference,
  empty: "Nothing was written in this member's name.",
};

export const changeRecords: RecordSection<MemberPage["changes"][number]> = {
  id: "changes",
  title: "Recent changes, as the member is shown them",
  label: "Recent changes",
  columns: [
    {
      title: "When",
      cell: ({ happenedAt }) => <Moment at={happenedAt} />,
      value: ({ happenedAt }) => happenedAt,
    },
    { title: "What", cell: ({ kind }) => eventLabel(kind), value: ({ kind }) => eventLabel(kind) },
    { title: "Details", cell: ({ detail }) => detail || "–", value: ({ detail }) => detail },
    {
      title: "By",
      cell: ({ kind }) => (isStaffEvent(kind) ? "staff" : "member"),
      value: ({ kind }) => (isStaffEvent(kind) ? "staff" : "member"),
    },
    {
      title: "From",
      cell: ({ device, ip }) => (device === "" ? "–" : `${device}, ${ip}`),
      value: ({ device, ip }) => (device === "" ? "" : `${device}, ${ip}`),
    },
  ],
  rowKey: ({ id }) => id,
  empty: "Nothing sensitive was changed yet.",
};

export const logRecords: RecordSection<MemberPage["log"][number]> = {
  id: "log",
  title: "What operators did",
  columns: [
    { title: "When", cell: ({ at }) => <Moment at={at} />, value: ({ at }) => at },
    { title: "Who", cell: ({ operator }) => operator, value: ({ operator }) => operator },
    {
      title: "What",
      cell: (line) => (
        <span className="any-length">
          <LogText {...line} />
        </span>
      ),
      value: ({ action, details }) => logText(action, details),
    },
  ],
  rowKey: ({ id }) => id,
  empty: "No operator has done anything here yet.",
};
