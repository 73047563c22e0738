import { Box, VisuallyHidden } from "@mantine/core";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { cellOf } from "./cell.tsx";
import type { Column } from "./column.ts";
import { hasTotals, OpenButton, type RowsProps } from "./table-body.tsx";
import "./table-cards.css";

/** The rows for phones, as two lines each. */
export function TableCards<Row, Sort extends string>(props: RowsProps<Row, Sort> & { isDense?: boolean }) {
  const { label, table, columns, rows, total, rowKey, isDense = false } = props;
  const cell = cellOf(rows);
  return (
    <ul className="plain-list table-cards" aria-label={label}>
      {rows.map((row, index) => (
        <Box component="li" key={rowKey(row)} px={isDense ? 0 : "sm"} py={6}>
          <Card {...props} row={row} cell={(column) => cell(column, row, table.serialOf(index, total))} />
        </Box>
      ))}
      {hasTotals(columns) && (
        <Box component="li" px={isDense ? 0 : "sm"} py={6}>
          <Totals columns={columns} />
        </Box>
      )}
    </ul>
  );
}

interface CardProps<Row, Sort extends string> extends Pick<
  RowsProps<Row, Sort>,
  "columns" | "rowKey" | "details" | "link"
> {
  row: Row;
  cell: (column: Column<Row, Sort>) => ReactNode;
}

function Card<Row, Sort extends string>({ columns, rowKey, details, link, row, cell }: CardProps<Row, Sort>) {
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
  const opened = details?.opened.of(rowKey(row));
  return (
    <>
      <div className="table-card">
        <div className="table-card-top">
          {number && (
            <span className="small dimmed">
              <VisuallyHidden component="span">{t(number.title)} </VisuallyHidden>
              {cell(number)}
            </span>
          )}
          <strong>{heading && cell(heading)}</strong>
        </div>
        <div className="table-card-end">{aside && cell(aside)}</div>
      </div>
      <div className="table-card">
        <div className="table-card-rest">
          <dl className="table-card-line">
            {lines.map((column) => (
              <div key={column.title}>
                <dt className={column.inCard === "plain" ? "visually-hidden" : undefined}>
                  {t(column.title)}
                </dt>
                <dd>{cell(column)}</dd>
              </div>
            ))}
          </dl>
          {link?.(row)}
          {opened && <OpenButton {...opened} />}
          {actions && cell(actions)}
        </div>
        {below && (
          <div className="table-card-below">
            <VisuallyHidden component="span">{t(below.title)} </VisuallyHidden>
            {cell(below)}
          </div>
        )}
      </div>
      {details && opened?.open && (
        <Box className="table-opened" pt="xs" id={opened.id}>
          {details.of(row)}
        </Box>
      )}
    </>
  );
}

function Totals<Row, Sort extends string>({ columns }: Pick<RowsProps<Row, Sort>, "columns">) {
  const t = useT();
  return (
    <>
      <strong>{t("In all")}</strong>
      <dl className="table-card-line">
        {columns.map(
          ({ title, total }) =>
            total !== undefined && (
              <div key={title}>
                <dt>{t(title)}</dt>
                <dd>{total}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
