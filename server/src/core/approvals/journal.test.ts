import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { PayoutJournal } from "./journal.ts";

const at = new Date("2026-01-01T00:00:00Z");

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
