import { expect, test } from "vitest";
import { Together } from "./batcher.ts";

/** Each go waits until it is let go, and doubles what it was given. */
function slowDoubling(options: ConstructorParameters<typeof Together<number, number>>[1]) {
  const groups: (readonly number[])[] = [];
  const held: (() => void)[] = [];
  const together = new Together<number, number>(async (inputs) => {
    groups.push(inputs);
    await new Promise<void>((resolve) => held.push(resolve));
    if (inputs.includes(13)) throw new Error("13 spoils it");
    return inputs.map((input) => (input < 0 ? { refused: new Error("negative") } : { result: input * 2 }));
  }, options);
  const letGo = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()!();
  };
  return { together, groups, letGo };
}

test("the first goes at once and alone; who comes meanwhile goes together with the next", async () => {
  const { together, groups, letGo } = slowDoubling({ most: 10, goes: 1 });
  const all = Promise.all([1, 2, 3, 4].map((input) => together.ask(input)));
  expect(groups).toEqual([[1]]);
  await letGo();
  await letGo();
  expect(await all).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([[1], [2, 3, 4]]);
});

test("no more than the most are in a go, and what is to be kept apart is", async () => {
  const { together, groups, letGo } = slowDoubling({ most: 2, goes: 1, apart: (input) => input % 10 });
  const all = Promise.all([1, 2, 12, 3, 4].map((input) => together.ask(input)));
  for (let go = 0; go < 3; go++) await letGo();
  expect(await all).toEqual([2, 4, 24, 6, 8]);
  expect(groups).toEqual([[1], [2, 3], [12, 4]]);
});

test("one that is refused does not spoil it for the others, nor does one that fails them all", async () => {
  const { together, letGo } = slowDoubling({ most: 10, goes: 1, thenAlone: () => true });
  const all = Promise.allSettled([1, -2, 13, 4].map((input) => together.ask(input)));
  for (let go = 0; go < 5; go++) await letGo();
  expect((await all).map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual(
    [2, "Error: negative", "Error: 13 spoils it", 8],
  );
});

test("what nobody of them can have spoilt is not tried again", async () => {
  const { together, groups, letGo } = slowDoubling({ most: 10, goes: 1, thenAlone: () => false });
  const all = Promise.allSettled([1, 13, 4].map((input) => together.ask(input)));
  await letGo();
  await letGo();
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(groups).toHaveLength(2);
});
