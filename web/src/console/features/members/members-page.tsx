import { writeBulkMail } from "@fc/contract/bulk-mail/console";
import { Button, Stack } from "@mantine/core";
import {
  consoleMembersCsv,
  memberFigureColumns,
  type consoleMembers,
  type FoundMember,
} from "@fc/contract/members/console";
import {
  memberStatuses,
  memberStatusLabels,
  stakeFilterNames,
  stakeFilters,
} from "@fc/contract/members/console-filter";
import { keysOf } from "@fc/contract/sure";
import type { QueryOf } from "@fc/contract/route";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { anyPage } from "../../../lib/asserted.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useShownColumns } from "../../../ui/table/table-view-choices.ts";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { useMayInvestigate } from "../../signals/member-signals.tsx";
import { useScores } from "../../signals/queries.ts";
import { dollars } from "./member-cards.tsx";
import { MemberLink, MemberStatus } from "./member-cells.tsx";
import { NoMembers } from "./no-members.tsx";
import { OpenProposals } from "./open-proposals.tsx";
import { downloadMembers, membersQuery } from "./queries.ts";

const columns: readonly Column<FoundMember>[] = [
  { title: "Member", cell: (member) => <MemberLink member={member} />, inCard: "heading" },
  { title: "E-mail", cell: ({ email }) => <span className="any-length">{email}</span> },
  { title: "Mobile number", cell: ({ phone }) => <Whole>{phoneText(phone) || "–"}</Whole>, folds: true },
  { title: "Joined", cell: ({ joinedAt }) => <Whole>{dateText(joinedAt, "en")}</Whole>, sort: "joinedAt" },
  { title: "State", cell: ({ status }) => <MemberStatus status={status} />, inCard: "aside", folds: true },
];

/** Read only where one of them is shown. */
const figureColumns = keysOf(memberFigureColumns).map((name): Column<FoundMember> => {
  const valueOf = ({ figures }: FoundMember) => figures?.[name] ?? 0;
  return {
    title: memberFigureColumns[name],
    cell: (member) =>
      member.figures === undefined ? (
        "–"
      ) : name === "runningUsd" ? (
        dollars(valueOf(member))
      ) : (
        <CoinsCell coins={valueOf(member)} isPublic />
      ),
    ...(name !== "runningUsd" && { coins: valueOf }),
    align: "end",
    isExtra: true,
  };
});

const statusChoices = memberStatuses.map((status) => [status, memberStatusLabels[status]] as const);
const stakeChoices = stakeFilterNames.map((stake) => [stake, stakeFilters[stake]] as const);
const filterNames = ["search", "status", "stake", "from", "to"] as const;

const label = "Members";
const scoreTitle = "Score";

function scoreColumn(scores: ReadonlyMap<number, number>): Column<FoundMember> {
  return { title: scoreTitle, cell: ({ id }) => scores.get(id) ?? 0, align: "end", isExtra: true };
}

/** All members, the newest first, or those that a search finds. */
export default function MembersPage() {
  const table = useCursorTable(filterNames, { sort: "joinedAt", order: "desc" });
  const { role } = useOperator();
  const mayInvestigate = useMayInvestigate();
  const shown = useShownColumns(label, [...columns, ...figureColumns, scoreColumn(new Map())]);
  const hasFigures = figureColumns.some(({ title }) => shown.some((column) => column.title === title));
  const hasScores = mayInvestigate && shown.some(({ title }) => title === scoreTitle);
  const query = { ...queryOf(table.query), ...(hasFigures && { figures: "yes" as const }) };
  const result = useQuery(membersQuery(query));
  const scores = useScores(hasScores ? (result.data?.rows ?? []).map((member) => ({ member })) : []);
  return (
    <Stack>
      <OpenProposals />
      <CursorTable
        label={label}
        table={table}
        columns={[...columns, ...figureColumns, ...(mayInvestigate ? [scoreColumn(scores)] : [])]}
        rowKey={({ id }) => id}
        result={result}
        searchLabel="User ID, name, e-mail or mobile number"
        filters={
          <>
            <ChoiceFilter label="State" name="status" choices={statusChoices} table={table} />
            <ChoiceFilter label="Stake" name="stake" choices={stakeChoices} table={table} />
            <PeriodChoice table={table} />
          </>
        }
        tools={mayCall(role, writeBulkMail) && <MailThem filters={table.filters} />}
        {...(mayCall(role, consoleMembersCsv) && { download: () => downloadMembers(query) })}
        empty={<NoMembers />}
      />
    </Stack>
  );
}

/** A bulk mail to those whom the page is narrowed to. */
function MailThem({ filters }: { filters: Readonly<Record<string, string>> }) {
  const page: string = "/bulk-mail/new";
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={page} search={anyPage(filters)} />}>
      Mail them
    </Button>
  );
}

/** A typed address may contain any filter. Unknown values are left out, because the server would refuse them. */
function queryOf({
  status,
  stake,
  ...rest
}: Record<string, string | number>): QueryOf<typeof consoleMembers> {
  const knownStatus = memberStatuses.find((each) => each === status);
  const knownStake = stakeFilterNames.find((each) => each === stake);
  return { ...rest, ...(knownStatus && { status: knownStatus }), ...(knownStake && { stake: knownStake }) };
}
