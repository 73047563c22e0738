import { Box, Group } from "@mantine/core";
import { useT } from "../../lib/i18n.ts";
import { hasTotals, OpenButton, type RowsProps } from "./table-body.tsx";
import "./table-cards.css";

/** The rows as cards, for phones. */
export function TableCards<Row, Sort extends string>({
  label,
  table,
  columns,
  rows,
  total,
  rowKey,
  details,
  link,
  isDense = false,
}: RowsProps<Row, Sort> & { isDense?: boolean }) {
  const t = useT();
  const heading = columns.find(({ inCard }) => inCard === "heading");
  const aside = columns.find(({ inCard }) => inCard === "aside");
  const actions = columns.find(({ inCard }) => inCard === "actions");
  const lines = columns.filter(({ inCard }) => inCard === undefined);
  return (
    <ul className="plain-list table-cards" aria-label={label}>
      {rows.map((row, index) => {
        const serial = table.serialOf(index, total);
        return (
          <Box component="li" key={rowKey(row)} px={isDense ? 0 : "md"} py="xs">
            <Group
              className="table-card-top"
              gap="sm"
              align="flex-start"
              justify="space-between"
              wrap="nowrap"
            >
              <strong>{heading?.cell(row, serial)}</strong>
              {/* One box: a tag with a line below it would otherwise be two columns beside the heading. */}
              {aside && <div>{aside.cell(row, serial)}</div>}
            </Group>
            <dl className="table-card-line">
              {lines.map(({ title, cell }) => (
                <div key={title}>
                  <dt>{t(title)}</dt>
                  <dd>{cell(row, serial)}</dd>
                </div>
              ))}
            </dl>
            {(details || actions || link) && (
              <Group className="table-card-foot" gap="0 1rem" mx={-4}>
                {link?.(row)}
                {details && <OpenButton {...details.opened.of(rowKey(row))} />}
                {actions?.cell(row, serial)}
              </Group>
            )}
            {details?.opened.has(rowKey(row)) && (
              <Box pt="xs" id={details.opened.of(rowKey(row)).id}>
                {details.of(row)}
              </Box>
            )}
          </Box>
        );
      })}
      {hasTotals(columns) && (
        <Box component="li" px={isDense ? 0 : "md"} py="xs">
          <strong>{t("In all")}</strong>
          <dl className="table-card-line">
            {columns.map(
              ({ title, total: sum }) =>
                sum !== undefined && (
                  <div key={title}>
                    <dt>{t(title)}</dt>
                    <dd>{sum}</dd>
                  </div>
                ),
            )}
          </dl>
        </Box>
      )}
    </ul>
  );
}
