import type { ProposalKind } from "@fc/contract/proposals/console-kinds";
import { useQuery } from "@tanstack/react-query";
import { ProposalCard } from "./proposal-card.tsx";
import { proposalsQuery } from "./queries.ts";

interface WaitingHereProps {
  kinds: readonly ProposalKind[];
  /** Only what is about this. */
  subject?: string;
}

/** What waits for a second person, on the page where it was proposed. */
export function WaitingHere({ kinds, subject }: WaitingHereProps) {
  const { data } = useQuery(proposalsQuery);
  const open = data?.open.filter(
    (proposal) => kinds.includes(proposal.kind) && (subject === undefined || proposal.subject === subject),
  );
  return open?.map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />);
}
