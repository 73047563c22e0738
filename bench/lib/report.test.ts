import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { answerTimes } from "./answers.ts";
import { options } from "./options.ts";
import { atFullSize, exitCodeOf, judged, summaryOf, type Result } from "./report.ts";

const page = (ours: number, more: Partial<Result> = {}): Result => ({
  name: "a page",
  unit: "ms",
  ours,
  peer: 100,
  promise: { ratioAtMost: 2 },
  ...more,
});

test("a promise that was kept is met, and the run ends with 0", () => {
  const result = judged(page(200));
  expect(result).toMatchObject({ ratio: 2, promise: "a ratio of at most 2", met: true });
  expect(exitCodeOf([result])).toBe(0);
});

test("a promise that was missed is not met, and the run ends with 1 and names it", () => {
  const missed = judged(page(4740, { promise: { limit: 4000 } }));
  expect(missed).toMatchObject({ promise: "at most 4000 ms", met: false });
  expect(judged(page(201)).met).toBe(false);
  const all = [judged(page(200)), missed];
  expect(exitCodeOf(all)).toBe(1);
  expect(summaryOf(all)).toEqual({ kept: 1, missed: ["a page"], notJudged: [] });
});

test("what nothing is promised of is neither met nor missed", () => {
  const result = judged(page(5000, { promise: null }));
  expect(result).toMatchObject({ ratio: 50, promise: null, met: null });
  expect(exitCodeOf([result])).toBe(0);
});

test("in a network that is too small a promise is reported by name as not judged, even if it would be kept", () => {
  for (const ours of [100, 5000]) {
    const small = judged(page(ours, { promise: atFullSize(20_000, { ratioAtMost: 2 }) }));
    expect(small).toMatchObject({
      promise: "a ratio of at most 2",
      met: null,
      notJudged: "promised from 1,000,000 members on, and this run has 20,000",
    });
    expect(summaryOf([small])).toEqual({ kept: 0, missed: [], notJudged: ["a page"] });
  }
  expect(judged(page(5000, { promise: atFullSize(1_000_000, { ratioAtMost: 2 }) })).met).toBe(false);
});

test("a ratio has one direction: half of the peer's rate is twice the peer's time", () => {
  const rate = (ours: number, ratioAtMost: number) =>
    judged(page(ours, { unit: "/s", better: "larger", promise: { ratioAtMost } }));
  expect(rate(50, 2)).toMatchObject({ ratio: 2, met: true });
  expect(rate(49, 2)).toMatchObject({ met: false });
  expect(rate(20, 1 / 0.2)).toMatchObject({ ratio: 5, met: true });
});

test("a rate that is too low misses its limit", () => {
  const frames = (ours: number) =>
    judged(page(ours, { unit: "frames/s", better: "larger", promise: { limit: 50 } }));
  expect(frames(49.9)).toMatchObject({ promise: "at least 50 frames/s", met: false });
  expect(frames(50).met).toBe(true);
});

test("a figure that was not measured fails the run instead of keeping its promise", () => {
  expect(() => judged(page(Number.NaN))).toThrow('"a page" was not measured');
  expect(() => judged(page(Infinity, { promise: null }))).toThrow("was not measured");
  expect(() => judged(page(-1))).toThrow("was not measured");
  expect(() => judged(page(1, { peer: null }))).toThrow("promises a ratio and has no peer");
  expect(judged(page(0, { better: "larger" })).met).toBe(false);
  expect(exitCodeOf([])).toBe(1);
});

test("an answer of 500 fails the run, however fast it is, also if only one of five is", async () => {
  let answers = 0;
  const server = http.createServer((_, response) => {
    response.statusCode = ++answers === 3 ? 500 : 200;
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/`);
  const measured = { what: "a page", runs: 5, tooLongMs: 60_000, ask };
  await expect(answerTimes(measured)).rejects.toThrow("a page was answered with 500 instead of 200");
  expect(answers).toBe(3);
  const { ms, worstMs, last } = await answerTimes(measured);
  expect([last.status, answers]).toEqual([200, 8]);
  expect(ms).toBeLessThanOrEqual(worstMs);
  server.closeAllConnections();
  server.close();
});

test("commits wait for the disk unless one asks for the opposite", () => {
  expect(options([])).toMatchObject({ durable: true, names: [] });
  expect(options(["ledger", "--without-fsync"])).toMatchObject({ durable: false, names: ["ledger"] });
});
