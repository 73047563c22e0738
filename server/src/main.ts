import { startServer, StartError } from "./start.ts";

// Kept apart from start.ts so that tests can start and stop whole servers in their own process.
// Whoever reads what we print may go away first (npm start | head); that is no reason to end.
process.stdout.on("error", () => undefined);

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

try {
  const server = await startServer(process.env);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    server.say(`\nStopping (${signal}) …`);
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of stopSignals) process.on(signal, () => stop(signal));
} catch (error) {
  // What a person can mend is told plainly; anything else with its trace.
  console.error(error instanceof StartError ? `\n${error.message}\n` : error);
  process.exit(1);
}
