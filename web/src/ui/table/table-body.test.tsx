// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import type { Column } from "./column.ts";
import { TableRows, useOpened } from "./table-body.tsx";
import { TableCards } from "./table-cards.tsx";

interface Payment {
  id: number;
  name: string;
  amount: number;
}

const columns: readonly Column<Payment, "name" | "amount">[] = [
  { title: "No.", cell: (_, serial) => serial, inCard: "none" },
  { title: "Name", cell: ({ name }) => name, sort: "name", inCard: "heading" },
  { title: "Amount", cell: ({ amount }) => amount, sort: "amount", align: "end" },
];
const rows = [
  { id: 7, name: "Asha", amount: 15 },
  { id: 8, name: "Ravi", amount: 30 },
];

const ignored = () => undefined;
const detailsOf = ({ name }: Payment) => <p>Details of {name}</p>;

interface TableProps {
  order?: "asc" | "desc";
  onSorted?: (sort: string, order: string) => void;
  as?: typeof TableRows;
}

function Payments({ order = "asc", onSorted = ignored, as: Rows = TableRows }: TableProps) {
  const opened = useOpened();
  return (
    <Rows
      label="Payments"
      table={{ sort: "name", order, showSorted: onSorted, serialOf: (index) => 26 + index }}
      columns={columns}
      rows={rows}
      total={2}
      rowKey={({ id }) => id}
      details={{ of: detailsOf, opened }}
    />
  );
}

test("the sorted column says so, and pressing a header sorts or turns the order round", () => {
  const sorted: string[] = [];
  const { unmount } = renderUi(<Payments onSorted={(sort, order) => sorted.push(`${sort} ${order}`)} />);
  const header = (name: string) => screen.getByRole("columnheader", { name });
  expect(header("Name").getAttribute("aria-sort")).toBe("ascending");
  expect(header("Amount").hasAttribute("aria-sort")).toBe(false);
  fireEvent.click(within(header("Name")).getByRole("button"));
  fireEvent.click(within(header("Amount")).getByRole("button"));
  unmount();
  renderUi(<Payments order="desc" onSorted={(sort, order) => sorted.push(`${sort} ${order}`)} />);
  expect(header("Name").getAttribute("aria-sort")).toBe("descending");
  fireEvent.click(within(header("Name")).getByRole("button"));
  expect(sorted).toEqual(["name desc", "amount asc", "name asc"]);
});

test("rows are numbered by their place in the whole table", () => {
  renderUi(<Payments />);
  expect(screen.getAllByRole("row").map((row) => row.firstChild?.textContent)).toEqual(["No.", "26", "27"]);
});

test("details open and close, each row for itself", () => {
  renderUi(<Payments />);
  const [first, second] = screen.getAllByRole("button", { name: "Details" });
  fireEvent.click(second!);
  expect(screen.queryByText("Details of Asha")).toBeNull();
  const details = screen.getByText("Details of Ravi");
  expect(details.closest("tr")?.id).toBe(second!.getAttribute("aria-controls"));
  fireEvent.click(first!);
  fireEvent.click(second!);
  expect(screen.getByText("Details of Asha")).toBeTruthy();
  expect(screen.queryByText("Details of Ravi")).toBeNull();
});

test("where not all columns fit, one that folds shares the place of the column before it", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 80em)",
    addEventListener: ignored,
    removeEventListener: ignored,
  }));
  const folded = columns.map((column) => ({ ...column, folds: column.title === "Amount" }));
  renderUi(
    <TableRows
      label="Payments"
      table={{ serialOf: (index) => index + 1 }}
      columns={folded}
      rows={rows}
      total={2}
      rowKey={({ id }) => id}
    />,
  );
  const cells = screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["No.", "NameAmount"],
    ["1", "Asha15"],
    ["2", "Ravi30"],
  ]);
});

test("a phone's cards have a heading and a line for each other column", () => {
  renderUi(<Payments as={TableCards} />);
  const [card] = screen.getAllByRole("listitem");
  expect(card!.querySelector("strong")?.textContent).toBe("Asha");
  expect([...card!.querySelectorAll("dt")].map((title) => title.textContent)).toEqual(["Amount"]);
});
