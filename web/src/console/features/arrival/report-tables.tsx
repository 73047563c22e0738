import type { ArrivalReport } from "@fc/contract/arrival/console";
import { totalKinds } from "@fc/contract/arrival/console-totals";
import { exactText } from "../../../lib/format/exact-text.ts";
import { StateTag } from "../../../ui/content/state-tag.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { PlainTable } from "../../../ui/table/plain-table.tsx";
import { Whole } from "../../../ui/table/whole.tsx";

type Total = ArrivalReport["totals"][number];

/** 41,36,250 FC, $2,990, 20 */
function totalText({ total }: Total, value: string): string {
  const { unit } = totalKinds[total];
  const text = exactText(value);
  if (unit === "$") return `$${text}`;
  return unit === undefined ? text : `${text} ${unit}`;
}

const totalColumns: readonly Column<Total>[] = [
  {
    title: "Sum",
    cell: ({ total, userId }) => (
      <>
        {totalKinds[total].label}
        {userId !== null && <> of {userId}</>}
      </>
    ),
    value: ({ total, userId }) => [totalKinds[total].label, userId ?? ""].join(" ").trim(),
  },
  {
    title: "In the files",
    cell: (row) => <Whole>{totalText(row, row.ours)}</Whole>,
    value: ({ ours }) => ours,
    align: "end",
  },
  {
    title: "Stated by the other system",
    cell: (row) => (row.stated === null ? "–" : <Whole>{totalText(row, row.stated)}</Whole>),
    value: ({ stated }) => stated,
    align: "end",
  },
  {
    title: "Rounded away",
    cell: (row) => (row.cut === "0" ? "–" : <Whole>{totalText(row, row.cut)}</Whole>),
    value: ({ cut }) => cut,
    align: "end",
  },
  {
    title: "Difference",
    cell: ({ stated }) =>
      // The import goes on only where every total that is stated is the same.
      stated === null ? <StateTag>Not stated</StateTag> : <StateTag status="A">None</StateTag>,
    value: ({ stated }) => (stated === null ? "not stated" : "none"),
    inCard: "aside",
  },
];

/** What the files add up to beside what the other system says of itself. */
export function TotalsTable({ totals }: { totals: readonly Total[] }) {
  return (
    <PlainTable
      label="Sums"
      columns={totalColumns}
      rows={totals}
      rowKey={({ total, userId }) => `${total} ${userId ?? ""}`}
    />
  );
}

type Accepted = ArrivalReport["accepted"][number];

const acceptedColumns: readonly Column<Accepted>[] = [
  { title: "What", cell: ({ found }) => found, value: ({ found }) => found },
  {
    title: "Name",
    cell: ({ kind }) => <code>{kind}</code>,
    value: ({ kind }) => kind,
  },
  {
    title: "How often",
    cell: ({ count }) => count.toLocaleString("en-IN"),
    value: ({ count }) => count,
    align: "end",
  },
  { title: "In all", cell: ({ sum }) => sum ?? "–", value: ({ sum }) => sum, align: "end" },
];

export function AcceptedTable({ accepted }: { accepted: readonly Accepted[] }) {
  return (
    <PlainTable
      label="Warnings that were accepted"
      columns={acceptedColumns}
      rows={accepted}
      rowKey={({ kind }) => kind}
    />
  );
}

type File = ArrivalReport["files"][number];

const fileColumns: readonly Column<File>[] = [
  { title: "File", cell: ({ file }) => file },
  { title: "Lines", cell: ({ lines }) => lines.toLocaleString("en-IN"), align: "end" },
];

export function FilesTable({ files }: { files: readonly File[] }) {
  return <PlainTable label="Files" columns={fileColumns} rows={files} rowKey={({ file }) => file} dense />;
}
