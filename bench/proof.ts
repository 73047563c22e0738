import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkProof, passes } from "@fc/contract/transparency/liabilities/check";
import { leavesPerMember } from "@fc/contract/transparency/liabilities/tree";
import pg from "pg";
import { publishLiabilitiesTask } from "../server/src/core/liabilities/publish.ts";
import { proofOf } from "../server/src/core/liabilities/proof.ts";
import { folderStore } from "../server/src/platform/files/folder-store.ts";
import { createLog } from "../server/src/platform/logger.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";

const day = "2026-01-31";
const now = new Date("2026-02-01T06:30:00Z");

/** Publishing a day's liabilities, against as many bare hashes as its tree has; and a member's proof. */
export async function run({ members, durable }: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fc-portal-proof-"));
  try {
    await withCluster(durable, async (cluster) => {
      const { ownerUrl, connect } = await cluster.create("proof");
      await fill(ownerUrl, members);
      const { db, close } = connect(2);
      const deps = {
        db,
        databaseClock: async () => now,
        files: folderStore(folder),
        secretKey: secretKeyFrom("a key of thirty-two characters ok"),
        log: createLog("silent"),
      };
      await measure(deps, members);
      await close();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Members with something on each of their six accounts, which came from the house's account for deposits. */
async function fill(ownerUrl: string, members: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into members (ref_id, name, email, joined_at)
     select 'FC' || number, 'A Member', number || '@example.com', '2026-01-01' from generate_series(1, ${members}) as number`,
  );
  await owner.query(
    `insert into ledger_accounts (id, balance, change)
     select members.id * 16 + code, 10000 * (members.id % 9000 + code), 0
     from members cross join generate_series(1, 6) as code order by 1`,
  );
  await owner.query(
    "insert into ledger_house_sums (account_id, last_id, balance) select 2, 0, -sum(balance) from ledger_accounts where id > 16",
  );
  await owner.query(
    `insert into closings (day, state, plan_version, chunk_members, opened_at, computed_at, sealed_at)
     values ('${day}', 'sealed', 1, 1, '${day}', '${day}', '${day}')`,
  );
  await owner.query("vacuum analyze ledger_accounts, members");
  await owner.end();
}

async function measure(deps: Parameters<typeof publishLiabilitiesTask>[0], members: number): Promise<void> {
  const hashes = members * leavesPerMember * 2;
  // Other work on the machine changes how long both take, and less how much of the processor they use.
  const bare = await processorMs(async () => {
    const text = "fc-node/1 ".padEnd(203, "0");
    for (let number = 0; number < hashes; number++) hash("sha256", text);
  });
  const task = publishLiabilitiesTask(deps);
  let published = 0;
  const used = await processorMs(async () => (published = await timeMs(() => task.run({}))));
  const size = members.toLocaleString("en-US");
  say(`this process uses ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
  report({
    name: `the liabilities of ${size} members, read, built, stored and published, against the bare hashes of the tree, in this process`,
    unit: "ms of the processor",
    ours: used,
    peer: bare,
    promise: { ratioAtMost: 6 },
  });
  report({
    name: `the same from start to end; 30 s are promised for 1,000,000 members`,
    unit: "ms",
    ours: published,
    peer: null,
    promise: atFullSize(members, { limit: (30_000 * members) / 1_000_000 }),
  });
  await measureProof(deps, members);
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function measureProof(deps: Parameters<typeof proofOf>[0], members: number): Promise<void> {
  const wanted = { memberId: Math.ceil(members / 2), day };
  let proof = await proofOf(deps, wanted);
  const made = await timeMs(async () => (proof = await proofOf(deps, wanted)));
  const text = JSON.stringify(proof);
  const verified = await timeMs(async () => {
    const checks = checkProof((line) => hash("sha256", line), JSON.parse(text), {});
    // The accounts were filled without lines of the ledger, so only they do not fit.
    if (!passes({ ...checks, amount: true }))
      throw new Error(`The proof does not hold: ${JSON.stringify(checks)}`);
  });
  say(`a proof is made in ${made.toFixed(0)} ms, checked in ${verified.toFixed(1)} ms`);
  report({
    name: "the size of a proof",
    unit: "bytes",
    ours: text.length,
    peer: null,
    promise: atFullSize(members, { limit: 6000 }),
  });
}
