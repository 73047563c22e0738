import {
  bookDefinitions,
  bookHeading,
  bookNames,
  consoleBook,
  consoleBookCsv,
  consoleBooksZip,
  type BookCell,
  type BookColumn,
  type BookName,
} from "@fc/contract/books/console";
import { indiaDayOf } from "@fc/contract/period";
import { Anchor, Button, Group, Stack, Tabs, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { DownloadIcon, ReportIcon } from "../../../ui/icons/screen-icons.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { CursorTable } from "../../../ui/table/cursor-table.tsx";
import { useCursorTable } from "../../../ui/table/use-cursor-table.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { useNarrow } from "../../../ui/table/use-narrow.ts";

/** The books of a month: each on the screen and as a file, and all of them as one archive. */
export default function BooksPage() {
  const table = useCursorTable(["book", "month", "search"]);
  const [today] = useState(() => indiaDayOf(new Date()));
  const book = bookNames.find((name) => name === table.filters["book"]) ?? bookNames[0];
  const month = table.filters["month"] ?? today.slice(0, 7);
  const narrow = useNarrow();
  return (
    <Stack>
      <Group className="table-toolbar" gap="sm" align="flex-end" justify="space-between">
        <TextInput
          type="month"
          label="Month"
          value={month}
          max={today.slice(0, 7)}
          onChange={({ currentTarget: { value } }) => {
            if (/^20\d\d-\d\d$/.test(value)) table.showFiltered("month", value);
          }}
        />
        <ZipButton month={month} />
      </Group>
      <Tabs
        value={book}
        onChange={(name) => table.showFiltered("book", name ?? "")}
        keepMounted={false}
        variant={narrow ? "pills" : "default"}
      >
        <Tabs.List aria-label="Books">
          {bookNames.map((name) => (
            <Tabs.Tab key={name} value={name} mih="var(--fc-tap)">
              {bookDefinitions[name].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={book} pt="lg">
          <Book key={`${book} ${month}`} name={book} month={month} table={table} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function ZipButton({ month }: { month: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    toast.clear();
    try {
      await download(consoleBooksZip, { query: { month } });
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button leftSection={<DownloadIcon />} aria-disabled={busy} onClick={() => void save()}>
      {busy ? "Loading" : "The whole month (ZIP)"}
    </Button>
  );
}

interface BookProps {
  name: BookName;
  month: string;
  table: ReturnType<typeof useCursorTable>;
}

function Book({ name, month, table }: BookProps) {
  const { about, ofMember } = bookDefinitions[name];
  const columns: readonly BookColumn[] = bookDefinitions[name].columns;
  const search = ofMember ? (table.filters["search"] ?? "") : "";
  const filter = { month, ...(search === "" ? {} : { search }) };
  const { cursor, size } = table;
  const query = { ...filter, size, ...(cursor === undefined ? {} : { cursor }) };
  const result = useQuery({
    queryKey: ["console-book", name, query],
    queryFn: async () => {
      const { data, ...rest } = await call(consoleBook, { params: { book: name }, query });
      return { rows: data, ...rest };
    },
    placeholderData: keepPreviousData,
  });
  const totals = result.data?.totals ?? [];
  return (
    <Stack>
      <Text c="dimmed">{about}</Text>
      <CursorTable
        label={bookDefinitions[name].title}
        table={table}
        columns={columns.map((column, at) => ({
          ...columnOf(column, at, totals[at] ?? null),
          folds: folding[name]?.[bookHeading(column)] ?? false,
        }))}
        rowKey={(row) => row.join(" ")}
        result={result}
        empty={<EmptyState icon={ReportIcon}>Nothing counts in this month.</EmptyState>}
        {...(ofMember && { searchLabel: "User ID" })}
        download={() => download(consoleBookCsv, { params: { book: name }, query: filter })}
      />
    </Stack>
  );
}

function columnOf(column: BookColumn, at: number, total: BookCell): Column<readonly BookCell[]> {
  return {
    title: bookHeading(column),
    cell: (row) => <BookCellText text={cellText(row[at] ?? null, column)} column={column} />,
    ...(isFigure(column) ? { align: "end" as const } : {}),
    ...(at === 0 ? { inCard: "heading" as const } : {}),
    ...(total !== null && isFigure(column) && { total: <Whole>{cellText(total, column)}</Whole> }),
  };
}

/** What is below the reference, the account, the user ID or the amount that it belongs to, where not all columns fit. */
const folding: Partial<Record<BookName, Readonly<Record<string, true | "early">>>> = {
  journal: {
    "Debited member": "early",
    "Credited member": "early",
    "Dollars ($)": "early",
    "Rupees (₹)": "early",
  },
  "trial-balance": { "Debited (FC)": true, "Closing (FC)": true, "Debited ($)": true, "Closing ($)": true },
  payouts: {
    Accepted: "early",
    Member: "early",
    "Tax (FC)": "early",
    "Deduction (FC)": "early",
    "Paid (₹)": "early",
    "Transaction ID": true,
  },
  stakes: { Began: true, Member: true },
  members: { Member: true, "Debited (FC)": true },
  pool: { "Rewards paid (FC)": true },
};

/** What names a record leads to it. Names of several words, and day and time, may take two lines. */
function BookCellText({ text, column: { title, unit } }: { text: string; column: BookColumn }) {
  const page = text === "" ? undefined : pageOf(title, text);
  if (page === undefined && unit === "time") {
    const [day = "", time = ""] = text.split(" ");
    return (
      <>
        <Whole>{day}</Whole> <Whole>{time}</Whole>
      </>
    );
  }
  if (title === "Transaction ID") return <span title={text}>{shortened(text)}</span>;
  if (page === undefined) return /^[\d-]/.test(text) ? <Whole>{text}</Whole> : text;
  return (
    <Anchor component={Link} to={page} className="unit-id" inherit>
      <Whole>{text}</Whole>
    </Anchor>
  );
}

function pageOf(title: string, text: string): string | undefined {
  switch (title) {
    case "Entry":
      return `/ledger/${text.split("-")[0]}`;
    case "Reference":
      return `/receipts/${text}`;
    case "User ID":
    case "Debited member":
    case "Credited member":
      return `/members/${text}`;
    default:
      return undefined;
  }
}

/** The file and the receipt have all of it. */
function shortened(id: string): string {
  return id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id;
}

function isFigure({ unit }: BookColumn): boolean {
  return unit === "FC" || unit === "USD" || unit === "INR";
}

/** As the file has it; figures are grouped for the eye, with their sign where they stand below others. */
function cellText(cell: BookCell, column: BookColumn): string {
  if (cell === null) return "";
  if (!isFigure(column)) return cell;
  const [whole = "0", fraction = ""] = cell.split(".");
  const minus = whole.startsWith("-") ? "−" : "";
  const sign = column.unit === "USD" ? "$" : column.unit === "INR" ? "₹" : "";
  return `${minus}${sign}${BigInt(whole.replace("-", "")).toLocaleString("en-IN")}.${fraction}`;
}
