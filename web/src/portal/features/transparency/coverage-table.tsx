import { percentText } from "@fc/contract/plan/difference";
import {
  coverageColumns,
  coverageSorts,
  wholeCoverage,
  type CoverageDay,
} from "@fc/contract/transparency/portal";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { CoinsCell } from "../../../ui/money/figures.tsx";
import { reportColumns, type Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { coverageQuery, downloadCoverage } from "./queries.ts";

type Sort = (typeof coverageSorts)[number];

const columns: readonly Column<CoverageDay, Sort>[] = reportColumns(coverageColumns, {
  day: { cell: ({ day }) => <Day day={day} />, sort: "day", inCard: "heading" },
  due: {
    cell: ({ due }) => <CoinsCell coins={due} isPublic />,
    coins: ({ due }) => due,
    sort: "due",
    align: "end",
  },
  available: {
    cell: ({ available }) => <CoinsCell coins={available} isPublic />,
    coins: ({ available }) => available,
    align: "end",
  },
  paid: {
    cell: ({ paid }) => <CoinsCell coins={paid} isPublic />,
    coins: ({ paid }) => paid,
    align: "end",
  },
  coverage: {
    cell: ({ coverage }) => <Share coverage={coverage} />,
    sort: "coverage",
    align: "end",
    inCard: "aside",
  },
});

function Day({ day }: { day: string }) {
  const { i18n } = useLingui();
  return <time dateTime={day}>{dayText(day, i18n.locale)}</time>;
}

function Share({ coverage }: { coverage: number }) {
  return <StateTag status={coverage >= wholeCoverage ? "A" : "R"}>{percentText(coverage)}</StateTag>;
}

export function CoverageTable() {
  const t = useT();
  const table = useTable({
    sorts: coverageSorts,
    first: { sort: "day", order: "desc" },
    filters: ["from", "to"],
  });
  const result = useQuery(coverageQuery(table.query));
  return (
    <DataTable
      label={t("The pool's coverage, day by day")}
      table={table}
      columns={columns}
      rowKey={({ day }) => day}
      result={result}
      filters={<PeriodFilter filters={table.filters} onFilter={table.showFiltered} />}
      download={() => downloadCoverage(table.query)}
      empty={
        <EmptyState
          icon={ReportIcon}
          hint={t(
            "Every closed day is listed here, with what was due, what the pool held and what was paid.",
          )}
        >
          {t("No day has been closed yet.")}
        </EmptyState>
      }
    />
  );
}
