import type { MemberPage } from "@fc/contract/console-members";
import { isStaffEvent } from "@fc/contract/security";
import type { ReactNode } from "react";
import { coinsText } from "../../lib/amounts.ts";
import { dateText, dateTimeText } from "../../lib/format.ts";
import { Section, dollars } from "./member-cards.tsx";
import { MemberLink, Whole } from "./member-words.tsx";
import "../../ui/table/table.css";

interface PlainTableProps {
  label: string;
  titles: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  empty: string;
}

/** The newest rows of something; a whole table has its own page. */
export function PlainTable({ label, titles, rows, empty }: PlainTableProps) {
  if (rows.length === 0) return <p className="dimmed">{empty}</p>;
  return (
    <div className="member-table">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={titles[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function StakesSection({ stakes }: { stakes: MemberPage["stakes"] }) {
  const rows = stakes.map(({ id, startedAt, amountUsd, amountFc, state, endedAt, paidBy }) => ({
    key: id,
    cells: [
      <Whole key="since">{dateTimeText(startedAt, "en")}</Whole>,
      dollars(amountUsd),
      <Whole key="coins">{coinsText(amountFc)}</Whole>,
      endedAt === null ? state : `${state} ${dateText(endedAt, "en")}`,
      paidBy ? <MemberLink key="payer" member={paidBy} /> : "the member",
    ],
  }));
  return (
    <Section id="stakes" title="Stakes">
      <PlainTable
        label="Stakes"
        titles={["Since", "Dollars", "Coins", "State", "Paid by"]}
        rows={rows}
        empty="The member has not staked yet."
      />
    </Section>
  );
}

export function SessionsSection({ sessions }: { sessions: MemberPage["sessions"] }) {
  const rows = sessions.map(({ id, device, ip, signedInAt, lastSeenAt }) => ({
    key: id,
    cells: [
      device,
      ip,
      <Whole key="in">{dateTimeText(signedInAt, "en")}</Whole>,
      <Whole key="seen">{dateTimeText(lastSeenAt, "en")}</Whole>,
    ],
  }));
  return (
    <Section id="sessions" title="Sessions">
      <PlainTable
        label="Sessions"
        titles={["Device", "From", "Signed in", "Last seen"]}
        rows={rows}
        empty="The member is signed in nowhere."
      />
    </Section>
  );
}

export function SupportSection({ messages }: { messages: MemberPage["support"] }) {
  const rows = messages.map(({ reference, message, sentAt, isSignedIn }) => ({
    key: reference,
    cells: [
      <Whole key="sent">{dateTimeText(sentAt, "en")}</Whole>,
      <Whole key="reference">{reference}</Whole>,
      <span key="message" className="members-text member-message">
        {message}
      </span>,
      isSignedIn ? "the member" : "somebody at the login page",
    ],
  }));
  return (
    <Section id="support" title="Support messages">
      <PlainTable
        label="Support messages"
        titles={["Sent", "Reference", "Message", "Written by"]}
        rows={rows}
        empty="Nothing was written in this member's name."
      />
    </Section>
  );
}

/** As the log has it: withdrawal/accept, member/read-kyc. */
function actionText(action: string): string {
  return action.replace("/", ": ").replaceAll("-", " ");
}

export function ChangesSection({ changes }: { changes: MemberPage["changes"] }) {
  const rows = changes.map(({ id, kind, detail, ip, device, happenedAt }) => ({
    key: id,
    cells: [
      <Whole key="when">{dateTimeText(happenedAt, "en")}</Whole>,
      kind.replaceAll("-", " "),
      detail || "–",
      isStaffEvent(kind) ? "staff" : "member",
      device === "" ? "–" : `${device}, ${ip}`,
    ],
  }));
  return (
    <Section id="changes" title="Recent changes, as the member is shown them">
      <PlainTable
        label="Recent changes"
        titles={["When", "What", "Details", "By", "From"]}
        rows={rows}
        empty="Nothing sensitive was changed yet."
      />
    </Section>
  );
}

export function LogSection({ lines }: { lines: MemberPage["log"] }) {
  const rows = lines.map(({ id, at, operator, action, details }) => ({
    key: id,
    cells: [
      <Whole key="when">{dateTimeText(at, "en")}</Whole>,
      operator,
      actionText(action),
      detailsText(details),
    ],
  }));
  return (
    <Section id="log" title="What operators did">
      <PlainTable
        label="What operators did"
        titles={["When", "Who", "What", "Details"]}
        rows={rows}
        empty="No operator has done anything here yet."
      />
    </Section>
  );
}

function detailsText(details: Record<string, unknown>): string {
  const words = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
  return words.length > 0 ? words.join(", ") : "–";
}
