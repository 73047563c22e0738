import {
  directReferralColumns,
  directReferralSorts,
  type DirectReferral,
} from "@fc/contract/referrals/portal";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { TeamIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { directReferralsQuery, downloadDirectReferrals } from "./queries.ts";
import "./referrals.css";

type Sort = (typeof directReferralSorts)[number];

const columns: readonly Column<DirectReferral, Sort>[] = reportColumns(directReferralColumns, {
  // They are numbered in the order in which they joined.
  serial: { cell: (_row, serial) => serial, sort: "joinedAt" },
  refId: {
    cell: ({ refId }) => <span className="unit-id">{refId}</span>,
    sort: "refId",
  },
  name: {
    cell: ({ name }) => <span className="any-length">{name}</span>,
    sort: "name",
    inCard: "heading",
  },
  phone: {
    cell: ({ mobileNumber }) => (
      <a className="phone-link" href={`tel:${mobileNumber}`}>
        {phoneText(mobileNumber)}
      </a>
    ),
  },
  placement: {
    cell: ({ placementRefId }) => <span className="unit-id">{placementRefId}</span>,
  },
  team: { cell: ({ side }) => <SideTag side={side} />, sort: "side", inCard: "aside" },
});

function SideTag({ side }: Pick<DirectReferral, "side">) {
  const t = useT();
  return (
    <span className="side-tag" data-side={side}>
      {t(sideLabels[side])}
    </span>
  );
}

export default function DirectReferralsPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({ sorts: directReferralSorts, first: { sort: "joinedAt", order: "asc" } });
  const result = useQuery(directReferralsQuery(id, table.query));
  return (
    <Page>
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
    <div className="state">
      <TeamIcon />
      <p>{t("Nobody has joined with your link yet.")}</p>
      <Link className="link-button" to="/referral-link">
        {t("Share your referral link")}
      </Link>
    </div>
  );
}
