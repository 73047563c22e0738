import { withdrawDestination, withdrawKinds, type WithdrawType } from "@fc/contract/withdraw/kinds";
import {
  withdrawReportColumns,
  withdrawReportSorts,
  type WithdrawRequest,
} from "@fc/contract/withdraw/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { WithdrawIcon } from "../../../ui/icons/screen-icons.tsx";
import { CoinsCell, Figure, Figures } from "../../../ui/money/figures.tsx";
import { StatusTag, Timeline, type TimelineStep } from "../../../ui/money/timeline.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { withdrawScreens } from "./kinds.tsx";
import { downloadWithdrawReport, withdrawReportQuery } from "./queries.ts";
import "../../../ui/money/money.css";

type Sort = (typeof withdrawReportSorts)[number];

const columns: readonly Column<WithdrawRequest, Sort>[] = reportColumns(withdrawReportColumns, {
  serial: { cell: (_row, serial) => serial },
  date: {
    cell: ({ requestedAt }) => <When iso={requestedAt} />,
    sort: "requestedAt",
  },
  type: {
    cell: ({ currencyType }) => <TypeWord type={currencyType} />,
    sort: "currencyType",
  },
  coins: {
    cell: ({ amount }) => <CoinsCell coins={amount} />,
    sort: "amount",
    align: "end",
    inCard: "heading",
  },
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
    <Page>
      <DataTable
        label={t("Withdraw Report")}
        table={table}
        columns={columns}
        rowKey={({ id: key }) => key}
        result={result}
        filters={<PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
        details={detailsOf}
        download={() => downloadWithdrawReport(id, table.query)}
        empty={<EmptyState icon={WithdrawIcon}>{t("You have not withdrawn anything yet.")}</EmptyState>}
      />
    </Page>
  );
}

function detailsOf(row: WithdrawRequest) {
  return <Details row={row} />;
}

function Details({ row }: { row: WithdrawRequest }) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <div className="request-details">
      <Timeline label={t("What happened")} steps={stepsOf(row, t, (iso) => dateTimeText(iso, i18n.locale))} />
      <Figures>
        <Figure label={t("Amount")}>{coinsText(row.amount)}</Figure>
        {row.status === "R" ? (
          <Figure label={t("Returned")} strong>
            {coinsText(row.amount)}
          </Figure>
        ) : (
          <>
            <Figure label={t("Fee")}>{row.fee === 0 ? t("None") : `− ${coinsText(row.fee)}`}</Figure>
            {row.deduction !== null && row.deduction > 0 && (
              <Figure label={t("Deduction")}>− {coinsText(row.deduction)}</Figure>
            )}
            <Figure label={row.status === "A" ? t("Paid") : t("You receive")} strong>
              {coinsText(row.net)}
            </Figure>
          </>
        )}
        <Figure label={t("Sent to")} wide={row.address !== null}>
          {row.address === null ? (
            t(withdrawDestination(row.currencyType, null))
          ) : (
            <span className="unit-id">{row.address}</span>
          )}
        </Figure>
        {row.transactionId !== null && (
          <Figure label={t("Transaction ID")} wide>
            <span className="unit-id">{row.transactionId}</span>
          </Figure>
        )}
      </Figures>
    </div>
  );
}

/** Submitted, reviewed, and paid or rejected with its reason. */
function stepsOf(
  { status, requestedAt, respondedAt, reason, currencyType }: WithdrawRequest,
  t: (text: string) => string,
  timeOf: (iso: string) => string,
): TimelineStep[] {
  const submitted = { state: "done", title: t("Submitted"), note: timeOf(requestedAt) } as const;
  const decidedAt = respondedAt === null ? "" : timeOf(respondedAt);
  const doneTitle = t(withdrawScreens[currencyType].doneTitle);
  if (!withdrawKinds[currencyType].isDecidedByOperator) {
    return [submitted, { state: "done", title: doneTitle, note: decidedAt }];
  }
  if (status === "P") {
    const note = t("You will get an e-mail once it is decided.");
    return [submitted, { state: "waiting", title: t("In review"), note }];
  }
  const reviewed = { state: "done", title: t("Reviewed"), note: decidedAt } as const;
  if (status === "A") return [submitted, reviewed, { state: "done", title: doneTitle, note: decidedAt }];
  const back = t("The coins are back in the wallets that they came from.");
  const note = (
    <>
      {reason}
      <br />
      {back}
    </>
  );
  return [submitted, reviewed, { state: "refused", title: t("Rejected"), note }];
}
