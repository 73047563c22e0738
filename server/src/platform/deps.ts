import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Log } from "./logger.ts";

/** What features are given to work with. Tests hand in their own database and clock. */
export interface Deps {
  db: Db;
  log: Log;
  clock: Clock;
  secretKey: string;
  /** Where members reach the portal; addresses in mails start with it. */
  publicUrl: string;
  /** Private pictures. */
  files: FileStore;
  /** Where files that arrive in pieces wait for the rest. */
  incomingDir: string;
}
