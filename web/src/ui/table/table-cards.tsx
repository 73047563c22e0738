import { Box, Flex, Group } from "@mantine/core";
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
          <Box component="li" key={rowKey(row)} px={isDense ? 0 : "md"} py={isDense ? "xs" : "md"}>
            <Group
              className="table-card-top"
              mb="xs"
              gap="sm"
              align="flex-start"
              justify="space-between"
              wrap="nowrap"
            >
              <strong>{heading?.cell(row, serial)}</strong>
              {aside?.cell(row, serial)}
            </Group>
            <Flex component="dl" direction="column" m={0} gap={4}>
              {lines.map(({ title, cell }) => (
                // What does not fit beside its word has a line of its own.
                <Group key={title} gap="0 1rem" justify="space-between" align="baseline">
                  <Box component="dt" c="dimmed" fz="0.9375rem">
                    {t(title)}
                  </Box>
                  <dd>{cell(row, serial)}</dd>
                </Group>
              ))}
            </Flex>
            {(details || actions || link) && (
              <Group className="table-card-foot" gap="0 1rem" mt={4} mx={-4} mb={-8}>
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
        <Box component="li" px={isDense ? 0 : "md"} py={isDense ? "xs" : "md"}>
          <strong>{t("In all")}</strong>
          <Flex component="dl" direction="column" m={0} mt="xs" gap={4}>
            {columns.map(
              ({ title, total: sum }) =>
                sum !== undefined && (
                  <Group key={title} gap="0 1rem" justify="space-between" align="baseline">
                    <Box component="dt" c="dimmed" fz="0.9375rem">
                      {t(title)}
                    </Box>
                    <dd>{sum}</dd>
                  </Group>
                ),
            )}
          </Flex>
        </Box>
      )}
    </ul>
  );
}
