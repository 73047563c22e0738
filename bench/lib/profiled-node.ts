import { rename, writeFile } from "node:fs/promises";
import inspector from "node:inspector/promises";
import { isMainThread } from "node:worker_threads";

/**
 * A node imports this before its own code. At the first SIGUSR2 it begins to look four thousand times a second what
 * its JavaScript does. At the second one it writes that to the file that PROFILE_FILE names.
 */
const file = process.env["PROFILE_FILE"];
if (file !== undefined && isMainThread) {
  const session = new inspector.Session();
  process.once("SIGUSR2", () => {
    session.connect();
    void (async () => {
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: 250 });
      await session.post("Profiler.start");
    })();
    process.once("SIGUSR2", () => {
      void (async () => {
        const { profile } = await session.post("Profiler.stop");
        await writeFile(`${file}.new`, JSON.stringify(profile));
        // Under its name it is whole.
        await rename(`${file}.new`, file);
      })();
    });
  });
}
