import { userChart } from "@fc/contract/tree/portal";
import { walletReports } from "@fc/contract/reports/portal";
import pg from "pg";
import { withCluster } from "../server/src/testing/cluster.ts";
import { fillPortal, open, requests, type PreparedPortal, type SignedInMember } from "./dashboard.ts";
import { expectOk } from "./lib/answers.ts";
import type { Options } from "./lib/options.ts";
import { postgresSeconds, postmasterOf } from "./lib/processor-time.ts";
import { report, say } from "./lib/report.ts";

const members = { atMost: 20_000 };
const rounds = 4;
const requestsEach = 400;
const clients = 4;

/** What members look at, in the numbers in which they do. */
const mix: readonly [times: number, read: (portal: PreparedPortal) => Promise<{ status: number }>][] = [
  [4, ({ few }) => requests.dashboard(few)],
  [2, ({ root }) => requests.dashboard(root)],
  [2, ({ many }) => requests.activity(many)],
  [2, ({ many }) => requests.report(many)],
  [1, ({ few }) => requests.sums(few)],
  [1, ({ few }) => requests.chart(few)],
  [2, ({ root }) => tree(root)],
  [1, ({ few }) => file(few)],
];

function tree({ client, id }: SignedInMember) {
  return client.call(userChart, { params: { userId: id }, query: {} });
}

function file({ client, id }: SignedInMember) {
  return client.call(walletReports.earning.file, { params: { userId: id }, query: {} });
}

/** How much less the primary has to do when a replica answers reads. Both run on this machine, so work counts, not time. */
export async function run({ members: wanted, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const count = Math.min(wanted, members.atMost);
    const { ownerUrl } = await cluster.create("reads");
    const ids = await fillPortal(ownerUrl, count);
    const replica = await cluster.replicate();
    const primary = await Server.at(ownerUrl);
    const second = await Server.at(replica.url("reads"));
    const alone = await open(ownerUrl, ids);
    const withReplica = await open(ownerUrl, ids, replica.url("reads"));
    for (const portal of [alone, withReplica]) await readAll(portal, 60);

    const spent = { alone: noWork(), withReplica: noWork(), replica: noWork() };
    for (let round = 0; round < rounds; round++) {
      await measured([[primary, spent.alone]], () => readAll(alone, requestsEach));
      await measured(
        [
          [primary, spent.withReplica],
          [second, spent.replica],
        ],
        () => readAll(withReplica, requestsEach),
      );
    }
    const reads = (rounds * requestsEach).toLocaleString("en-US");
    say(
      `the replica spent ${spent.replica.seconds.toFixed(2)} s and ${spent.replica.blocks} blocks on ${reads} requests`,
    );
    const name = `of the primary for ${reads} requests that only show something, ${count.toLocaleString("en-US")} members, with a replica against without`;
    const promised = {
      seconds: { unit: "s", promise: { ratioAtMost: 0.15 } },
      blocks: { unit: "blocks", promise: { ratioAtMost: 0.1 } },
    } as const;
    for (const [what, promise] of Object.entries(promised)) {
      const [ours, peer] = [spent.withReplica[what as keyof Work], spent.alone[what as keyof Work]];
      const figure = what === "seconds" ? "processor seconds" : "blocks read";
      report({ name: `${figure} ${name}`, ours, peer, ...promise });
    }
    await Promise.all([alone.close(), withReplica.close(), primary.close(), second.close()]);
  });
}

async function readAll(portal: PreparedPortal, count: number): Promise<void> {
  const choices = mix.flatMap(([times, read]) => Array.from({ length: times }, () => read));
  let next = 0;
  const client = async () => {
    while (next < count) {
      expectOk("a read", await choices[next++ % choices.length]!(portal));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

interface Work {
  seconds: number;
  blocks: number;
}

function noWork(): Work {
  return { seconds: 0, blocks: 0 };
}

async function measured(servers: [Server, Work][], work: () => Promise<void>): Promise<void> {
  const before = await Promise.all(servers.map(([server]) => server.work()));
  await work();
  for (const [at, [server, spent]] of servers.entries()) {
    const { seconds, blocks } = await server.work();
    spent.seconds += seconds - before[at]!.seconds;
    spent.blocks += blocks - before[at]!.blocks;
  }
}

/** A backend reports what it has read at most this late. */
const reportedAfterMs = 1500;

/** What one PostgreSQL has done, by the processor time of its processes and by its own statistics. */
class Server {
  readonly #client: pg.Client;
  readonly #postmaster: number;

  private constructor(client: pg.Client, postmaster: number) {
    this.#client = client;
    this.#postmaster = postmaster;
  }

  static async at(url: string): Promise<Server> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Server(client, await postmasterOf(client));
  }

  async work(): Promise<Work> {
    await new Promise((resolve) => setTimeout(resolve, reportedAfterMs));
    const { rows } = await this.#client.query<{ blocks: string }>(
      "select (blks_hit + blks_read)::text as blocks from pg_stat_database where datname = current_database()",
    );
    return { seconds: await postgresSeconds(this.#postmaster), blocks: Number(rows[0]!.blocks) };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
