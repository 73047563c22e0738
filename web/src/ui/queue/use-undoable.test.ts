// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { elapse } from "../../testing/page.ts";
import { useUndoable } from "./use-undoable.ts";

beforeEach(() => void vi.useFakeTimers());

function undoable() {
  const committed: string[] = [];
  const { result, unmount } = renderHook(() =>
    useUndoable<string>((decision) => void committed.push(decision)),
  );
  return {
    committed,
    unmount,
    pending: () => result.current.pending,
    decide: (decision: string) => act(() => result.current.decide(decision)),
    undo: () => act(() => result.current.undo()),
    wait: elapse,
  };
}

test("a decision is committed after five seconds, once", () => {
  const { committed, pending, decide, wait } = undoable();
  decide("first");
  wait(4999);
  expect(committed).toEqual([]);
  expect(pending()).toBe("first");
  wait(1);
  expect(committed).toEqual(["first"]);
  expect(pending()).toBeUndefined();
  wait(60_000);
  expect(committed).toEqual(["first"]);
});

test("a decision that was undone is never committed", () => {
  const { committed, pending, decide, undo, wait, unmount } = undoable();
  decide("first");
  undo();
  expect(pending()).toBeUndefined();
  wait(60_000);
  unmount();
  expect(committed).toEqual([]);
});

test("the next decision commits the one before at once, and can itself be undone", () => {
  const { committed, decide, undo, wait } = undoable();
  decide("first");
  wait(4000);
  decide("second");
  expect(committed).toEqual(["first"]);
  wait(4000);
  undo();
  wait(60_000);
  expect(committed).toEqual(["first"]);
});

test("leaving the page commits what is pending", () => {
  const { committed, decide, unmount } = undoable();
  decide("first");
  unmount();
  expect(committed).toEqual(["first"]);
});

test("closing the tab is warned against only while a decision is pending", () => {
  const { decide, undo } = undoable();
  const isWarned = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isWarned()).toBe(false);
  decide("first");
  expect(isWarned()).toBe(true);
  undo();
  expect(isWarned()).toBe(false);
});
