import { memberPageRows, type MemberPage } from "@fc/contract/members/console";
import type { consoleMemberHistory } from "@fc/contract/members/console-history";
import type { RequestStatus } from "@fc/contract/request-states";
import type { ResponseOf } from "@fc/contract/route";
import { List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { Figure, Figures } from "../../../ui/money/figures.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { dollars, Section } from "./member-cards.tsx";
import { historyQuery } from "./queries.ts";

/** What operators are called about first: what runs, and what waits for somebody. */
export function SummaryCard({ member }: { member: MemberPage }) {
  const { data: history } = useQuery(historyQuery(member.refId));
  const running = member.stakes.filter(({ state }) => state === "active");
  const runningUsd = running.reduce((sum, { amountUsd }) => sum + amountUsd, 0);
  const isMore = member.stakes.length === memberPageRows;
  const open = history && waitingFor(member, history);
  return (
    <Section id="summary" title="Summary">
      <Figures>
        <Figure label="Running stakes">
          {running.length === 0 ? "–" : `${running.length}${isMore ? "+" : ""}, ${dollars(runningUsd)}`}
        </Figure>
        <Figure label="Waits for an operator">
          {open === undefined ? "…" : open.length === 0 ? "nothing" : open.length}
        </Figure>
      </Figures>
      {open && open.length > 0 && (
        <List listStyleType="none" aria-label="Waits for an operator">
          {open.map(({ what, reference, place }) => (
            <List.Item key={`${what} ${reference ?? place}`}>
              {reference === undefined ? (
                <a href={`#${place}`}>{what}</a>
              ) : (
                <>
                  {what} <ReferenceLink reference={reference} />
                </>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

interface Waiting {
  what: string;
  reference?: string;
  /** The section of the page, of what has no reference. */
  place?: string;
}

type History = ResponseOf<typeof consoleMemberHistory>["data"];

function waitingFor(member: MemberPage, { withdrawals, stakingRequests }: History): Waiting[] {
  const waits = ({ status }: { status: RequestStatus }) => status === "P";
  return [
    ...withdrawals.filter(waits).map(({ reference, amountFc }) => ({
      what: `Withdrawal of ${coinsText(amountFc)}`,
      reference,
    })),
    ...stakingRequests.filter(waits).map(({ reference, amountUsd }) => ({
      what: `Stake of ${dollars(amountUsd)}`,
      reference,
    })),
    ...member.support
      .filter(({ status }) => status === "open")
      .map(({ reference }) => ({ what: "Support message", reference })),
    ...(member.adjustments.some(waits) ? [{ what: "Adjustment", place: "adjustments" }] : []),
    ...(member.corrections.some(waits) ? [{ what: "Correction", place: "corrections" }] : []),
  ];
}
