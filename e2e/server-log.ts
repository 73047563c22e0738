import { appendFileSync } from "node:fs";
import { open, stat, writeFile } from "node:fs/promises";
import type { TestInfo } from "@playwright/test";
import { createLog, type Log } from "../server/src/platform/logger.ts";
import { environment } from "./environment.ts";

/** For a server that a test starts itself: it writes into the same log as the shared one. */
export function sharedLog(): Log {
  return createLog("info", { write: (line) => appendFileSync(environment.logFile(), line) });
}

/** Where the log ends now. */
export async function logEnd(): Promise<number> {
  return (await stat(environment.logFile())).size;
}

/** Puts what the servers have written since then beside the screenshot of a failed test. */
export async function attachLog(info: TestInfo, from: number): Promise<void> {
  const path = info.outputPath("server.log");
  const log = await open(environment.logFile());
  try {
    const length = (await log.stat()).size - from;
    const { buffer } = await log.read(Buffer.alloc(length), 0, length, from);
    await writeFile(path, buffer);
  } finally {
    await log.close();
  }
  info.attachments.push({ name: "server.log", path, contentType: "text/plain" });
}
