import { useT } from "../../lib/i18n.ts";
import { OpenButton, type RowsProps } from "./table-body.tsx";
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
}: RowsProps<Row, Sort>) {
  const t = useT();
  const heading = columns.find(({ inCard }) => inCard === "heading");
  const aside = columns.find(({ inCard }) => inCard === "aside");
  const actions = columns.find(({ inCard }) => inCard === "actions");
  const lines = columns.filter(({ inCard }) => inCard === undefined);
  return (
    <ul className="table-cards" aria-label={label}>
      {rows.map((row, index) => {
        const serial = table.serialOf(index, total);
        return (
          <li key={rowKey(row)}>
            <p className="table-card-top">
              <strong>{heading?.cell(row, serial)}</strong>
              {aside?.cell(row, serial)}
            </p>
            <dl>
              {lines.map(({ title, cell }) => (
                <div key={title}>
                  <dt>{t(title)}</dt>
                  <dd>{cell(row, serial)}</dd>
                </div>
              ))}
            </dl>
            {(details || actions || link) && (
              <p className="table-card-foot">
                {link?.(row)}
                {details && <OpenButton {...details.opened.of(rowKey(row))} />}
                {actions?.cell(row, serial)}
              </p>
            )}
            {details?.opened.has(rowKey(row)) && (
              <div className="table-card-details" id={details.opened.of(rowKey(row)).id}>
                {details.of(row)}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
