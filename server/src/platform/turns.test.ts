import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Turns whose work ends when `finish` is called, oldest first. */
function slowTurns(options: { concurrency: number; maxWaiting: number }) {
  const turns = new Turns({ lanes: ["known", "stranger"], ...options });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (lane: "known" | "stranger", name: string, gone?: AbortSignal) =>
    turns.run({ lane, ...(gone && { gone }) }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const finish = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await expect.poll(() => ends.length).toBeGreaterThan(0);
      ends.shift()!();
    }
  };
  return { run, started, finish };
}

test("only some work runs at once, and the lanes have their turns one after the other", async () => {
  const { run, started, finish } = slowTurns({ concurrency: 2, maxWaiting: 10 });
  const strangers = ["s1", "s2", "s3", "s4", "s5"].map((name) => run("stranger", name));
  const known = ["k1", "k2"].map((name) => run("known", name));
  expect(started).toEqual(["s1", "s2"]);
  await finish(7);
  expect(await Promise.all([...strangers, ...known])).toEqual(["s1", "s2", "s3", "s4", "s5", "k1", "k2"]);
  expect(started).toEqual(["s1", "s2", "k1", "s3", "k2", "s4", "s5"]);
});

test("a full lane refuses until one of it has gone, and the other lane does not", async () => {
  const { run, started, finish } = slowTurns({ concurrency: 1, maxWaiting: 1 });
  const leaving = new AbortController();
  const first = run("stranger", "s1");
  const left = run("stranger", "s2", leaving.signal);
  await expect(run("stranger", "s3")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const known = run("known", "k1");
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const next = run("stranger", "s4");
  await finish(3);
  await Promise.all([first, known, next]);
  expect(started).toEqual(["s1", "k1", "s4"]);
});

test("work that fails gives its turn to the next", async () => {
  const turns = new Turns({ lanes: ["all"], concurrency: 1, maxWaiting: 1 });
  const failed = turns.run({ lane: "all" }, () => Promise.reject(new Error("no")));
  const next = turns.run({ lane: "all" }, async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("a crowd rests between two of them, and somebody who comes alone does not", async () => {
  const rests: (() => void)[] = [];
  const rest = () => new Promise<void>((resolve) => void rests.push(resolve));
  const turns = new Turns({ lanes: ["all"], concurrency: 1, maxWaiting: 2, rest });
  const done: string[] = [];
  const run = (name: string) => turns.run({ lane: "all" }, async () => void done.push(name));
  await run("alone");
  await run("alone again");
  expect(rests).toEqual([]);

  const crowd = ["first", "second"].map(run);
  await expect.poll(() => rests.length).toBe(1);
  expect(done).toEqual(["alone", "alone again", "first"]);
  // Nobody overtakes those who wait.
  const late = run("late");
  rests.shift()!();
  await expect.poll(() => rests.length).toBe(1);
  rests.shift()!();
  await Promise.all([...crowd, late]);
  expect(done).toEqual(["alone", "alone again", "first", "second", "late"]);
});
