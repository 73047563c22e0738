import { writeBulkMail } from "@fc/contract/bulk-mail/console";
import { Button, Stack } from "@mantine/core";
import { consoleMembersCsv, type consoleMembers, type FoundMember } from "@fc/contract/members/console";
import {
  memberStatuses,
  memberStatusLabels,
  stakeFilterNames,
  stakeFilters,
} from "@fc/contract/members/console-filter";
import type { QueryOf } from "@fc/contract/route";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { anyPage } from "../../../lib/asserted.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { mayCall, useOperator } from "../../../lib/session/operator.ts";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { Whole } from "../../../ui/table/whole.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
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

const statusChoices = memberStatuses.map((status) => [status, memberStatusLabels[status]] as const);
const stakeChoices = stakeFilterNames.map((stake) => [stake, stakeFilters[stake]] as const);
const filterNames = ["search", "status", "stake", "from", "to"] as const;

/** All members, the newest first, or those that a search finds. */
export default function MembersPage() {
  const table = useCursorTable(filterNames, { sort: "joinedAt", order: "desc" });
  const { role } = useOperator();
  const query = queryOf(table.query);
  const result = useQuery(membersQuery(query));
  return (
    <Stack>
      <OpenProposals />
      <CursorTable
        label="Members"
        table={table}
        columns={columns}
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
