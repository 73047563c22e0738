import {
  consoleSignalsCsv,
  findByTrace,
  signalStates,
  type consoleSignals,
  type highestScores,
  type Signal,
} from "@fc/contract/signals/console";
import { signalRuleNames, signalRules } from "@fc/contract/signals/console-rules";
import type { QueryOf, ResponseOf } from "@fc/contract/route";
import { Flex, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { Requester } from "../../../ui/queue/requester.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { SignalLink } from "../../signals/member-signals.tsx";
import { Score } from "../../signals/score.tsx";
import { FindByTrace } from "./find-by-trace.tsx";
import { highestQuery, signalsQuery } from "./queries.ts";

const columns: readonly Column<Signal>[] = [
  { title: "Signal", cell: (signal) => <SignalLink signal={signal} />, inCard: "heading" },
  { title: "Members", cell: (signal) => <Concerned signal={signal} /> },
  {
    title: "Points",
    cell: ({ rule, isOpen }) => (isOpen ? signalRules[rule].points : "looks fine"),
    inCard: "aside",
  },
  {
    title: "Newest evidence",
    cell: ({ newestAt }) => <Whole>{dateTimeText(newestAt, "en")}</Whole>,
    sort: "newestAt",
  },
];

function Concerned({ signal: { members, memberCount } }: { signal: Signal }) {
  return (
    <Flex wrap="wrap" gap="0 1rem">
      {members.map((member) => (
        <Requester key={member.refId} member={member} />
      ))}
      {memberCount > members.length && (
        <Text size="sm" c="dimmed">
          and {(memberCount - members.length).toLocaleString("en-IN")} more
        </Text>
      )}
    </Flex>
  );
}

const filterNames = ["rule", "state"] as const;
const ruleChoices = signalRuleNames.map((rule) => [rule, signalRules[rule].label] as const);

/** What the rules have found, the newest evidence first; who has the highest score; and a search by what is shared. */
export default function SignalsPage() {
  const { role } = useOperator();
  const table = useCursorTable(filterNames, { sort: "newestAt", order: "desc" });
  const query = queryOf(table.query);
  const result = useQuery(signalsQuery(query));
  return (
    <Stack>
      <SimpleGrid minColWidth="min(24rem, 100%)" autoFlow="auto-fit" style={{ alignItems: "start" }}>
        {mayCall(role, findByTrace) && <FindByTrace />}
        <Highest />
      </SimpleGrid>
      <CursorTable
        label="Signals"
        table={table}
        columns={columns}
        rowKey={({ id }) => id}
        result={result}
        filters={
          <>
            <ChoiceFilter label="Rule" name="rule" choices={ruleChoices} table={table} />
            <ChoiceFilter
              label="State"
              name="state"
              choices={[["fine", "Looks fine"]]}
              all="Open"
              table={table}
            />
          </>
        }
        download={() => download(consoleSignalsCsv, { query: withoutPage(query) })}
        empty={<p className="state">No rule has found anything. Thresholds are in the settings.</p>}
      />
    </Stack>
  );
}

/** A typed address may contain any filter. Unknown values are left out, because the server would refuse them. */
function queryOf({ rule, state, ...rest }: Record<string, string | number>): QueryOf<typeof consoleSignals> {
  const knownRule = signalRuleNames.find((each) => each === rule);
  const knownState = signalStates.find((each) => each === state);
  return { ...rest, ...(knownRule && { rule: knownRule }), ...(knownState && { state: knownState }) };
}

type ScoredMember = ResponseOf<typeof highestScores>["data"][number];

const scoreColumns: readonly Column<ScoredMember>[] = [
  {
    title: "Member",
    cell: (member) => <Requester member={member} />,
    value: ({ name, refId }) => `${name} ${refId}`,
    inCard: "heading",
  },
  {
    title: "Score",
    cell: ({ score }) => <Score score={score} />,
    value: ({ score }) => score,
    inCard: "aside",
  },
  {
    title: "Joined",
    cell: ({ joinedAt }) => <Whole>{dateText(joinedAt, "en")}</Whole>,
    value: ({ joinedAt }) => joinedAt,
  },
];

/** So many fit beside the search; everybody else is found by the signals below. */
const shownHighest = 5;

function Highest() {
  const { data, error, refetch } = useQuery(highestQuery);
  return (
    <Card title="Highest scores">
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text c="dimmed">Nobody has a score.</Text>}
      {data && data.length > 0 && (
        <PlainTable
          label="Highest scores"
          columns={scoreColumns}
          rows={data.slice(0, shownHighest)}
          rowKey={({ id }) => id}
          dense
        />
      )}
    </Card>
  );
}
