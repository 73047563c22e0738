import {
  consoleDepositsCsv,
  depositMatches,
  depositMatchNames,
  depositSorts,
  matchDeposit,
  setDepositAside,
  type Deposit,
  type DepositMatch,
} from "@fc/contract/deposits/console";
import type { RequestStatus } from "@fc/contract/request-states";
import { Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { CoinIcon } from "../../../ui/icons/screen-icons.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { ShortHex } from "../../../ui/content/short-hex.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { depositsKey, depositsQuery, type DepositFilter } from "./queries.ts";

type Sort = (typeof depositSorts)[number];

const looks = { waiting: "P", matched: "A", aside: undefined } as const satisfies Record<
  DepositMatch,
  RequestStatus | undefined
>;

const columns: readonly Column<Deposit, Sort>[] = [
  {
    title: "Arrived",
    cell: ({ arrivedAt }) => <Whole>{dateTimeText(arrivedAt, "en")}</Whole>,
    sort: "arrivedAt",
  },
  {
    title: "Amount (FC)",
    cell: ({ amount }) => <CoinsCell coins={amount} />,
    sort: "amount",
    align: "end",
    folds: true,
    inCard: "heading",
  },
  { title: "From", cell: (deposit) => <From deposit={deposit} /> },
  { title: "State", cell: (deposit) => <State deposit={deposit} />, folds: true, inCard: "aside" },
  { title: "Request", cell: (deposit) => <PaidRequest deposit={deposit} /> },
  {
    title: "Transaction",
    cell: ({ hash, blockNumber }) => (
      <>
        <ShortHex text={hash} copyLabel="Copy the transaction" />
        <Text size="sm" c="dimmed">
          block {blockNumber.toLocaleString("en-IN")}
        </Text>
      </>
    ),
    folds: "early",
  },
];

function From({ deposit: { from, fromMembers } }: { deposit: Deposit }) {
  return (
    <>
      <ShortHex text={from} copyLabel="Copy the address" />
      {fromMembers.map((member) => (
        <Box key={member.refId} mt="sm">
          <Requester member={member} isNarrow />
        </Box>
      ))}
    </>
  );
}

function State({ deposit: { match } }: { deposit: Deposit }) {
  return <StateTag status={looks[match]}>{depositMatches[match]}</StateTag>;
}

function PaidRequest({ deposit: { request, decidedBy, reason } }: { deposit: Deposit }) {
  if (!request && reason === null) return "–";
  return (
    <>
      {request && (
        <>
          <Whole>
            <ReferenceLink reference={request.reference} />
          </Whole>
          <Text size="sm">
            {request.member.name} · {request.member.refId}
          </Text>
        </>
      )}
      {reason}
      {decidedBy !== null && (
        <Text size="sm" c="dimmed">
          by {decidedBy}
        </Text>
      )}
    </>
  );
}

interface Actions {
  onMatch: (deposit: Deposit) => void;
  onAside: (deposit: Deposit) => void;
}

function actionsOf(actions: Actions): Column<Deposit, Sort> {
  return {
    title: "Actions",
    cell: (deposit) => <RowActions deposit={deposit} {...actions} />,
    inCard: "actions",
  };
}

function RowActions({ deposit, onMatch, onAside }: Actions & { deposit: Deposit }) {
  if (deposit.request?.status === "A") return null;
  return (
    <Group gap="0 1rem" mx={-4}>
      <button type="button" className="link-button" onClick={() => onMatch(deposit)}>
        Match
      </button>
      {deposit.match === "waiting" && (
        <button type="button" className="link-button" onClick={() => onAside(deposit)}>
          <Whole>Set aside</Whole>
        </button>
      )}
    </Group>
  );
}

/** Coins that arrived over the chain. What no request has named is matched with one by an operator, or set aside. */
export default function DepositsPage() {
  const { role } = useOperator();
  const table = useTable({
    sorts: depositSorts,
    first: { sort: "arrivedAt", order: "desc" },
    filters: ["match", "from", "to"],
  });
  const query = queryOf(table.query);
  const result = useQuery(depositsQuery(query));
  const [matching, setMatching] = useState<Deposit>();
  const [aside, setAside] = useState<Deposit>();
  const act = useAction(depositsKey);
  const sum = result.data?.totals?.amount;
  const summed = columns.map((column) =>
    column.sort === "amount" && sum !== undefined ? { ...column, total: <CoinsCell coins={sum} /> } : column,
  );
  const actions = actionsOf({ onMatch: setMatching, onAside: setAside });
  return (
    <Stack>
      <DataTable
        label="Deposits"
        table={table}
        columns={mayCall(role, matchDeposit) ? [...summed, actions] : summed}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="Transaction, address, reference or user ID"
        filters={
          <>
            <ChoiceFilter
              label="State"
              name="match"
              choices={depositMatchNames.map((match) => [match, depositMatches[match]])}
              table={table}
            />
            <PeriodChoice table={table} />
          </>
        }
        download={() => download(consoleDepositsCsv, { query: withoutPage(query) })}
        empty={<EmptyState icon={CoinIcon}>No coins have arrived since the chain was connected.</EmptyState>}
      />
      {matching && (
        <ReasonDialog
          title={`Match ${coinsText(matching.amount)} with a request`}
          label="Reference of the staking request"
          action="Match"
          maxLength={40}
          onClose={() => setMatching(undefined)}
          onGiven={(reference) => {
            setMatching(undefined);
            void act(async () => {
              await call(matchDeposit, { params: { id: matching.id }, body: { reference } });
              return "Matched. The request is decided in its queue.";
            });
          }}
        />
      )}
      {aside && (
        <ReasonDialog
          title={`Set ${coinsText(aside.amount)} aside`}
          label="Reason, for the log"
          action="Set aside"
          onClose={() => setAside(undefined)}
          onGiven={(reason) => {
            setAside(undefined);
            void act(async () => {
              await call(setDepositAside, { params: { id: aside.id }, body: { reason } });
              return "It was set aside.";
            });
          }}
        />
      )}
    </Stack>
  );
}

/** A typed address may name a state that there is not. It is left out, because the server would refuse it. */
function queryOf({ match, ...rest }: Record<string, string | number>): DepositFilter {
  const known = depositMatchNames.find((each) => each === match);
  return { ...rest, ...(known && { match: known }) };
}
