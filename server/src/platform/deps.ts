import type { Chain, PayoutGuard } from "./chain/types.ts";
import type { Clock, DatabaseClock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Log } from "./logger.ts";
import type { SecretKey } from "./secrets.ts";

/** The address, and the key that signs what is sent there. */
export interface AlertWebhook {
  url: string;
  key: Buffer;
}

/** What every feature gets to work with. Tests pass their own database and clock. */
export interface Deps {
  db: Db;
  log: Log;
  clock: Clock;
  databaseClock: DatabaseClock;
  secretKey: SecretKey;
  /** Whether real members use it: then nothing of the demo works. */
  production: boolean;
  /** The address of the portal; links in mails start with it. */
  publicUrl: string;
  /** Private pictures. */
  files: FileStore;
  /** The folder of this node's copy of the ledger's anchors. */
  anchorsDir: string;
  /** Folders of this node whose disk must not become full. */
  folders: readonly string[];
  /** What of this node's settings is unsafe, in sentences. */
  unsafe: readonly string[];
  /** Where alerts are sent besides mail, if anywhere. */
  alertWebhook: AlertWebhook | undefined;
  /** The push services that browsers may name. */
  pushHosts: readonly string[];
  /** Where coins are paid and arrive; undefined where operators do both by hand. */
  chain: Chain | undefined;
  /** What the hot wallet may sign, where this process signs. */
  payoutGuard: PayoutGuard;
}
