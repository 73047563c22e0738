import { Flex, Text } from "@mantine/core";
import { openAdjustments, type Proposal } from "@fc/contract/members/console";
import { openCorrections } from "@fc/contract/members/console-corrections";
import { walletKinds } from "@fc/contract/wallet/kinds";
import { useQuery } from "@tanstack/react-query";
import { ageText } from "../../../lib/format/age-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { correctionText } from "./corrections-section.tsx";
import { MemberLink } from "./member-cells.tsx";
import { signedCoins } from "./money-section.tsx";
import { openAdjustmentsQuery, openCorrectionsQuery } from "./queries.ts";
import { Card } from "../../../ui/layout/page.tsx";

/** What waits for a second operator: shown only while something does, and only to who may decide it. */
export function OpenProposals() {
  const { role } = useOperator();
  return (
    <>
      {mayCall(role, openAdjustments) && <OpenAdjustments />}
      {mayCall(role, openCorrections) && <OpenCorrections />}
    </>
  );
}

function OpenAdjustments() {
  const { data, error, refetch } = useQuery(openAdjustmentsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Waiting
      title="Adjustments that wait for a second operator"
      proposals={data}
      what={(adjustment) => `${signedCoins(adjustment)} · ${walletKinds[adjustment.wallet].label}`}
    />
  );
}

function OpenCorrections() {
  const { data, error, refetch } = useQuery(openCorrectionsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Waiting
      title="Corrections that wait for a second operator"
      proposals={data}
      what={({ change }) => correctionText(change)}
    />
  );
}

interface WaitingProps<Row extends Proposal> {
  title: string;
  proposals: readonly Row[] | undefined;
  what: (proposal: Row) => string;
}

function Waiting<Row extends Proposal>({ title, proposals, what }: WaitingProps<Row>) {
  if (!proposals || proposals.length === 0) return null;
  return (
    <Card aria-label={title}>
      <h2 className="card-title">{title}</h2>
      <ul className="plain-list ruled-list">
        {proposals.map((proposal) => (
          <Flex component="li" key={proposal.id} wrap="wrap" align="center" justify="space-between" gap="sm">
            <MemberLink member={proposal.member} />
            <span className="any-length">
              {what(proposal)}
              <Text span display="block" size="sm" c="dimmed">
                {proposal.reason}
              </Text>
            </span>
            <Text component="span" size="sm" c="dimmed">
              {proposal.proposedBy.name}, {ageText(proposal.proposedAt)}
            </Text>
          </Flex>
        ))}
      </ul>
    </Card>
  );
}
