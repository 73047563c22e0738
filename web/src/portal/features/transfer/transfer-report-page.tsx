import { transferReportColumns, transferReportSorts, type TransferRow } from "@fc/contract/transfer/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { TransferIcon } from "../../../ui/icons/screen-icons.tsx";
import { ActivityLink } from "../../../ui/money/activity-link.tsx";
import { coinsColumn } from "../../../ui/money/figures.tsx";
import { receiptLink } from "../../../ui/money/receipt-link.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { downloadTransferReport, transferReportQuery } from "./queries.ts";

type Sort = (typeof transferReportSorts)[number];

const columns: readonly Column<TransferRow, Sort>[] = reportColumns(transferReportColumns, {
  date: { cell: ({ respondedAt }) => <When iso={respondedAt} />, sort: "respondedAt", inCard: "plain" },
  receiver: {
    cell: ({ toRefId }) => <span className="unit-id">{toRefId}</span>,
    sort: "toRefId",
    inCard: "plain",
  },
  coins: coinsColumn,
});

function When({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  return dateTimeText(iso, i18n.locale);
}

export default function TransferReportPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({
    sorts: transferReportSorts,
    first: { sort: "respondedAt", order: "desc" },
    filters: ["from", "to"],
  });
  const result = useQuery(transferReportQuery(id, table.query));
  return (
    <Page width="table">
      <p className="small dimmed">
        {t("Only what you sent to other members is listed here.")}{" "}
        <Link to="/wallet-report" search={{ wallet: "transfer" }}>
          {t("See everything that the transfer wallet's balance is made of")}
        </Link>
      </p>
      <DataTable
        label={t("Transfer Wallet Report")}
        table={table}
        columns={columns}
        rowKey={({ id: key }) => key}
        link={receiptLink}
        result={result}
        filters={<PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
        tools={<ActivityLink search={{ ...table.filters, kinds: "transfers" }} />}
        download={() => downloadTransferReport(id, table.query)}
        empty={
          <EmptyState icon={TransferIcon} act={{ to: "/transfer-wallet", label: t("Transfer") }}>
            {t(
              "Nothing sent to other members yet. Transfers to the platform's own accounts are in the Wallet Report.",
            )}
          </EmptyState>
        }
      />
    </Page>
  );
}
