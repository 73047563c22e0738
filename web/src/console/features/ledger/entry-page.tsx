import {
  entryKindWords,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerPosting,
} from "@fc/contract/ledger/console";
import { messageText } from "@fc/contract/ledger/message";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import { Button, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { coinsFigure, coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts } from "../../../ui/record/facts.tsx";
import { BackIcon } from "../../../ui/icons/screen-icons.tsx";
import { PageSkeleton } from "../../../ui/feedback/skeletons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { TableSurface } from "../../../ui/table/ruled-table.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { EntryLink } from "../../links/links.tsx";
import { CreditWhy } from "../../why/credit-why.tsx";
import { entryQuery } from "./queries.ts";
import { accountText } from "./account-labels.ts";
import { Card } from "../../../ui/layout/page.tsx";

// Typed as string, because the router's types know only the addresses of the portal.
const ledgerPath: string = "/ledger";

export default function EntryPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    entryQuery(id),
  );
  const [asked, setAsked] = useState<LedgerPosting>();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const entry = data?.pages[0];
  if (!entry) return <PageSkeleton />;
  const postings = data.pages.flatMap((page) => page.postings);
  return (
    <Stack gap="1.5rem">
      <Link to={ledgerPath} className="link-button">
        <BackIcon />
        All entries
      </Link>
      <Card aria-label="Entry">
        <Facts>
          <Fact label="Entry">{entry.id}</Fact>
          <Fact label="Kind">{entryKindWords[entry.kind]}</Fact>
          <Fact label="Message">{messageText(entry.message)}</Fact>
          {entry.amount !== null && <Fact label="Moves">{coinsText(entry.amount)}</Fact>}
          <Fact label="Counts from">{dateTimeText(entry.effectiveAt, "en")}</Fact>
          <Fact label="Written">{dateTimeText(entry.recordedAt, "en")}</Fact>
          <Fact label="Key">{entry.key}</Fact>
          {entry.planVersion !== null && <Fact label="Version of the plan">{entry.planVersion}</Fact>}
          {entry.reversalOf !== null && (
            <Fact label="Undoes">
              <EntryLink id={entry.reversalOf} />
            </Fact>
          )}
          {entry.reversedBy !== null && (
            <Fact label="Undone by">
              <EntryLink id={entry.reversedBy} />
            </Fact>
          )}
          <Fact label="Sealed">{entry.isSealed ? "Yes" : "Not yet"}</Fact>
          {Object.entries(entry.facts).map(([name, value]) => (
            <Fact key={name} label={name}>
              {String(value)}
            </Fact>
          ))}
        </Facts>
      </Card>
      <TableSurface>
        <PlainTable
          label="Postings"
          columns={[
            ...columnsOf(entry, hasNextPage),
            ...(isRewardKind(entry.kind) ? [whyColumn(setAsked)] : []),
          ]}
          rows={postings}
          rowKey={({ line }) => line}
        />
      </TableSurface>
      {asked?.to.member && (
        <CreditWhy
          refId={asked.to.member.refId}
          transID={`${entry.id}-${asked.line}`}
          onClose={() => setAsked(undefined)}
        />
      )}
      {hasNextPage && (
        <Button
          variant="default"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading" : "More lines"}
        </Button>
      )}
    </Stack>
  );
}

/** With its total if that is known. Only an entry whose lines are all there is sorted and saved. */
function columnsOf({ amount }: LedgerEntry, hasMore: boolean): readonly Column<LedgerPosting>[] {
  return postingColumns.map(({ value, ...column }) => ({
    ...column,
    ...(!hasMore && value && { value }),
    ...(column.title === "Amount" && amount !== null && { total: coinsText(amount) }),
  }));
}

const postingColumns: readonly Column<LedgerPosting>[] = [
  { title: "Line", cell: ({ line }) => line, value: ({ line }) => line, inCard: "none" },
  { title: "From", cell: ({ from }) => <Side account={from} />, value: ({ from }) => sideText(from) },
  { title: "To", cell: ({ to }) => <Side account={to} />, value: ({ to }) => sideText(to) },
  {
    title: "Amount",
    cell: ({ amount, currency }) => (currency === "FC" ? coinsText(amount) : `$${coinsFigure(amount)}`),
    value: ({ amount }) => amount,
    align: "end",
    inCard: "heading",
  },
];

function whyColumn(onAsk: (posting: LedgerPosting) => void): Column<LedgerPosting> {
  return {
    title: "Why",
    cell: (posting) =>
      posting.to.member && (
        <button type="button" className="link-button" onClick={() => onAsk(posting)}>
          Why this amount?
        </button>
      ),
    inCard: "actions",
  };
}

function sideText(account: LedgerAccount): string {
  const { member } = account;
  return member === null ? accountText(account) : `${member.name} ${member.refId} ${accountText(account)}`;
}

function Side({ account }: { account: LedgerAccount }) {
  const { member } = account;
  if (member === null) return accountText(account);
  return (
    <>
      <Requester member={member} />
      <Text size="sm" c="dimmed">
        {accountText(account)}
      </Text>
    </>
  );
}
