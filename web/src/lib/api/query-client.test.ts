import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("what was read before a change is read again after it, also when its first response is still on its way", async () => {
  const queries = createQueryClient();
  let balance = "before";
  const arrivals: (() => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ["balance"],
    queryFn: () => {
      const read = balance;
      return new Promise<string>((resolve) => arrivals.push(() => resolve(read)));
    },
  });
  const stopObserving = observer.subscribe(() => {});
  await expect.poll(() => arrivals.length).toBe(1);

  balance = "after";
  const refreshed = queries.invalidateQueries({ queryKey: ["balance"] });
  arrivals[0]?.();
  await expect.poll(() => arrivals.length).toBe(2);
  arrivals[1]?.();
  await refreshed;

  expect(observer.getCurrentResult().data).toBe("after");
  stopObserving();
});
