import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { accountsQuery } from "./queries.ts";
import { houseAccountLabels } from "./account-labels.ts";

interface Balance {
  name: string;
  means: string;
  figure: string;
  isSum?: boolean;
}

const columns: readonly Column<Balance>[] = [
  {
    title: "Account",
    cell: ({ name, means, isSum }) => (
      <>
        {isSum ? <strong>{name}</strong> : name}
        <Text size="sm" c="dimmed">
          {means}
        </Text>
      </>
    ),
  },
  {
    title: "Balance",
    cell: ({ figure, isSum }) => (isSum ? <strong>{figure}</strong> : figure),
    align: "end",
  },
];

/** Shows the balance of each account of the house, and what all members hold together. */
export function Accounts() {
  const { data, error, refetch } = useQuery(accountsQuery);
  return (
    <Card title="House accounts" aria-label="House accounts">
      {data ? (
        <PlainTable
          label="House accounts"
          columns={columns}
          rows={[
            ...data.accounts.map(({ name, currency, balance }) => ({
              ...houseAccountLabels[name],
              figure: balanceText(balance, currency),
            })),
            {
              name: "All members together",
              means: "wallets, holds and staked principal",
              figure: balanceText(data.membersFc, "FC"),
              isSum: true,
            },
          ]}
          rowKey={({ name }) => name}
          dense
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={5} />
      )}
    </Card>
  );
}

function balanceText(balance: number, currency: "FC" | "USD"): string {
  const figure = coinsFigure(Math.abs(balance));
  return `${balance < 0 ? "−" : ""}${currency === "FC" ? `${figure} FC` : `$${figure}`}`;
}
