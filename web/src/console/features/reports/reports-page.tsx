import { Group, Stack, Table as Grid, Tabs, Text } from "@mantine/core";
import {
  consoleReport,
  consoleReportCsv,
  reportDefinitions,
  reportNames,
  reportPeriod,
  type ReportCell,
  type ReportColumn,
  type ReportDefinition,
  type ReportName,
} from "@fc/contract/reports/console";
import { indiaDayOf } from "@fc/contract/period";
import { percentText } from "@fc/contract/plan/difference";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { coinsFigure, shortCoins } from "../../../lib/format/amounts.ts";
import { call, callForFile } from "../../../lib/api/api.ts";
import { dateTimeText, dayText } from "../../../lib/format/dates.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { RuledTable, TableSurface } from "../../../ui/table/ruled-table.tsx";
import { PeriodFilter } from "../../../ui/table/period-filter.tsx";
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
  const period: Period = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const definition = reportDefinitions[chosen];
  const narrow = useNarrow();
  return (
    <Tabs
      value={chosen}
      onChange={(name) => table.showFiltered("report", name ?? "")}
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
            <PeriodFilter filters={table.filters} onFilter={table.showFiltered} />
            <DownloadButton download={() => download(chosen, period)} />
          </Group>
          <Report key={chosen} name={chosen} definition={definition} period={period} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

async function download(report: ReportName, query: Period): Promise<void> {
  const file = await callForFile(consoleReportCsv, { params: { report }, query });
  const { from, to } = reportPeriod(query, indiaDayOf(new Date()));
  saveFile(file, `${report}-${from}-${to}.csv`);
}

interface ReportProps {
  name: ReportName;
  definition: ReportDefinition;
  period: Period;
}

function Report({ name, definition, period }: ReportProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["console-report", name, period],
    queryFn: async () => (await call(consoleReport, { params: { report: name }, query: period })).data,
    placeholderData: keepPreviousData,
  });
  const narrow = useNarrow();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton rows={4} />;
  const { title, about, columns, chart } = definition;
  const unit = columns[chart]!;
  const names = data.rows.map((row) => cellText(row[0] ?? null, columns[0]!));
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
      {names.length > 0 && narrow && (
        <TableSurface isStale={isPlaceholderData}>
          <TableCards
            label={title}
            table={{ serialOf: (index) => index + 1 }}
            columns={cardColumns(columns)}
            rows={linesOf(inOrder(data.rows, columns), data.totals)}
            total={data.rows.length}
            rowKey={({ key }) => key}
          />
        </TableSurface>
      )}
      {names.length > 0 && !narrow && (
        <TableSurface
          isWide
          isStale={isPlaceholderData}
          // A wide table scrolls sideways. It can be focused, so that this also works by keyboard.
          role="region"
          aria-label={title}
          tabIndex={0}
        >
          <RuledTable label={title}>
            <Grid.Thead>
              <Grid.Tr>
                {columns.map((column) => (
                  <Grid.Th
                    key={heading(column)}
                    scope="col"
                    data-align={isFigure(column) ? "end" : undefined}
                  >
                    {heading(column)}
                  </Grid.Th>
                ))}
              </Grid.Tr>
            </Grid.Thead>
            <Grid.Tbody>
              {inOrder(data.rows, columns).map((row) => (
                <Grid.Tr key={rowKey(row)}>
                  {columns.map((column, at) => (
                    <Grid.Td key={heading(column)} data-align={isFigure(column) ? "end" : undefined}>
                      {cellText(row[at] ?? null, column)}
                    </Grid.Td>
                  ))}
                </Grid.Tr>
              ))}
            </Grid.Tbody>
            {data.totals && (
              <Grid.Tfoot>
                <Grid.Tr>
                  {columns.map((column, at) => (
                    <Grid.Td key={heading(column)} data-align={isFigure(column) ? "end" : undefined}>
                      <strong>{at === 0 ? "In all" : totalText(data.totals?.[at] ?? null, column)}</strong>
                    </Grid.Td>
                  ))}
                </Grid.Tr>
              </Grid.Tfoot>
            )}
          </RuledTable>
        </TableSurface>
      )}
    </>
  );
}

/** A row of a report on a phone. The last one may be the total. */
interface ReportLine {
  key: string;
  cells: readonly ReportCell[];
  isTotal: boolean;
}

function linesOf(rows: readonly ReportCell[][], totals: readonly ReportCell[] | null): readonly ReportLine[] {
  const lines = rows.map((cells) => ({ key: rowKey(cells), cells, isTotal: false }));
  return totals ? [...lines, { key: "In all", cells: totals, isTotal: true }] : lines;
}

function cardColumns(columns: readonly ReportColumn[]): readonly Column<ReportLine>[] {
  return columns.map((column, at) => ({
    title: heading(column),
    cell: ({ cells, isTotal }) => {
      if (!isTotal) return cellText(cells[at] ?? null, column);
      return at === 0 ? "In all" : totalText(cells[at] ?? null, column);
    },
    ...(at === 0 ? { inCard: "heading" } : {}),
  }));
}

/** The first cell names the row. The second one is added, because two members may have the same name. */
function rowKey(row: readonly ReportCell[]): string {
  return `${row[0]} ${row[1]}`;
}

/** The rows come in the order of the chart, oldest first. The table shows the newest day first. */
function inOrder(rows: readonly ReportCell[][], columns: readonly ReportColumn[]): readonly ReportCell[][] {
  return columns[0]?.unit === "day" ? rows.toReversed() : rows;
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
