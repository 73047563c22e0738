import { startServer } from "./start.ts";
import { StartError } from "./start-errors.ts";

// Kept apart from start.ts so that tests can start and stop whole servers in their own process.
const stopRequested = Promise.withResolvers<string>();

// From the first moment on: who stops us in the middle of the start gets a clean stop as well.
// One that is sent again a while later, or a stop that takes very long, ends us at once.
const impatientAfterMs = 1000;
let firstSignalAt: number | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    stopRequested.resolve(signal);
    // Ctrl-C may come twice at once: from the terminal and from npm.
    if (firstSignalAt !== undefined && Date.now() - firstSignalAt > impatientAfterMs) process.exit(1);
    firstSignalAt ??= Date.now();
    setTimeout(() => process.exit(1), 30_000).unref();
  });
}

// Whoever reads what we print may go away first (npm start | head); that is no reason to end.
process.stdout.on("error", () => undefined);

try {
  const server = await startServer(process.env);
  const reason = await stopRequested.promise;
  server.say(`\nStopping (${reason}) …`);
  await server.stop();
  process.exit(0);
} catch (error) {
  // What a person can mend is told plainly; anything else with its trace.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error);
  process.exit(1);
}
