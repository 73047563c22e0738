// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { PeriodChoice } from "./period-choice.tsx";

/** On Sunday, 1 March 2026, in India; it is still Saturday in London. */
function choiceAt(filters: Record<string, string>) {
  vi.useFakeTimers({ now: new Date("2026-03-01T02:00:00+05:30") });
  const shown: Record<string, string>[] = [];
  const showAllFiltered = (values: Readonly<Record<string, string>>) => void shown.push(values);
  renderUi(<PeriodChoice table={{ filters, showFiltered: vi.fn(), showAllFiltered }} />);
  const choose = (value: string) => {
    fireEvent.change(screen.getByLabelText("Days"), { target: { value } });
    return shown.at(-1);
  };
  return { choose, shown };
}

test("a usual period is chosen at once, by India's days and with weeks from Monday", () => {
  const { choose } = choiceAt({});
  expect(choose("Today")).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  expect(choose("This week")).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(choose("This month")).toEqual({ from: "2026-03-01", to: "2026-03-01" });
  expect(choose("Last month")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(choose("")).toEqual({ from: "", to: "" });
});

test("days that were chosen by hand stay as they are, and their fields are shown", () => {
  const { shown } = choiceAt({ from: "2026-02-03" });
  expect(screen.getByLabelText("Days")).toHaveProperty("value", "From … to …");
  expect(screen.getByLabelText("From")).toHaveProperty("value", "2026-02-03");
  expect(shown).toEqual([]);
});

test("the fields for other days are shown to who asks for them, and change nothing yet", () => {
  const { choose } = choiceAt({});
  expect(screen.queryByLabelText("From")).toBeNull();
  expect(choose("From … to …")).toBeUndefined();
  expect(screen.getByLabelText("From")).toBeTruthy();
  choose("Today");
  expect(screen.queryByLabelText("From")).toBeNull();
});
