import { demoSizeOf } from "./demo-size.ts";
import { startServer } from "./start.ts";
import { machineProblem, StartError } from "./start-errors.ts";

// Separate from start.ts, so that tests can start and stop whole servers in their own process.
const stopRequested = Promise.withResolvers<string>();

// Installed before the start, so that a stop during the start is clean as well. A second signal after a while, or a
// stop that takes very long, ends the process at once.
const impatientAfterMs = 1000;
let firstSignalAt: number | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stopRequested.resolve(signal);
    // Ctrl-C may arrive twice at once, from the terminal and from npm.
    if (firstSignalAt !== undefined && Date.now() - firstSignalAt > impatientAfterMs) process.exit(1);
    firstSignalAt ??= Date.now();
    setTimeout(() => process.exit(1), 30_000).unref();
  });
}

// The reader of our output may end first (npm start | head); that must not end the server.
process.stdout.on("error", () => undefined);

try {
  const server = await startServer(process.env, { members: demoSizeOf(process.argv.slice(2)) });
  const reason = await stopRequested.promise;
  server.say(`\nStopping (${reason}) …`);
  await server.stop();
  process.exit(0);
} catch (error) {
  // A problem that a person can solve is shown as a sentence, anything else with its stack trace.
  const said = error instanceof StartError ? error : machineProblem(error);
  console.error(said ? `\n${said.message}\n` : error);
  process.exit(1);
}
