import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

interface Product {
  url: string;
  stop(): Promise<void>;
}

/** The whole product as `npm start` runs it, on this database. */
export async function startProduct(databaseUrl: string): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-portal-bench-web-"));
  const server = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: {
      ...process.env,
      NODE_ENV: "development",
      PORT: "0",
      MAIL_INBOX_PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of server.stdout) {
    output += String(chunk);
    if (output.includes("Stop with Ctrl-C")) break;
  }
  const url = /FC Portal +(\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`The server ended before it was ready:\n${output}`);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
