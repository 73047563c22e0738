import { Box, VisuallyHidden } from "@mantine/core";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import { useT } from "../../lib/i18n.ts";
import { cellOf } from "./cell.tsx";
import type { Column } from "./column.ts";
import { hasTotals, OpenButton, type RowsProps } from "./table-body.tsx";
import "./table-cards.css";

/** The rows for phones, as two lines each. */
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
  const at = (place: Column<Row>["inCard"]) => columns.find(({ inCard }) => inCard === place);
  const [number, heading, aside, below, actions] = [
    at("number"),
    at("heading"),
    at("aside"),
    at("below"),
    at("actions"),
  ];
  const lines = columns.filter(({ inCard }) => inCard === undefined || inCard === "plain");
  const cell = cellOf(rows);
  return (
    <ul className="plain-list table-cards" aria-label={label}>
      {rows.map((row, index) => {
        const serial = table.serialOf(index, total);
        return (
          <Box component="li" key={rowKey(row)} px={isDense ? 0 : "sm"} py={6}>
            <div className="table-card">
              <div className="table-card-top">
                {number && (
                  <span className="small dimmed">
                    <VisuallyHidden component="span">{t(number.title)} </VisuallyHidden>
                    {cell(number, row, serial)}
                  </span>
                )}
                <strong>{heading && cell(heading, row, serial)}</strong>
              </div>
              <div className="table-card-end">{aside && cell(aside, row, serial)}</div>
            </div>
            <div className="table-card">
              <div className="table-card-rest">
                <dl className="table-card-line">
                  {lines.map((column) => (
                    <div key={column.title}>
                      <dt className={column.inCard === "plain" ? "visually-hidden" : undefined}>
                        {t(column.title)}
                      </dt>
                      <dd>{cell(column, row, serial)}</dd>
                    </div>
                  ))}
                </dl>
                {link?.(row)}
                {details && <OpenButton {...details.opened.of(rowKey(row))} />}
                {actions && cell(actions, row, serial)}
              </div>
              {below && (
                <div className="table-card-below">
                  <VisuallyHidden component="span">{t(below.title)} </VisuallyHidden>
                  {cell(below, row, serial)}
                </div>
              )}
            </div>
            {details?.opened.has(rowKey(row)) && (
              <Box className="table-opened" pt="xs" id={details.opened.of(rowKey(row)).id}>
                {details.of(row)}
              </Box>
            )}
          </Box>
        );
      })}
      {hasTotals(columns) && (
        <Box component="li" px={isDense ? 0 : "sm"} py={6}>
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
