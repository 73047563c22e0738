// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useWorkQueue } from "./use-work-queue.ts";

interface Item {
  id: number;
}

beforeEach(() => void vi.useFakeTimers());

/** A queue of the items 1, 2 and 3 whose commits end when the test says so. */
function queue() {
  const server = { items: [{ id: 1 }, { id: 2 }, { id: 3 }], committed: [] as number[] };
  let finish: (error?: Error) => void = () => undefined;
  let rerender: () => void = () => undefined;
  const view = renderHook(() =>
    useWorkQueue<Item, { item: Item; others?: readonly Item[] }>({
      loaded: server.items,
      commit: ({ item, others = [] }) =>
        new Promise<void>((resolve, reject) => {
          server.committed.push(item.id, ...others.map(({ id }) => id));
          finish = (error) => (error ? reject(error) : resolve());
        }),
      reload: async () => rerender(),
    }),
  );
  const { result } = view;
  rerender = view.rerender;
  return {
    server,
    shown: () => result.current.items.map(({ id }) => id),
    current: () => result.current.current?.id,
    choose: (id: number) => act(() => result.current.choose(id)),
    move: (step: 1 | -1) => act(() => result.current.move(step)),
    decide: (id: number, ...others: number[]) =>
      act(() => result.current.decide({ item: { id }, others: others.map((other) => ({ id: other })) })),
    undo: () => act(() => result.current.undo()),
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    finish: (error?: Error) => act(async () => finish(error)),
  };
}

test("the first item is chosen, and moving stops at both ends", () => {
  const { current, move } = queue();
  expect(current()).toBe(1);
  move(1);
  move(1);
  expect(current()).toBe(3);
  move(-1);
  expect(current()).toBe(2);
});

test("a decided item leaves the list at once and the next one is chosen", () => {
  const { shown, current, choose, decide, server } = queue();
  choose(2);
  decide(2);
  expect(shown()).toEqual([1, 3]);
  expect(current()).toBe(3);
  expect(server.committed).toEqual([]);
});

test("after the last item the one before it is chosen", () => {
  const { current, choose, decide } = queue();
  choose(3);
  decide(3);
  expect(current()).toBe(2);
});

test("an undone decision brings its item back, and the cursor is on it", () => {
  const { shown, current, choose, decide, undo } = queue();
  choose(2);
  decide(2);
  undo();
  expect(shown()).toEqual([1, 2, 3]);
  expect(current()).toBe(2);
});

test("several are decided together, can be undone together, and are committed together", async () => {
  const { server, shown, current, decide, undo, wait } = queue();
  decide(1, 2);
  expect(shown()).toEqual([3]);
  expect(current()).toBe(3);
  undo();
  expect(shown()).toEqual([1, 2, 3]);
  expect(current()).toBe(1);
  decide(1, 2);
  await wait(5000);
  expect(server.committed).toEqual([1, 2]);
  expect(shown()).toEqual([3]);
});

test("an item stays away while its decision is being sent, and is gone with the server's next answer", async () => {
  const { server, shown, decide, wait, finish } = queue();
  decide(1);
  await wait(5000);
  expect(server.committed).toEqual([1]);
  expect(shown()).toEqual([2, 3]);
  server.items = [{ id: 2 }, { id: 3 }];
  await finish();
  expect(shown()).toEqual([2, 3]);
});

test("a refused decision brings its item back", async () => {
  const { shown, decide, wait, finish } = queue();
  decide(1);
  await wait(5000);
  await finish(new Error("refused"));
  expect(shown()).toEqual([1, 2, 3]);
});
