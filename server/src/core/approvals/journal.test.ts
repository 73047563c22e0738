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
  const { endings } = journal;
  other.seePause("2026-01-02T00:00:00.000Z", at);
  journal.giveWord("payouts", { endings, at });
  other.catchUp();
  expect([journal, other, new PayoutJournal(file)].map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
  journal.giveWord("payouts", { endings: journal.endings, at });
  expect(journal.isHeld).toBe(false);
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
