import { sure } from "@fc/contract/sure";
import { Group, Stack, Tabs, Text } from "@mantine/core";
import {
  consoleReport,
  consoleReportCsv,
  inReportOrder,
  reportDefinitions,
  reportNames,
  type ReportCell,
  type ReportColumn,
  type ReportDefinition,
  type ReportName,
  type ReportOrder,
} from "@fc/contract/reports/console";
import { percentText } from "@fc/contract/plan/difference";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { coinsFigure, shortCoins } from "../../../lib/format/amounts.ts";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { TableSurface } from "../../../ui/table/ruled-table.tsx";
import { PeriodChoice } from "../../../ui/table/period-choice.tsx";
import { TableRows } from "../../../ui/table/table-body.tsx";
import { TableCards } from "../../../ui/table/table-cards.tsx";
import { DownloadButton } from "../../../ui/table/table-tools.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";
import { useTable } from "../../../ui/table/use-table.ts";
import { Card } from "../../../ui/layout/page.tsx";

interface Period {
  from?: string;
  to?: string;
}

/** Shows each report of the business as a chart and a table, and offers it as a file. */
export default function HouseReportsPage() {
  const table = useTable({
    sorts: ["day"],
    first: { sort: "day", order: "desc" },
    filters: ["report", "from", "to"],
  });
  const chosen = reportNames.find((name) => name === table.filters["report"]) ?? reportNames[0];
  const { from, to } = table.filters;
  const sorted = useSorted();
  const period: Period = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const definition = reportDefinitions[chosen];
  const narrow = useNarrow();
  return (
    <Tabs
      value={chosen}
      onChange={(name) => {
        sorted.clear();
        table.showFiltered("report", name ?? "");
      }}
      keepMounted={false}
      variant={narrow ? "pills" : "default"}
    >
      <Tabs.List aria-label="Reports">
        {reportNames.map((name) => (
          <Tabs.Tab key={name} value={name} mih="var(--fc-tap)">
            {reportDefinitions[name].title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={chosen} pt="lg">
        <Stack gap="1.5rem">
          <Group gap="sm" align="flex-end">
            <PeriodChoice table={table} />
            <DownloadButton
              download={() =>
                download(consoleReportCsv, {
                  params: { report: chosen },
                  query: { ...period, ...orderOf(sorted) },
                })
              }
            />
          </Group>
          <Report key={chosen} name={chosen} definition={definition} period={period} table={sorted} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

interface ReportProps {
  name: ReportName;
  definition: ReportDefinition;
  period: Period;
  table: ReturnType<typeof useSorted>;
}

/** A report is all there: the page sorts it, and its file follows. */
function useSorted() {
  const [chosen, setChosen] = useState<Required<ShownOrder>>();
  return {
    ...chosen,
    showSorted: (sort: string, order: "asc" | "desc") => setChosen({ sort, order }),
    clear: () => setChosen(undefined),
  };
}

function Report({ name, definition, period, table }: ReportProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["console-report", name, period],
    queryFn: async () => (await call(consoleReport, { params: { report: name }, query: period })).data,
    placeholderData: keepPreviousData,
  });
  const narrow = useNarrow();
  const Rows = narrow ? TableCards : TableRows;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton rows={4} />;
  const { title, about, columns, chart } = definition;
  const unit = sure(columns[chart]);
  const names = data.rows.map((row) => cellText(row[0] ?? null, sure(columns[0])));
  const values = data.rows.map((row) => Number(row[chart] ?? 0));
  return (
    <>
      <Card aria-label={`Chart: ${title}`}>
        <div>
          <h2 className="card-title">
            {title}, {dayText(data.from, "en")} to {dayText(data.to, "en")}
          </h2>
          <Text c="dimmed">{about}</Text>
        </div>
        {names.length === 0 ? (
          <EmptyState icon={ReportIcon}>Nothing was measured in this period yet.</EmptyState>
        ) : (
          <Chart
            label={unit.title}
            summary={`${unit.title}. At most ${withUnit(Math.max(...values), unit)}; last ${names.at(-1)}: ${withUnit(values.at(-1) ?? 0, unit)}`}
            points={names}
            series={[{ label: unit.title, colour: "brand", shape: "bars", values }]}
            text={(value) => withUnit(value, unit)}
            scaleText={shortCoins}
          />
        )}
        {data.measuredAt !== null && (
          <Text size="sm" c="dimmed">
            Days gone by were added up {dateTimeText(data.measuredAt, "en")}.
          </Text>
        )}
      </Card>
      {names.length > 0 && (
        <TableSurface
          isWide={!narrow}
          isStale={isPlaceholderData}
          // A wide table scrolls sideways. It can be focused, so that this also works by keyboard.
          {...(!narrow && { role: "region", "aria-label": title, tabIndex: 0 })}
        >
          <Rows
            label={title}
            table={{ ...table, serialOf: (index) => index + 1 }}
            columns={columns.map((column, at) => ({
              ...columnOf(column, at, data.totals),
              folds: foldsAt(at, columns),
            }))}
            rows={inReportOrder(data.rows, columns, orderOf(table))}
            total={data.rows.length}
            rowKey={rowKey}
          />
        </TableSurface>
      )}
    </>
  );
}

/** A column is sorted by its number. */
function columnOf(
  column: ReportColumn,
  at: number,
  totals: readonly ReportCell[] | null,
): Column<readonly ReportCell[]> {
  return {
    title: heading(column),
    cell: (row) => cellText(row[at] ?? null, column),
    sort: String(at),
    ...(isFigure(column) && { align: "end" }),
    ...(at === 0 && { inCard: "heading" }),
    ...(totals && at > 0 && { total: totalText(totals[at] ?? null, column) }),
  };
}

/** Of a wide report every second figure is below the one before it, where not all fit. */
function foldsAt(at: number, columns: readonly ReportColumn[]): boolean | "early" {
  if (columns[at]?.title === "User ID") return true;
  const isWide = columns.length > 7;
  if (at === 2) return isWide;
  if (at < 3 || at % 2 === 0) return false;
  return isWide ? "early" : columns.length > 5;
}

interface ShownOrder {
  sort?: string;
  order?: "asc" | "desc";
}

function orderOf({ sort, order }: ShownOrder): ReportOrder {
  return sort === undefined ? {} : { sort: Number(sort), order };
}

/** The first cell names the row. The second one is added, because two members may have the same name. */
function rowKey(row: readonly ReportCell[]): string {
  return `${row[0]} ${row[1]}`;
}

function isFigure({ unit }: ReportColumn): boolean {
  return unit !== "day" && unit !== "text";
}

function heading({ title, unit }: ReportColumn): string {
  return unit === "FC" ? `${title} (FC)` : unit === "USD" ? `${title} ($)` : title;
}

function cellText(cell: ReportCell, { unit }: ReportColumn): string {
  if (cell === null) return "–";
  if (unit === "day") return dayText(String(cell), "en");
  if (unit === "share") return percentText(Number(cell));
  return typeof cell === "number" ? coinsFigure(cell) : cell;
}

/** The total of a column; empty for a column that has no total, such as a percentage. */
function totalText(cell: ReportCell, column: ReportColumn): string {
  return cell === null ? "" : cellText(cell, column);
}

function withUnit(value: number, { unit }: ReportColumn): string {
  const figure = coinsFigure(value);
  return unit === "FC" ? `${figure} FC` : unit === "USD" ? `$${figure}` : figure;
}
