import { Paper, Table } from "@mantine/core";
import "@mantine/core/styles/Table.layer.css";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import "./table.css";

interface TableSurfaceProps extends ComponentPropsWithoutRef<"div"> {
  /** The page before is still shown: it stays readable until the next one is there. */
  isStale?: boolean;
  /** A table of figures alone: a wide one scrolls by itself, and what a row is about stays in sight. */
  isWide?: boolean;
}

/** The frame of a table or of its cards. */
export function TableSurface({ isStale = false, isWide = false, ...rest }: TableSurfaceProps) {
  return (
    <Paper
      {...rest}
      className="table-surface"
      mod={{ wide: isWide }}
      radius="lg"
      // Words for screen readers in a column out of sight would widen the page.
      pos="relative"
      bg="var(--fc-surface)"
      bd="1px solid var(--fc-line)"
      {...(isStale && { opacity: 0.6, "aria-busy": true })}
    />
  );
}

interface RuledTableProps {
  /** Names the table for screen readers. */
  label: string;
  /** Close lines, for a few figures inside a card. */
  isDense?: boolean;
  /** Outlines of rows: nothing to read or to press yet. */
  isOutline?: boolean;
  children: ReactNode;
}

export function RuledTable({ label, isDense = false, isOutline = false, children }: RuledTableProps) {
  return (
    <Table
      className="table"
      mod={{ dense: isDense }}
      {...(isOutline ? { "aria-hidden": true, inert: true } : { "aria-label": label })}
      fz="md"
      lh="inherit"
      // Fifteen rows fit a laptop.
      verticalSpacing={isDense ? "0.25rem" : "0.4375rem"}
      horizontalSpacing="sm"
      borderColor="var(--fc-line)"
      highlightOnHover={!isDense}
      highlightOnHoverColor="var(--mantine-color-default-hover)"
    >
      {children}
    </Table>
  );
}
