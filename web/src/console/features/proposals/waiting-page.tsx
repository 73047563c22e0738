import { Group, Stack, Text } from "@mantine/core";
import type { consoleProposals, ConsoleProposal } from "@fc/contract/proposals/console";
import type { ResponseOf } from "@fc/contract/route";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
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
const placeNames = Object.keys(places) as Elsewhere[];

/** What redirects money, or gives somebody the power to: one person has proposed it, another one confirms it. */
export default function WaitingPage() {
  const { data, error, refetch } = useQuery(proposalsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { open, decided, elsewhere } = data;
  const others = placeNames.filter((name) => elsewhere[name] > 0);
  return (
    <Stack gap="1.5rem">
      {open.length === 0 ? (
        <EmptyState icon={ShieldIcon}>Nothing waits for a second person here.</EmptyState>
      ) : (
        open.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />)
      )}
      {others.length > 0 && (
        <Card title="Waiting on other pages">
          <ul className="plain-list ruled-list">
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
      {lines.map(({ label, from, to }) => (
        <p key={label} className="small proposal-value">
          {label}: {from} → {to}
        </p>
      ))}
      <Text size="sm" c="dimmed">
        {who}
        {decidedAt !== null && `, ${dateTimeText(decidedAt, "en")}`}
        {refusal !== null && `: ${refusal}`}
      </Text>
    </Stack>
  );
}
