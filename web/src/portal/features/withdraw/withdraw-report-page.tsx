import { addressLabel } from "@fc/contract/receipts/steps";
import { withdrawDestination, withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import {
  withdrawReportColumns,
  withdrawReportSorts,
  type WithdrawRequest,
} from "@fc/contract/withdraw/portal";
import { SimpleGrid } from "@mantine/core";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { WithdrawIcon } from "../../../ui/icons/screen-icons.tsx";
import { ActivityLink } from "../../../ui/money/activity-link.tsx";
import { CancelRequest } from "../../../ui/money/cancel-request.tsx";
import { Coins, coinsColumn, Figure, Figures } from "../../../ui/money/figures.tsx";
import { OwnAmount } from "../../../ui/money/own-amounts.tsx";
import { receiptLink } from "../../../ui/money/receipt-link.tsx";
import { RequestTimeline } from "../../../ui/money/request-timeline.tsx";
import { StatusTag } from "../../../ui/money/timeline.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { withdrawScreens } from "./kinds.tsx";
import { downloadWithdrawReport, withdrawReportQuery } from "./queries.ts";
import { CoinAddress } from "./coin-address.tsx";
import { withdrawAction } from "./kinds.tsx";

type Sort = (typeof withdrawReportSorts)[number];

const columns: readonly Column<WithdrawRequest, Sort>[] = reportColumns(withdrawReportColumns, {
  serial: { cell: (_row, serial) => serial, inCard: "number" },
  date: {
    cell: ({ requestedAt }) => <When iso={requestedAt} />,
    sort: "requestedAt",
    inCard: "plain",
  },
  type: {
    cell: ({ currencyType }) => <TypeWord type={currencyType} />,
    sort: "currencyType",
    inCard: "plain",
    folds: true,
  },
  coins: coinsColumn,
  status: {
    cell: ({ status }) => <StatusTag status={status} />,
    sort: "status",
    inCard: "aside",
  },
});

function When({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  return dateTimeText(iso, i18n.locale);
}

function TypeWord({ type }: { type: WithdrawType }) {
  const t = useT();
  return t(withdrawScreens[type].label);
}

export default function WithdrawReportPage() {
  const t = useT();
  const { id } = useMember();
  const table = useTable({
    sorts: withdrawReportSorts,
    first: { sort: "requestedAt", order: "desc" },
    filters: ["from", "to"],
  });
  const result = useQuery(withdrawReportQuery(id, table.query));
  return (
    <Page width="table">
      <DataTable
        label={t("Withdraw Report")}
        table={table}
        columns={columns}
        rowKey={({ id: key }) => key}
        result={result}
        filters={<PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
        tools={<ActivityLink search={{ ...table.filters, kinds: "withdrawals" }} />}
        details={detailsOf}
        link={receiptLink}
        download={() => downloadWithdrawReport(id, table.query)}
        empty={
          <EmptyState
            icon={WithdrawIcon}
            hint={t("Your withdrawals are listed here, from the request to the payment.")}
            act={{ to: "/withdraw", label: withdrawAction(t) }}
          >
            {t("You have not withdrawn anything yet.")}
          </EmptyState>
        }
      />
    </Page>
  );
}

function detailsOf(row: WithdrawRequest) {
  return <Details row={row} />;
}

function Details({ row }: { row: WithdrawRequest }) {
  const t = useT();
  const { receipt } = withdrawKinds[row.currencyType];
  const back = t("The coins are back in the wallets that they came from.");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <div className="stack">
        <RequestTimeline
          request={{ ...row, kind: receipt, netFc: row.net }}
          notes={{
            review: t("You will get an e-mail once it is decided."),
            rejected: back,
            cancelled: back,
          }}
        />
        <CancelRequest
          kind="withdrawal"
          reference={row.reference}
          amount={coinsText(row.amount)}
          isPossible={row.status === "P" && !row.isBeingPaid}
        />
      </div>
      <Figures>
        <Figure label={t("Amount")}>
          <Coins coins={row.amount} />
        </Figure>
        {row.status === "R" ? (
          <Figure label={t("Returned")} strong>
            <Coins coins={row.amount} />
          </Figure>
        ) : (
          <>
            <Figure label={t("Fee")}>{row.fee === 0 ? t("None") : `− ${coinsText(row.fee)}`}</Figure>
            {row.deduction !== null && row.deduction > 0 && (
              <Figure label={t("Deduction")}>
                <OwnAmount>− {coinsText(row.deduction)}</OwnAmount>
              </Figure>
            )}
            <Figure label={row.status === "A" ? t("Paid") : t("You receive")} strong>
              <Coins coins={row.net} />
            </Figure>
          </>
        )}
        <Figure label={t(addressLabel({ status: row.status, netFc: row.net }))} wide={row.address !== null}>
          {row.address === null ? (
            t(withdrawDestination(row.currencyType, null))
          ) : (
            <CoinAddress address={row.address} />
          )}
        </Figure>
        {row.transactionId !== null && (
          <Figure label={t("Transaction ID")} wide>
            <span className="unit-id">{row.transactionId}</span>
          </Figure>
        )}
      </Figures>
    </SimpleGrid>
  );
}
