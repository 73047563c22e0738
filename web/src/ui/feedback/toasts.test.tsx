// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { elapse } from "../../testing/page.ts";
import { renderUi } from "../../testing/render.tsx";
import { toast, Toasts } from "./toasts.tsx";

beforeEach(() => void vi.useFakeTimers());

const success = () => screen.getByRole("status", { hidden: true }).textContent;
const failure = () => screen.getByRole("alert", { hidden: true }).textContent;

test("a success disappears after its time", () => {
  renderUi(<Toasts />);
  act(() => toast.success("Sent", 3000));
  elapse(2999);
  expect(success()).toContain("Sent");
  elapse(1);
  expect(success()).toBe("");
});

test("the time of an earlier success does not remove a later one", () => {
  renderUi(<Toasts />);
  act(() => toast.success("First", 3000));
  elapse(2000);
  act(() => toast.success("Second", 3000));
  elapse(2999);
  expect(success()).toContain("Second");
});

test("a failure stays until it is closed, and replaces a success", () => {
  renderUi(<Toasts />);
  act(() => toast.success("Sent"));
  act(() => void toast.failure(new Error("a detail for programmers")));
  elapse(600_000);
  expect(success()).toBe("");
  expect(failure()).toBe("Something went wrong. Please try again");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(failure()).toBe("");
});

test("Retry removes the failure before it tries again", () => {
  renderUi(<Toasts />);
  const shownAtRetry: (string | null)[] = [];
  act(() => void toast.failure(new Error("once"), () => shownAtRetry.push("tried")));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(shownAtRetry).toEqual(["tried"]);
  expect(failure()).toBe("");
});

test("a failure can be taken away by its caller, and a later one stays", () => {
  renderUi(<Toasts />);
  let dismiss: () => void = () => undefined;
  act(() => {
    dismiss = toast.failure(new Error("first"));
  });
  act(() => void toast.failure(new Error("second")));
  act(() => dismiss());
  expect(failure()).not.toBe("");
});
