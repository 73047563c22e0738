import { expect, test } from "vitest";
import { Batcher } from "./batcher.ts";

/** A batcher that doubles numbers. Each batch waits until `finishBatch` is called. */
function slowDoubling(options: ConstructorParameters<typeof Batcher<number, number>>[1]) {
  const batches: (readonly number[])[] = [];
  const waiting: (() => void)[] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    batches.push(items);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (items.includes(13)) throw new Error("13 fails its batch");
    return items.map((item) => (item < 0 ? { refused: new Error("negative") } : { result: item * 2 }));
  }, options);
  const finishBatch = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()!();
  };
  return { batcher, batches, finishBatch };
}

test("items that arrive together share a batch, and those that arrive meanwhile the next one", async () => {
  const { batcher, batches, finishBatch } = slowDoubling({
    name: "numbers",
    maxBatch: 10,
    concurrency: 1,
    maxWaiting: 10,
  });
  const submitted = [1, 2].map((item) => batcher.submit(item));
  await expect.poll(() => batches).toEqual([[1, 2]]);
  submitted.push(...[3, 4].map((item) => batcher.submit(item)));
  await finishBatch();
  await finishBatch();
  expect(await Promise.all(submitted)).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("a batch has at most maxBatch items, and never two with the same key", async () => {
  const { batcher, batches, finishBatch } = slowDoubling({
    name: "numbers",
    maxBatch: 2,
    concurrency: 1,
    maxWaiting: 10,
    keyOf: (item) => item % 10,
  });
  const all = Promise.all([1, 2, 12, 3, 4].map((item) => batcher.submit(item)));
  for (let batch = 0; batch < 3; batch++) await finishBatch();
  expect(await all).toEqual([2, 4, 24, 6, 8]);
  expect(batches).toEqual([[1, 2], [12, 3], [4]]);
});

test("neither a refused item nor one that fails its whole batch fails the others", async () => {
  const { batcher, finishBatch } = slowDoubling({
    name: "numbers",
    maxBatch: 10,
    concurrency: 1,
    maxWaiting: 10,
    retryAlone: () => true,
  });
  const all = Promise.allSettled([1, -2, 13, 4].map((item) => batcher.submit(item)));
  // Together, and then each one alone.
  for (let batch = 0; batch < 5; batch++) await finishBatch();
  expect((await all).map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual(
    [2, "Error: negative", "Error: 13 fails its batch", 8],
  );
});

test("one more than may wait is refused, until an outcome makes room", async () => {
  const { batcher, finishBatch } = slowDoubling({
    name: "numbers",
    maxBatch: 1,
    concurrency: 1,
    maxWaiting: 2,
  });
  const [first, second] = [1, 2].map((item) => batcher.submit(item));
  await expect(batcher.submit(3)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await finishBatch();
  expect(await first).toBe(2);
  const third = batcher.submit(3);
  await expect(batcher.submit(4)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await finishBatch();
  await finishBatch();
  expect(await Promise.all([second, third])).toEqual([4, 6]);
});

test("a batch whose error no single item can have caused is not retried", async () => {
  const { batcher, batches, finishBatch } = slowDoubling({
    name: "numbers",
    maxBatch: 10,
    concurrency: 1,
    maxWaiting: 10,
    retryAlone: () => false,
  });
  const all = Promise.allSettled([1, 13, 4].map((item) => batcher.submit(item)));
  await finishBatch();
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(batches).toHaveLength(1);
});

test("a single item that must wait gives its place to others, and is tried once more beside them", async () => {
  const tries: [items: readonly number[], isRetry: boolean][] = [];
  const { promise: othersAreDone, resolve: tellDone } = Promise.withResolvers<void>();
  const batcher = new Batcher<number, number>(
    async (items, isRetry) => {
      tries.push([items, isRetry]);
      if (!isRetry && items.includes(13)) throw new Error("locked");
      // Waits until the others are done.
      if (isRetry) await othersAreDone;
      return items.map((item) => ({ result: item * 2 }));
    },
    { name: "numbers", maxBatch: 10, concurrency: 1, maxWaiting: 10, retryAlone: (_, count) => count === 1 },
  );
  const waiting = batcher.submit(13);
  await expect.poll(() => tries.length).toBeGreaterThan(0);
  const others = Promise.all([1, 2].map((item) => batcher.submit(item)));
  expect(await others).toEqual([2, 4]);
  tellDone();
  expect(await waiting).toBe(26);
  expect(tries).toEqual([
    [[13], false],
    [[13], true],
    [[1, 2], false],
  ]);
});

test("a batch that only waits from here on lets the next one begin", async () => {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const began: (readonly number[])[] = [];
  const batcher = new Batcher<number, number>(
    async (items, _isRetry, startNext) => {
      began.push(items);
      startNext();
      await committed;
      return items.map((item) => ({ result: item * 2 }));
    },
    { name: "numbers", maxBatch: 10, concurrency: 1, maxWaiting: 10 },
  );
  const first = batcher.submit(1);
  await expect.poll(() => began).toEqual([[1]]);
  const others = Promise.all([2, 3].map((item) => batcher.submit(item)));
  await expect.poll(() => began).toEqual([[1], [2, 3]]);
  commit();
  expect([await first, ...(await others)]).toEqual([2, 4, 6]);
});
