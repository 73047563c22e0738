import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../server/src/development/embedded-postgres/embedded-postgres.ts";
import { environment } from "./environment.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const logFile = join(root, "test-results", "server.log");

/** The whole product as `npm start` runs it, on a database of its own that is thrown away afterwards. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "fc-portal-e2e-"));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const server = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: "0",
      MAIL_INBOX_PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      SECRET_KEY: environment.secretKey,
      // Each test that fails gets the lines of its time (fixtures.ts).
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await mkdir(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  server.stderr.pipe(process.stderr, { end: false });
  const said = await linesUntil(server.stdout, "Stop with Ctrl-C");
  process.env["E2E_URL"] = /FC Portal +(\S+)/.exec(said)?.[1];
  process.env["E2E_INBOX_URL"] = /E-mails +(\S+)/.exec(said)?.[1];
  process.env["E2E_DATABASE_URL"] = postgres.url;
  process.env["E2E_LOG_FILE"] = logFile;

  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await removeEmbeddedPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
}

function linesUntil(output: Readable, end: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    output.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(end)) resolve(said);
    });
    output.on("end", () => reject(new Error(`The server ended before it was ready:\n${said}`)));
  });
}
