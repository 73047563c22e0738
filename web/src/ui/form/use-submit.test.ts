// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSubmit } from "./use-submit.ts";

test("a double tap submits once, and the form is busy until it is done", async () => {
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { result } = renderHook(() =>
    useSubmit(async () => {
      count++;
      await promise;
    }),
  );
  act(() => {
    void result.current.submit();
    void result.current.submit();
  });
  expect(count).toBe(1);
  expect(result.current.busy).toBe(true);
  await act(async () => resolve());
  expect(result.current.busy).toBe(false);
});

test("a failure is kept until the next attempt, which may succeed", async () => {
  const failure = new Error("refused");
  const { result } = renderHook(() =>
    useSubmit(async (works: boolean) => {
      if (!works) throw failure;
    }),
  );
  await act(() => result.current.submit(false));
  expect(result.current).toMatchObject({ busy: false, problem: failure });
  await act(() => result.current.submit(true));
  expect(result.current.problem).toBeUndefined();
});
