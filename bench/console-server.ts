import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildApp } from "../server/src/app.ts";
import { closedGuard } from "../server/src/core/approvals/plain-guards.ts";
import { createDb, createPool } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { folderStore } from "../server/src/platform/files/folder-store.ts";
import { createLog } from "../server/src/platform/logger.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { secretText, type Memory, type ServerReady } from "./console.ts";

// The server with its normal limits, in a process of its own: its memory is that of the server alone. It ends with its
// parent.
const [url = "", nowText = ""] = process.argv.slice(2);
const now = new Date(nowText);
const pool = createPool({ url: loginUrlOf(url), poolSize: 10 });
const dataDir = await mkdtemp(path.join(os.tmpdir(), "fc-portal-bench-files-"));
const app = await buildApp(
  {
    db: createDb(pool),
    log: createLog("silent"),
    clock: () => now,
    databaseClock: async () => now,
    secretKey: secretKeyFrom(secretText),
    production: false,
    unsafe: [],
    publicUrl: "http://localhost",
    files: folderStore(path.join(dataDir, "files")),
    folders: [],
    anchorsDir: "/nowhere",
    alertWebhook: undefined,
    pushHosts: [],
    chain: undefined,
    payoutGuard: closedGuard,
  },
  { pool, webRoot: "/nowhere", trustProxy: 1, metricsToken: undefined },
);
let peak = 0;
const sample = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(sample, 20).unref();
// Any message asks for the memory: the highest since the last question.
process.on("message", () => {
  sample();
  process.send!({ nowMb: process.memoryUsage.rss() / 2 ** 20, peakMb: peak / 2 ** 20 } satisfies Memory);
  peak = 0;
});
process.once("disconnect", () => {
  void (async () => {
    await app.close();
    await pool.end();
    await rm(dataDir, { recursive: true, force: true });
    process.exit();
  })();
});
process.send!({ url: await app.listen({ host: "127.0.0.1", port: 0 }) } satisfies ServerReady);
