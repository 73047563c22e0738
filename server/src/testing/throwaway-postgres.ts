import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbeddedPostgres } from "../development/embedded-postgres/embedded-postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A PostgreSQL that is removed with all its data at its end, also if this process is killed. */
export async function throwawayPostgres({ isArchiving = false } = {}) {
  const dataDir = await temporaryFolder();
  const end = removedWhenDone(dataDir);
  const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  try {
    let started = await start();
    if (isArchiving) {
      // Read at the start only. What is to be archived is thrown away.
      const client = new pg.Client({ connectionString: started.url });
      await client.connect();
      await client.query("alter system set archive_mode = on");
      await client.query("alter system set archive_command = 'true'");
      await client.end();
      await started.stop();
      started = await start();
    }
    return { url: started.url, folder: started.folder, dataDir, isThrowaway: true, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Returns what stops the PostgreSQL of a data folder and removes both. */
export function removedWhenDone(dataDir: string): () => Promise<void> {
  // The remover's input closes when we end in any way. Vitest leaves little time after SIGINT, and SIGKILL leaves
  // none.
  const remover = spawn(
    process.execPath,
    [fileURLToPath(new URL("remove-when-done.ts", import.meta.url)), dataDir],
    {
      stdio: ["pipe", "ignore", "inherit"],
      detached: true,
    },
  );
  return async () => {
    remover.stdin.end();
    if (remover.exitCode === null) await once(remover, "exit");
  };
}
