// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderUi } from "../../../testing/render.tsx";
import { Alerts } from "./alerts.tsx";

const now = () => new Date().toISOString();

test("an alert says what is wrong, since when and what to do", () => {
  const since = "2026-11-15T06:30:00Z";
  const detail = "/data on node-2 has 4 % free.";
  renderUi(<Alerts alerts={{ checkedAt: now(), active: [{ condition: "disk-low", detail, since }] }} />);
  const text = screen.getByRole("list", { name: "Alerts" }).textContent;
  expect(text).toContain("A disk is nearly full/data on node-2 has 4 % free.");
  expect(text).toContain("Free space on it or make it larger");
  expect(text).toContain("Since 15 Nov 2026");
  expect(screen.queryByText(/last checked/)).toBeNull();
});

test.each([
  ["2026-11-15T06:30:00Z", "Alerts were last checked at 15 Nov 2026"],
  [null, "Alerts were never checked"],
])("a page whose alerts nobody checks says so: checked %s", (checkedAt, words) => {
  renderUi(<Alerts alerts={{ checkedAt, active: [] }} />);
  expect(screen.getByText(new RegExp(words)).textContent).toContain("No worker runs");
});

test("while all is well there is nothing to read", () => {
  const { container } = renderUi(<Alerts alerts={{ checkedAt: now(), active: [] }} />);
  expect(container.querySelector(".note")).toBeNull();
});
