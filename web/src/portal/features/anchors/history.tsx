import type { LinkedAnchor } from "@fc/contract/anchors/history";
import { anchorSorts } from "@fc/contract/anchors/portal";
import { useLingui } from "@lingui/react";
import { Code, Stack } from "@mantine/core";
import "@mantine/core/styles/Code.layer.css";
import { useQuery } from "@tanstack/react-query";
import { dayText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { useTable } from "../../../ui/table/use-table.ts";
import { anchorsQuery, downloadAnchors } from "./queries.ts";

const columns: readonly Column<LinkedAnchor, (typeof anchorSorts)[number]>[] = [
  { title: msg("Day"), cell: ({ day }) => <Day day={day} />, sort: "day", inCard: "heading" },
  { title: msg("What is kept"), cell: (anchor) => <Codes anchor={anchor} /> },
];

/** The newest day first. */
export function History() {
  const t = useT();
  const table = useTable({ sorts: anchorSorts, first: { sort: "day", order: "desc" } });
  return (
    <div>
      <DataTable
        label={t("The seals of all days")}
        table={table}
        columns={columns}
        rowKey={({ day }) => day}
        result={useQuery(anchorsQuery(table.query))}
        download={downloadAnchors}
        empty={
          <EmptyState icon={ReportIcon} hint={t("The first one appears within a day of the first entry.")}>
            {t("Nothing has been sealed yet.")}
          </EmptyState>
        }
      />
    </div>
  );
}

function Day({ day }: { day: string }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={day} style={{ whiteSpace: "nowrap" }}>
      {dayText(day, i18n.locale)}
    </time>
  );
}

function Codes({ anchor: { head, rootDay, root, link } }: { anchor: LinkedAnchor }) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <Stack gap={4} ta="start">
      <Value label={t("Head of the seal chain")} code={head} />
      {root !== null && rootDay !== null && (
        <Value
          label={t("Root of the liabilities of {day}", { day: dayText(rootDay, i18n.locale) })}
          code={root}
        />
      )}
      <Value label={t("Link to all days before")} code={link} />
    </Stack>
  );
}

function Value({ label, code }: { label: string; code: string }) {
  return (
    <div>
      <span className="small dimmed">{label}</span>
      <br />
      <Code translate="no" style={{ overflowWrap: "anywhere", userSelect: "all" }}>
        {code}
      </Code>
    </div>
  );
}
