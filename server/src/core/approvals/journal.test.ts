import { asFc } from "@fc/contract/units";
import { execFile } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { PayoutJournal } from "./journal.ts";

const at = new Date("2026-01-01T00:00:00Z");
const address = `0x${"a".repeat(40)}`;

async function begun(): Promise<string> {
  const file = join(await temporaryFolder(), "journal");
  PayoutJournal.begin(file, { addresses: [], at });
  return file;
}

test("a word that was decided on before another process saw a pause does not end this pause", async () => {
  const file = await begun();
  const [journal, other] = [new PayoutJournal(file), new PayoutJournal(file)];
  const { endings } = journal.seen;
  other.seePause("2026-01-02T00:00:00.000Z", at);
  journal.giveWord("payouts", { endings, at });
  other.catchUp();
  expect([journal, other, new PayoutJournal(file)].map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
  journal.giveWord("payouts", { ...journal.seen, at });
  expect(journal.isHeld).toBe(false);
});

test("of what two processes decided on at once only the first signs, and only before a pause", async () => {
  const file = await begun();
  const [journal, other] = [new PayoutJournal(file), new PayoutJournal(file)];
  const payout = { wallet: address, nonce: 1n, amountFc: asFc(5n), byRules: false, at };
  const decided = { ...payout, ...journal.seen };
  expect(other.sign("first", { ...payout, ...other.seen })).toBe(true);
  expect(journal.sign("first", { ...decided, nonce: 2n })).toBe(false);
  expect(journal.sign("second", decided)).toBe(false);
  const paused = { ...payout, ...journal.seen };
  other.seePause("2026-01-02T00:00:00.000Z", at);
  journal.tell("third", paused);
  expect(journal.sign("third", paused)).toBe(false);
  for (const each of [journal, new PayoutJournal(file)]) {
    expect([each.toldAt("third"), each.signed("third"), each.signed("second")]).toEqual(
      Array(3).fill(undefined),
    );
    expect(each.signedSince(at)).toBe(5n);
  }
});

test("what the release before wrote of payouts counts", async () => {
  const file = await begun();
  const journal = new PayoutJournal(file);
  journal.sign("first", {
    wallet: address,
    nonce: 1n,
    amountFc: asFc(5n),
    byRules: false,
    at,
    ...journal.seen,
  });
  const old = [
    { kind: "told", payment: "second", at },
    { kind: "signed", payoutId: "second", wallet: address, nonce: "2", amountFc: "7", byRules: true, at },
  ];
  await appendFile(file, old.map((line) => `${JSON.stringify(line)}\n`).join(""));
  journal.catchUp();
  expect([journal.toldAt("second"), journal.isSignedSincePause("second")]).toEqual([at, true]);
  expect([journal.signedSince(at), journal.signedByRulesSince(at)]).toEqual([12n, 7n]);
});

// As the release before wrote it.
test("a word without the number of pauses before it counts", async () => {
  const file = await begun();
  const [line = ""] = (await readFile(file, "utf8")).match(/.*"word".*/) ?? [];
  const { endings, ...old } = JSON.parse(line);
  const journal = new PayoutJournal(file);
  journal.seePause("2026-01-02T00:00:00.000Z", at);
  await appendFile(file, `${JSON.stringify(old)}\n`);
  journal.catchUp();
  expect([endings, journal.isHeld]).toEqual([1, false]);
});

test("a full disk leaves no part of a line behind, and the one who writes is told", async () => {
  const file = await begun();
  const module = JSON.stringify(new URL("journal.ts", import.meta.url).href);
  const script = `
    import { PayoutJournal } from ${module};
    const journal = new PayoutJournal(${JSON.stringify(file)});
    for (let day = 1; day < 1000; day++) journal.seePause("pause " + day, new Date());`;
  // The system takes a part of the write that reaches the limit, as a disk does that becomes full.
  const filling = promisify(execFile)("bash", [
    "-c",
    'ulimit -f 4; exec "$0" "$@"',
    process.execPath,
    "--input-type=module",
    "-e",
    script,
  ]);
  await expect(filling).rejects.toThrow("did not take a whole line. Look whether its disk is full");
  const text = await readFile(file, "utf8");
  expect([text.at(-1), text.length > 1000]).toEqual(["\n", true]);
  expect(new PayoutJournal(file).isHeld).toBe(true);
});

test("nothing is written behind a part of a line, which a start takes away", async () => {
  const file = await begun();
  const journal = new PayoutJournal(file);
  await appendFile(file, '{"kind":"pau');
  expect(() => journal.see([{ address, at }])).toThrow("is not whole");
  const started = new PayoutJournal(file);
  started.see([{ address, at }]);
  expect(new PayoutJournal(file).firstSeen(address)).toEqual(at);
});

test("a memory begins again where a crash left a part of a line", async () => {
  const file = await begun();
  await appendFile(file, '{"kind":"pau');
  PayoutJournal.begin(file, { addresses: [], at });
  expect(new PayoutJournal(file).isHeld).toBe(false);
});
