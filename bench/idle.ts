import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { minute } from "../server/src/platform/clock.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { ApiProcess } from "../server/src/testing/soak/api-process.ts";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import type { Options } from "./lib/options.ts";
import { report, say } from "./lib/report.ts";
import { countStatements } from "./traffic-profile.ts";

const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
const settlesWithinMs = 1.5 * minute;
const minutes = 5;

/** What a node with its worker writes while nobody does anything. */
export async function run({ durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const { ownerUrl } = await cluster.create("idle");
    const connected = async () => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      return client;
    };
    await countStatements(cluster, connected);
    const owner = await connected();
    // It writes as well, and is PostgreSQL's own.
    await owner.query("alter system set autovacuum = off");
    await owner.query("select pg_reload_conf()");
    const dataDir = await temporaryFolder();
    const node = new ApiProcess({
      DATABASE_URL: ownerUrl,
      SECRET_KEY: secretKey.text,
      DATA_DIR: dataDir,
      MAIL_INBOX_PORT: "0",
    });
    try {
      await node.start();
      await sleep(settlesWithinMs);
      const before = await transactions(owner);
      await owner.query("select pg_stat_statements_reset()");
      await sleep(minutes * minute);
      const written = (await transactions(owner)) - before;
      await tellWrites(owner);
      report({
        name: "transactions that an idle installation writes in a minute",
        unit: "transactions",
        ours: written / minutes,
        peer: null,
        promise: { limit: 5 },
      });
    } finally {
      await node.stop();
      await owner.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** How many have written since the server began. One that only reads gets no number. */
async function transactions(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ next: string }>(
    "select pg_snapshot_xmax(pg_current_snapshot()) as next",
  );
  return Number(rows[0]!.next);
}

async function tellWrites(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ calls: number; query: string }>(
    `select least(calls, rows)::int as calls, query from pg_stat_statements
     where query ~* '\\m(insert|update|delete|pg_notify)\\M' and rows > 0
     order by calls desc`,
  );
  say(`statements that wrote in ${minutes} minutes:`);
  for (const { calls, query } of rows)
    say(`  ${String(calls).padStart(4)} ×  ${query.replaceAll(/\s+/g, " ").slice(0, 140)}`);
}
