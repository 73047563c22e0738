import {
  bankLineMatches,
  bankLinesCsv,
  bankLineSorts,
  type BankLine,
  type BankLineMatch,
} from "@fc/contract/bank-statements/console";
import {
  bringBankLineBack,
  matchBankLine,
  setBankLineAside,
} from "@fc/contract/bank-statements/console-matches";
import { keysOf } from "@fc/contract/sure";
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { rupees } from "../../../lib/format/rupees.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useAction } from "../../../ui/form/use-change.ts";
import { BankIcon } from "../../../ui/icons/screen-icons.tsx";
import { ReasonDialog } from "../../../ui/queue/reason-dialog.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { ReferenceLink } from "../../links/links.tsx";
import { bankKey } from "../../bank/queries.ts";
import { linesQuery, type BankLineFilter } from "./queries.ts";

type Sort = (typeof bankLineSorts)[number];

const columns: readonly Column<BankLine, Sort>[] = [
  { title: "Day", cell: ({ day }) => <Whole>{dayText(day, "en")}</Whole>, sort: "day" },
  {
    title: "Text",
    cell: ({ words, payer, reference, account }) => (
      <>
        <div style={{ overflowWrap: "anywhere" }}>{payer === "" ? words : `${payer} · ${words}`}</div>
        <Text size="sm" c="dimmed">
          {reference !== "" && `${reference} · `}
          {account}
        </Text>
      </>
    ),
    inCard: "below",
  },
  {
    title: "Amount",
    cell: ({ amountInr }) => rupees(amountInr),
    sort: "amount",
    align: "end",
    inCard: "heading",
  },
  { title: "Balance", cell: ({ balanceInr }) => rupees(balanceInr), align: "end", folds: "early" },
  {
    title: "Pays for",
    cell: ({ paysFor, reversedOn, setAside }) => (
      <>
        {paysFor === null ? !setAside && "–" : <ReferenceLink reference={paysFor} />}
        {setAside && (
          <>
            <div style={{ overflowWrap: "anywhere" }}>Set aside: {setAside.reason}</div>
            <Text size="sm" c="dimmed">
              {setAside.by}, <Whole>{dateTimeText(setAside.at, "en")}</Whole>
            </Text>
          </>
        )}
        {reversedOn !== null && (
          <div>
            <StateTag status="R">Taken back {dayText(reversedOn, "en")}</StateTag>
          </div>
        )}
      </>
    ),
  },
];

interface LineActions {
  onMatch: (line: BankLine) => void;
  onAside: (line: BankLine) => void;
  onBack: (line: BankLine) => void;
}

function actionsOf(actions: LineActions): Column<BankLine, Sort> {
  return { title: "Actions", cell: (line) => <Actions line={line} {...actions} />, inCard: "actions" };
}

function Actions({ line, onMatch, onAside, onBack }: LineActions & { line: BankLine }) {
  if (line.amountInr < 0 || line.paysFor !== null) return null;
  if (line.setAside) {
    return (
      <button type="button" className="link-button" onClick={() => onBack(line)}>
        Bring back
      </button>
    );
  }
  return (
    <Group gap="sm">
      <button type="button" className="link-button" onClick={() => onMatch(line)}>
        Match
      </button>
      <button type="button" className="link-button" onClick={() => onAside(line)}>
        Set aside
      </button>
    </Group>
  );
}

/** The state of the page is that of its table: which list is shown is one of its filters. */
export function useLines() {
  return useTable({
    sorts: bankLineSorts,
    first: { sort: "day", order: "desc" },
    filters: ["show", "match", "from", "to"],
  });
}

interface BankLinesProps {
  /** Only these; all lines, and a choice, without it. */
  only?: BankLineMatch;
}

export function BankLines({ only }: BankLinesProps) {
  const table = useLines();
  const query = { ...queryOf(table.query), ...(only && { match: only }) };
  const result = useQuery(linesQuery(query));
  const [matching, setMatching] = useState<BankLine>();
  const [aside, setAside] = useState<BankLine>();
  const act = useAction(bankKey);
  const bringBack = ({ id }: BankLine) =>
    void act(async () => {
      await call(bringBankLineBack, { params: { id } });
      return "It is among the credits without a request again.";
    });
  const sum = result.data?.totals?.amountInr;
  const summed = columns.map((column) =>
    column.sort === "amount" && sum !== undefined ? { ...column, total: rupees(sum) } : column,
  );
  return (
    <>
      <DataTable
        label={only ? bankLineMatches[only] : "Lines of the bank"}
        table={table}
        columns={[...summed, actionsOf({ onMatch: setMatching, onAside: setAside, onBack: bringBack })]}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="UTR, or a part of the text"
        filters={
          <>
            {!only && (
              <ChoiceFilter
                label="Show"
                name="match"
                choices={keysOf(bankLineMatches).map((match) => [match, bankLineMatches[match]])}
                table={table}
              />
            )}
            <PeriodChoice table={table} />
          </>
        }
        download={() => download(bankLinesCsv, { query: withoutPage(query) })}
        empty={<EmptyState icon={BankIcon}>There is no such line.</EmptyState>}
      />
      {matching && <MatchDialog line={matching} act={act} onClose={() => setMatching(undefined)} />}
      {aside && <AsideDialog line={aside} act={act} onClose={() => setAside(undefined)} />}
    </>
  );
}

interface LineDialogProps {
  line: BankLine;
  act: ReturnType<typeof useAction>;
  onClose: () => void;
}

function MatchDialog({ line: { id, amountInr }, act, onClose }: LineDialogProps) {
  return (
    <ReasonDialog
      title={`Match ${rupees(amountInr)} with a request`}
      label="Reference of the staking request"
      action="Match"
      maxLength={40}
      onClose={onClose}
      onGiven={(reference) => {
        onClose();
        void act(async () => {
          await call(matchBankLine, { params: { id }, body: { reference } });
          return "Matched. The request is decided in its queue.";
        });
      }}
    />
  );
}

function AsideDialog({ line: { id, amountInr }, act, onClose }: LineDialogProps) {
  return (
    <ReasonDialog
      title={`Set ${rupees(amountInr)} aside`}
      label="What is it? For the books and the log"
      action="Set aside"
      problemOf={(text) => (text.length < 3 ? "Please say why" : undefined)}
      onClose={onClose}
      onGiven={(reason) => {
        onClose();
        void act(async () => {
          await call(setBankLineAside, { params: { id }, body: { reason } });
          return "It was set aside.";
        });
      }}
    />
  );
}

/** The call does not need to know which list is shown, and a typed address may name a state that does not exist. */
function queryOf({ show: _show, match, ...rest }: Record<string, string | number>): BankLineFilter {
  const known = keysOf(bankLineMatches).find((each) => each === match);
  return { ...rest, ...(known && { match: known }) };
}
