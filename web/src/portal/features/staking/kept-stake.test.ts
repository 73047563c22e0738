import { afterEach, expect, test, vi } from "vitest";
import { session } from "../../../lib/session/session.ts";
import { localStore } from "../../../lib/storage.ts";
import { keptStakes } from "./kept-stake.ts";

afterEach(() => {
  vi.useRealTimers();
  keptStakes.drop(7);
});

const stake = { step: "pay", form: { choice: "others", custom: "105" } } as const;

test("a stake is found again by its member, and by nobody else, for a day", () => {
  vi.useFakeTimers();
  keptStakes.keep(7, stake);
  expect(keptStakes.find(7)).toMatchObject(stake);
  expect(keptStakes.find(8)).toBeUndefined();
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(keptStakes.find(7)).toBeUndefined();
});

test("what is no stake is not taken for one", () => {
  for (const text of ["{", "null", '{"step":"paid","form":{"choice":"15","custom":""},"keptAt":1}']) {
    localStore.write("fcStake/7", text);
    expect(keptStakes.find(7)).toBeUndefined();
  }
});

test("nothing of it is left after the sign-out", () => {
  session.start("token");
  keptStakes.keep(7, stake);
  session.end("signed-out");
  expect(keptStakes.find(7)).toBeUndefined();
});
