import {
  directReferralColumns,
  directReferralSorts,
  type DirectReferral,
} from "@fc/contract/referrals/portal";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { TeamIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { directReferralsQuery, downloadDirectReferrals } from "./queries.ts";
import { InTree, SideTag } from "../../team/cells.tsx";
import { TeamLinks } from "../../team/team-links.tsx";

type Sort = (typeof directReferralSorts)[number];

const columns: readonly Column<DirectReferral, Sort>[] = reportColumns(directReferralColumns, {
  // They are numbered in the order in which they joined.
  serial: { cell: (_row, serial) => serial, sort: "joinedAt", inCard: "number" },
  refId: {
    cell: ({ refId }) => <InTree refId={refId} />,
    sort: "refId",
    inCard: "plain",
  },
  name: {
    cell: ({ name }) => <span className="any-length">{name}</span>,
    sort: "name",
    inCard: "heading",
  },
  phone: {
    cell: ({ mobileNumber }) =>
      mobileNumber === "" ? (
        "–"
      ) : (
        <Anchor href={`tel:${mobileNumber}`} inherit style={{ whiteSpace: "nowrap" }}>
          {phoneText(mobileNumber)}
        </Anchor>
      ),
    inCard: "plain",
  },
  placement: {
    cell: ({ placementRefId }) => <span className="unit-id">{placementRefId}</span>,
    inCard: "below",
  },
  team: { cell: ({ side }) => <SideTag side={side} />, sort: "side", inCard: "aside" },
});

export default function DirectReferralsPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({ sorts: directReferralSorts, first: { sort: "joinedAt", order: "asc" } });
  const result = useQuery(directReferralsQuery(id, table.query));
  return (
    <Page width="table">
      <TeamLinks to={["/referral-link", "/tree-chart", "/my-team"]} />
      <DataTable
        label={t("Direct referrals")}
        table={table}
        columns={columns}
        rowKey={({ refId }) => refId}
        result={result}
        searchLabel={t("Name, user ID or phone number")}
        download={() => downloadDirectReferrals(id, table.query)}
        empty={<NobodyYet />}
      />
    </Page>
  );
}

function NobodyYet() {
  const t = useT();
  return (
    <EmptyState
      icon={TeamIcon}
      hint={t("Members who join with your link are listed here, with their place in your team.")}
      act={{ to: "/referral-link", label: t("Share your referral link") }}
    >
      {t("Nobody has joined with your link yet.")}
    </EmptyState>
  );
}
