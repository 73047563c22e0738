import { keysOf } from "@fc/contract/sure";
import { Group, Stack, Text } from "@mantine/core";
import type { consoleProposals, ConsoleProposal } from "@fc/contract/proposals/console";
import { proposalKindOf } from "@fc/contract/proposals/console-kinds";
import type { ResponseOf } from "@fc/contract/route";
import type { HeldRefund } from "@fc/contract/staking/console-refunds";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ShieldIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { ProposalCard } from "../../proposals/proposal-card.tsx";
import { proposalsQuery } from "../../proposals/queries.ts";

type Elsewhere = keyof ResponseOf<typeof consoleProposals>["data"]["elsewhere"];

/** What takes two people too, and is decided where it belongs. */
const places: Readonly<Record<Elsewhere, { label: string; to: string }>> = {
  adjustments: { label: "Adjustments of wallets", to: "/members" },
  corrections: { label: "Corrections of members' records", to: "/members" },
  funding: { label: "Fundings of the pool", to: "/ledger" },
};
const placeNames = keysOf(places);

/** What redirects money, or gives somebody the power to: one person has proposed it, another one confirms it. */
export default function WaitingPage() {
  const { data, error, refetch } = useQuery(proposalsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { decided, refunds, elsewhere } = data;
  const isDecidedThere = ({ kind }: ConsoleProposal) => proposalKindOf(kind).isDecidedThere;
  const open = data.open.filter((proposal) => !isDecidedThere(proposal));
  const pages = data.open.filter(isDecidedThere).map(({ kind }) => proposalKindOf(kind));
  const others = placeNames.filter((name) => elsewhere[name] > 0);
  return (
    <Stack gap="1.5rem">
      {open.length === 0 && refunds.length === 0 && (
        <EmptyState icon={ShieldIcon}>Nothing waits for a second person here.</EmptyState>
      )}
      {open.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} />
      ))}
      {refunds.length > 0 && <HeldRefunds refunds={refunds} />}
      {others.length + pages.length > 0 && (
        <Card title="Waiting on other pages">
          <ul className="plain-list ruled-list">
            {pages.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>{label}: 1</Link>
              </li>
            ))}
            {others.map((name) => (
              <li key={name}>
                <Link to={places[name].to}>
                  {places[name].label}: {elsewhere[name]}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {decided.length > 0 && (
        <Card title="Decided lately">
          <ul className="plain-list ruled-list">
            {decided.map((proposal) => (
              <li key={proposal.id}>
                <Decided proposal={proposal} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  );
}

const inQueue = (reference: string): { to: string; search: Record<string, string> } => ({
  to: "/staking-requests",
  search: { status: "A", search: reference },
});

/** Each is looked at beside its proof, so this leads to the request. */
function HeldRefunds({ refunds }: { refunds: readonly HeldRefund[] }) {
  return (
    <Card title="Coins of undone stakes">
      <p>
        One operator alone approved the payment, and the member has undone the stake. The coins cannot be
        withdrawn until somebody else has looked at the payment.
      </p>
      <ul className="plain-list ruled-list">
        {refunds.map(({ requestId, reference, member, amountFc, undoneAt, approvedBy }) => (
          <li key={requestId}>
            <Link {...inQueue(reference)}>
              {coinsText(amountFc)} of {member.name} ({member.refId})
            </Link>
            <Text size="sm" c="dimmed">
              Undone {dateTimeText(undoneAt, "en")}
              {approvedBy && ` · approved by ${approvedBy.name}`}
            </Text>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Decided({ proposal }: { proposal: ConsoleProposal }) {
  const { title, lines, status, isAlone, proposedBy, decidedBy, decidedAt, refusal } = proposal;
  const isTakenBack = status === "R" && decidedBy === proposedBy.name;
  const who = isAlone
    ? `${proposedBy.name} alone`
    : isTakenBack
      ? `${proposedBy.name} took it back`
      : `${proposedBy.name}, then ${decidedBy ?? "nobody: it ended by itself"}`;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <strong>{title}</strong>
        <StateTag status={status}>{status === "A" ? "Done" : "Not done"}</StateTag>
      </Group>
      {lines.map((line) => (
        <DecidedLine key={line.label} line={line} />
      ))}
      <Text size="sm" c="dimmed">
        {who}
        {decidedAt !== null && `, ${dateTimeText(decidedAt, "en")}`}
        {refusal !== null && `: ${refusal}`}
      </Text>
    </Stack>
  );
}

/** So many characters are a value; more are a text, such as that of a document, which is opened to be read. */
const longestValue = 400;

function DecidedLine({ line: { label, from, to } }: { line: ConsoleProposal["lines"][number] }) {
  if (from.length + to.length <= longestValue) {
    return (
      <p className="small proposal-value">
        {label}: {from} → {to}
      </p>
    );
  }
  return (
    <details className="small">
      <summary>{label}</summary>
      <p className="proposal-value">{from}</p>
      <p className="proposal-value">→ {to}</p>
    </details>
  );
}
