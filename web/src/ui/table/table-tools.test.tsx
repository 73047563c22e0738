// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { elapse } from "../../testing/page.ts";
import { renderUi } from "../../testing/render.tsx";
import { PeriodFilter } from "./period-filter.tsx";
import { DownloadButton, Pager, TableSearch } from "./table-tools.tsx";

test("a search waits for a pause in the typing and is trimmed", () => {
  vi.useFakeTimers();
  const found: string[] = [];
  renderUi(<TableSearch label="Name" search="" onSearch={(text) => found.push(text)} />);
  const field = screen.getByLabelText("Name");
  fireEvent.change(field, { target: { value: "as" } });
  elapse(300);
  fireEvent.change(field, { target: { value: "asha " } });
  elapse(349);
  expect(found).toEqual([]);
  elapse(1);
  expect(found).toEqual(["asha"]);
});

test("Enter searches at once, and what is shown already is not searched again", () => {
  vi.useFakeTimers();
  const found: string[] = [];
  renderUi(<TableSearch label="Name" search="asha" onSearch={(text) => found.push(text)} />);
  const field = screen.getByLabelText("Name");
  fireEvent.change(field, { target: { value: "ravi" } });
  fireEvent.submit(screen.getByRole("search"));
  elapse(1000);
  expect(found).toEqual(["ravi"]);
  fireEvent.change(field, { target: { value: "asha" } });
  fireEvent.blur(field);
  expect(found).toEqual(["ravi"]);
});

function pager(page: number, total: number) {
  const shown: number[] = [];
  const table = { page, size: 25, showPage: (next: number) => void shown.push(next), showSize: vi.fn() };
  renderUi(<Pager table={table} total={total} />);
  return shown;
}

test("the pager turns pages, but not beyond the first and the last", async () => {
  const shown = pager(1, 60);
  expect(screen.getByText("Page 1 of 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Previous page" }));
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(shown).toEqual([2]);
});

test("the last page has no next one", () => {
  const shown = pager(3, 60);
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous page" }));
  expect(shown).toEqual([2]);
});

test("there is no pager where one page holds everything, nor behind the last page", () => {
  pager(1, 10);
  pager(4, 60);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a download that is running is not started again", async () => {
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const download = () => (count++, promise);
  renderUi(<DownloadButton download={download} />);
  fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  fireEvent.click(screen.getByRole("button", { name: "Loading" }));
  expect(count).toBe(1);
  await act(async () => resolve());
  fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(count).toBe(2);
});

test("a day filters only once its year is whole, and an emptied field filters no more", () => {
  const chosen: [string, string][] = [];
  renderUi(
    <PeriodFilter filters={{ to: "2026-11-30" }} onFilter={(name, day) => chosen.push([name, day])} />,
  );
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "0202-11-01" } });
  expect(chosen).toEqual([]);
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-11-01" } });
  expect(chosen).toEqual([["from", "2026-11-01"]]);
  const to = screen.getByLabelText("To");
  fireEvent.change(to, { target: { value: "" } });
  fireEvent.blur(to, { target: { value: "" } });
  expect(chosen.at(-1)).toEqual(["to", ""]);
});
