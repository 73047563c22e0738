import { sides } from "@fc/contract/side";
import { mostTeamFileRows, teamColumns, teamStakeStates, type TeamMember } from "@fc/contract/team/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { dollarsText } from "../../../lib/format/amounts.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { stakeLabels } from "../../../lib/labels/team-stake-labels.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { TeamIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { ChoiceFilter } from "../../../ui/table/choice-filter.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { InTree, SideTag } from "../../team/cells.tsx";
import { TeamLinks } from "../../team/team-links.tsx";
import { downloadTeam, teamQuery } from "./queries.ts";

const columns: readonly Column<TeamMember>[] = reportColumns(teamColumns, {
  refId: { cell: ({ refId }) => <InTree refId={refId} />, inCard: "plain" },
  name: { cell: ({ name }) => <span className="any-length">{name}</span>, inCard: "heading" },
  joined: { cell: ({ joinedAt }) => <Joined at={joinedAt} />, inCard: "below", folds: true },
  leg: { cell: (row) => <Leg row={row} />, inCard: "aside" },
  level: { cell: ({ level }) => level.toLocaleString("en-IN"), align: "end", inCard: "none" },
  stake: { cell: ({ stake }) => <Stake state={stake} />, inCard: "plain" },
  business: { cell: ({ business }) => <Business usd={business} />, align: "end", inCard: "plain" },
  teamBusiness: {
    cell: ({ teamBusiness }) => <Business usd={teamBusiness} />,
    align: "end",
    folds: true,
  },
});

const filterNames = ["leg", "stake", "search"] as const;

/** Everybody below the member, newest first. */
export default function MyTeamPage() {
  const t = useT();
  const { id } = useMember();
  const table = useCursorTable(filterNames);
  const { leg, stake } = table.filters;
  const query = {
    ...table.query,
    leg: sides.find((each) => each === leg),
    stake: teamStakeStates.find((each) => each === stake),
  };
  const result = useQuery(teamQuery(id, query));
  const users = result.data?.users ?? 0;
  return (
    <Page width="table">
      <TeamLinks to={["/direct-referrals", "/tree-chart", "/referral-link"]} />
      <CursorTable
        label={t("My team")}
        table={table}
        columns={columns}
        rowKey={({ refId }) => refId}
        result={result}
        searchLabel={t("Name or user ID")}
        filters={
          <>
            <ChoiceFilter
              label={t("Team")}
              name="leg"
              choices={sides.map((side) => [side, t(sideLabels[side])])}
              table={table}
              all={t("All")}
            />
            <ChoiceFilter
              label={t("Stake status")}
              name="stake"
              choices={teamStakeStates.map((state) => [state, t(stakeLabels[state])])}
              table={table}
              all={t("All")}
            />
          </>
        }
        download={() => downloadTeam(id, query)}
        empty={<NobodyYet />}
      />
      {users > mostTeamFileRows && (
        <p className="small dimmed">
          {t("The file has the newest {count} members.", { count: mostTeamFileRows.toLocaleString("en-IN") })}
        </p>
      )}
    </Page>
  );
}

function Joined({ at }: { at: string }) {
  const { i18n } = useLingui();
  return <time dateTime={at}>{dateText(at, i18n.locale)}</time>;
}

/** On a phone it also says the level, for which the second line has no room. */
function Leg({ row: { leg, level } }: { row: TeamMember }) {
  const t = useT();
  const narrow = useNarrow();
  return (
    <>
      {narrow && (
        <span className="small dimmed">
          {t(teamColumns.level)} {level.toLocaleString("en-IN")}{" "}
        </span>
      )}
      <SideTag side={leg} />
    </>
  );
}

function Business({ usd }: { usd: number }) {
  return <span data-nothing={usd === 0 || undefined}>{dollarsText(usd)}</span>;
}

function Stake({ state }: { state: TeamMember["stake"] }) {
  const t = useT();
  return t(stakeLabels[state]);
}

function NobodyYet() {
  const t = useT();
  return (
    <EmptyState
      icon={TeamIcon}
      hint={t("Everybody below you is listed here, also those whom others invited.")}
      act={{ to: "/referral-link", label: t("Share your referral link") }}
    >
      {t("Nobody is in your team yet.")}
    </EmptyState>
  );
}
