import { parseArgs } from "node:util";
import { JournalProblem } from "../core/approvals/journal-file.ts";
import { PayoutJournal } from "../core/approvals/journal.ts";
import { beginMemory } from "../core/approvals/begin.ts";
import { indiaTime } from "../platform/format.ts";
import { journalFileOf } from "../start-payouts.ts";
import { withApplication } from "./with-database.ts";

// npm run payouts:memory [-- --begin [--known-addresses] | --pause]
// On the worker's machine. What is begun counts for a worker that is started afterwards, and a pause at once.
const { values } = parseArgs({
  options: {
    begin: { type: "boolean", default: false },
    "known-addresses": { type: "boolean", default: false },
    pause: { type: "boolean", default: false },
  },
});

await withApplication(async (db, { settings }) => {
  const file = journalFileOf(settings.dataDir);
  try {
    if (values.pause) {
      const now = new Date();
      new PayoutJournal(file).seePause(now.toISOString(), now);
      console.log("Nothing is signed or sent until approvers have signed that the hot wallet pays again.");
      return;
    }
    if (values.begin) {
      const { addresses } = await beginMemory(db, {
        file,
        at: new Date(),
        takesAddresses: values["known-addresses"],
      });
      console.log(`From now on payouts are remembered in ${file}.`);
      if (addresses > 0) console.log(`${addresses} addresses were taken over with their dates.`);
      console.log("Start the worker again. What waits is to be signed again.");
      return;
    }
    const journal = new PayoutJournal(file);
    const { newestWord, pause } = journal;
    console.log(`Payouts are remembered in ${file}.`);
    if (newestWord) console.log(`The newest word was given out at ${indiaTime(newestWord.at)}.`);
    else if (pause) console.log("The hot wallet is paused until approvers have signed that it pays again.");
  } catch (error) {
    if (!(error instanceof JournalProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
});
