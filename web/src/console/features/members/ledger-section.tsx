import { Flex } from "@mantine/core";
import type { consoleMemberStatement, MemberStatementLine } from "@fc/contract/members/console";
import { messageText } from "@fc/contract/ledger/message";
import { typeWords } from "@fc/contract/reports/portal";
import { walletKinds, wallets } from "@fc/contract/wallet/kinds";
import type { QueryOf, ResponseOf } from "@fc/contract/route";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsFigure } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { belowTop } from "./member-cards.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { EntryLink, ReferenceLink } from "../../links/links.tsx";
import { CreditWhy } from "../../why/credit-why.tsx";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { downloadStatement, statementQuery } from "./queries.ts";

const columns: readonly Column<MemberStatementLine>[] = [
  { title: "When", cell: ({ at }) => <Whole>{dateTimeText(at, "en")}</Whole> },
  { title: "Wallet", cell: ({ wallet }) => walletKinds[wallet].label, folds: true },
  { title: "Message", cell: ({ message }) => messageText(message), inCard: "heading" },
  {
    title: "Coin (FC)",
    cell: ({ type, amountFc }) => (
      <span style={{ whiteSpace: "nowrap" }} title={typeWords[type]}>
        {type === "C" ? "+" : "−"}
        <CoinsCell coins={amountFc} />
      </span>
    ),
    align: "end",
    inCard: "aside",
  },
  {
    title: "Balance after (FC)",
    cell: ({ balanceAfterFc }) => <Whole>{coinsFigure(balanceAfterFc)}</Whole>,
    align: "end",
    folds: true,
  },
  { title: "Entry", cell: ({ id }) => <EntryLink id={id.split("-")[0] ?? id} /> },
  {
    title: "Receipt",
    cell: ({ reference }) => (reference === null ? "–" : <ReferenceLink reference={reference} />),
    folds: true,
  },
];

type Totals = ResponseOf<typeof consoleMemberStatement>["totals"];

/** What came in and what went out, of all lines that are found. */
function withTotal(column: Column<MemberStatementLine>, totals: Totals | undefined) {
  if (column.title !== "Coin (FC)" || !totals) return column;
  const total = (
    <>
      <Whole>{`+${coinsFigure(totals.creditedFc)}`}</Whole>{" "}
      <Whole>{`−${coinsFigure(totals.debitedFc)}`}</Whole>
    </>
  );
  return { ...column, total };
}

function whyColumn(onAsk: (transID: string) => void): Column<MemberStatementLine> {
  return {
    title: "Why",
    cell: ({ rewardID }) =>
      rewardID !== null && (
        <button type="button" className="link-button" onClick={() => onAsk(rewardID)}>
          Why this amount?
        </button>
      ),
    inCard: "actions",
  };
}

const walletChoices = wallets.map((wallet) => [wallet, walletKinds[wallet].label] as const);

/** Shows the same lines that the member reads in the wallet report. */
export function LedgerSection({ refId }: { refId: string }) {
  const table = useCursorTable(["wallet", "from", "to"]);
  const [asked, setAsked] = useState<string>();
  const query = queryOf(table.query);
  const result = useQuery(statementQuery(refId, query));
  const totals = result.data?.totals;
  return (
    <Flex component="section" id="ledger" direction="column" gap="md" aria-label="Ledger" style={belowTop}>
      <h2 className="card-title">Ledger</h2>
      <CursorTable
        label="Ledger of the wallets"
        table={table}
        columns={[...columns.map((column) => withTotal(column, totals)), whyColumn(setAsked)]}
        rowKey={({ id }) => id}
        result={result}
        filters={
          <>
            <ChoiceFilter
              label="Wallet"
              name="wallet"
              choices={walletChoices}
              table={table}
              all="All wallets"
            />
            <PeriodChoice table={table} />
          </>
        }
        download={() => downloadStatement(refId, query)}
        empty={<p className="state">Nothing was posted to the wallets yet.</p>}
      />
      {asked !== undefined && <CreditWhy refId={refId} transID={asked} onClose={() => setAsked(undefined)} />}
    </Flex>
  );
}

function queryOf({
  wallet,
  ...rest
}: Record<string, string | number>): QueryOf<typeof consoleMemberStatement> {
  const known = wallets.find((each) => each === wallet);
  return { ...rest, ...(known ? { wallet: known } : {}) };
}
