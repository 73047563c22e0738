import { bankLineMatches } from "@fc/contract/bank-statements/console";
import type { BankMatches } from "@fc/contract/bank-statements/console-matches";
import { Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { AccountsCard } from "./accounts-card.tsx";
import { BankLines, useLines } from "./bank-lines.tsx";
import { ExactMatches } from "./exact-matches.tsx";
import { NearMatches } from "./near-matches.tsx";
import { accountsQuery, matchesQuery } from "./queries.ts";
import { UnpaidRequests } from "./unpaid-requests.tsx";

/** The bank's statements: what came in, beside the staking requests that it may pay for. */
export default function BankPage() {
  const accounts = useQuery(accountsQuery);
  const matches = useQuery(matchesQuery);
  const error = accounts.error ?? matches.error;
  if (accounts.data && matches.data) {
    return (
      <Stack>
        <AccountsCard accounts={accounts.data} />
        {matches.data.lastDay !== null && <Lists matches={matches.data} />}
      </Stack>
    );
  }
  if (error) {
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([accounts.refetch(), matches.refetch()])} />
    );
  }
  return <PageSkeleton />;
}

interface List {
  label: string;
  /** How many there are; undefined where the list counts them itself. */
  count: (matches: BankMatches) => number | undefined;
  content: ComponentType<{ matches: BankMatches }>;
}

const lists: Readonly<Record<string, List>> = {
  exact: { label: "Exact", count: ({ exact }) => exact.length, content: ExactMatches },
  near: { label: "Near", count: ({ near }) => near.length, content: NearMatches },
  unpaid: {
    label: "Requests without a credit",
    count: ({ unpaid }) => unpaid.length,
    content: UnpaidRequests,
  },
  credits: {
    label: bankLineMatches.unmatched,
    count: () => undefined,
    content: () => <BankLines only="unmatched" />,
  },
  aside: {
    label: bankLineMatches.aside,
    count: () => undefined,
    content: () => <BankLines only="aside" />,
  },
  lines: { label: "Lines", count: () => undefined, content: () => <BankLines /> },
};

function Lists({ matches }: { matches: BankMatches }) {
  const table = useLines();
  const narrow = useNarrow();
  const { show = "" } = table.filters;
  const chosen = show in lists ? show : "exact";
  return (
    <Tabs
      value={chosen}
      onChange={(name) => table.showFiltered("show", name ?? "")}
      keepMounted={false}
      variant={narrow ? "pills" : "default"}
    >
      <Tabs.List aria-label="Lists">
        {Object.entries(lists).map(([name, { label, count }]) => (
          <Tabs.Tab key={name} value={name} mih="var(--fc-tap)">
            {label}
            {count(matches) !== undefined && ` (${count(matches)})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(lists).map(([name, { content: Content }]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          <Content matches={matches} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
