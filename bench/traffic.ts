import { rm } from "node:fs/promises";
import pg from "pg";
import { hashPassword, passwordsAtOnce } from "../server/src/core/members/passwords.ts";
import { verify } from "../server/src/core/ledger/verify.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { bareVerify } from "../server/src/testing/password.ts";
import { ApiProcess } from "../server/src/testing/soak/api-process.ts";
import { keepMails, newestCode } from "../server/src/testing/soak/kept-mails.ts";
import { temporaryFolder } from "../server/src/testing/temporary-folder.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say, type Result } from "./lib/report.ts";
import { timeMs } from "./lib/timing.ts";
import { Load, quantile, timesOf, type Figures } from "./traffic-load.ts";
import { prepareTraffic, password } from "./traffic-members.ts";
import { countStatements, profile, profiledNode } from "./traffic-profile.ts";
import { dayMix, emptyMix, Errands, peakMix, signInMix, without } from "./traffic-mix.ts";
import { describeErrors, ramp, whatBroke, type Ramp, type Step } from "./traffic-steps.ts";
import { Watch } from "./traffic-watch.ts";

const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
const poolSize = 20;

/** Traffic of a day on one node of the product in a process of its own, until it is too much; and what is too much. */
export async function run({ members, durable, profile: isProfiled }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const { ownerUrl } = await cluster.create("traffic");
    const start = performance.now();
    const signedIn = await prepareTraffic(ownerUrl, { members, now: new Date() });
    const size = members.toLocaleString("en-US");
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    say(`${size} members, ${signedIn.length.toLocaleString("en-US")} signed in, in ${seconds} s`);

    const connected = async () => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      return client;
    };
    if (isProfiled) await countStatements(cluster, connected);
    const owner = await connected();
    await owner.query(keepMails);
    const node = await startNode(ownerUrl, isProfiled ? profiledNode : {});
    const codes = new pg.Pool({ connectionString: ownerUrl, max: 4 });
    const codeOf = async (email: string) =>
      (await codes.query<{ code: string }>(newestCode, [email])).rows[0]!.code;
    const load = new Load(node.url, new Errands({ members: signedIn, codeOf }));
    let results: Result[] = [];
    try {
      if (isProfiled) await profile({ load, nodePid: node.pid, owner });
      else
        results = await measure({
          members,
          load,
          watch: await Watch.open({ owner, nodePid: node.pid, load, poolSize }),
        });
    } finally {
      load.close();
      await node.stop();
      await Promise.all([owner.end(), codes.end()]);
    }
    const { differences, entries } = await verify(ownerUrl, { secretKey });
    say(`the ledger of ${entries} entries was verified`);
    report(faults("differences that the verification of the ledger finds afterwards", differences.length));
    for (const result of results) report(result);
  });
}

/** A node as in production, without a worker: mails are written and not sent. */
async function startNode(
  ownerUrl: string,
  profiled: Record<string, string>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const dataDir = await temporaryFolder();
  const api = new ApiProcess({
    DATABASE_URL: ownerUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    SECRET_KEY: secretKey.text,
    DATA_DIR: dataDir,
    LOG_LEVEL: "info",
    MAIL_INBOX_PORT: "0",
    TRUST_PROXY: "1",
    WORKER: "false",
    ...profiled,
  });
  await api.start();
  return {
    url: api.url!,
    pid: api.pid!,
    async stop() {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Measured {
  members: number;
  load: Load;
  watch: Watch;
}

async function measure({ members, load, watch }: Measured): Promise<Result[]> {
  for (const mix of [dayMix, peakMix, emptyMix]) await load.offer({ mix, requestsPerSecond: 50, seconds: 5 });
  const shared = { load, watch };
  const empty = await ramp({ ...shared, name: "the empty route", mix: emptyMix, from: 1000 });
  const day = await ramp({ ...shared, name: "a day's mix", mix: dayMix, from: 100 });
  const peak = await ramp({ ...shared, name: "after a closing", mix: peakMix, from: 100 });
  for (const [name, { sustained, broken }] of Object.entries({
    "the empty route": empty,
    "a day's mix": day,
    "dashboard and activity after a closing": peak,
  })) {
    tell(name, sustained);
    say(`it ${whatBroke(broken, watch)}`);
  }
  const limit = empty.sustained.figures.perSecond;
  const against = (name: string, { sustained }: Ramp): Result => ({
    name: `${name}, ${members.toLocaleString("en-US")} members, against the empty route of the same server`,
    unit: "/s",
    ours: sustained.figures.perSecond,
    peer: limit,
    better: "larger",
    // At least 0.02 of its rate.
    promise: atFullSize(members, { ratioAtMost: 50 }),
  });
  const [signIns, ...signInFaults] = await signInRate({ load, watch });
  return [
    signIns,
    ...signInFaults,
    ...(await storm({ load, rate: day.sustained.offered / 2, signInsPerSecond: 2 * signIns.ours })),
    against("dashboard and activity after a closing", peak),
    against("a day's mix", day),
  ];
}

/** Each route at the last rate that was within the limits, and the work of a request, which depends less on others' load. */
function tell(name: string, { figures, usage }: Step): void {
  const work = (cores: number) => ((1000 * cores) / figures.perSecond).toFixed(2);
  const { main, argon2, pool, other } = usage.node;
  say(
    `${name}, ${figures.perSecond.toFixed(0)} answers a second, each for ${work(main + argon2 + pool + other)} ms of node ` +
      `and ${work(usage.postgres)} ms of PostgreSQL:`,
  );
  for (const [route, times] of [...figures.times].toSorted(([one], [two]) => one.localeCompare(two))) {
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1).padStart(7));
    say(`  ${route.padEnd(14)} ${String(times.length).padStart(6)}  p50 ${p50} ms  p99 ${p99} ms`);
  }
}

/** How many sign-ins a node makes when too many come at once, beside bare argon2 of as many passwords at once. */
async function signInRate({ load, watch }: Pick<Measured, "load" | "watch">): Promise<[Result, Result]> {
  const hash = await hashPassword(password);
  const checksEach = 100;
  const checkInRow = async () => {
    for (let check = 0; check < checksEach; check++)
      if (!(await bareVerify(hash, password))) throw new Error("argon2 refused the right password");
  };
  const bareMs = await timeMs(() => Promise.all(Array.from({ length: passwordsAtOnce }, checkInRow)));
  const bare = (passwordsAtOnce * checksEach * 1000) / bareMs;
  const { result, usage } = await watch.during(() =>
    load.offer({ mix: signInMix, requestsPerSecond: bare, seconds: 4 }),
  );
  say(`sign-ins alone; fullest: ${watch.fullest(usage)}`);
  const name = `sign-ins of a node, against bare argon2, ${passwordsAtOnce} at once`;
  const errors = withoutRefused([result]);
  return [
    { name, unit: "/s", ours: result.perSecond, peer: bare, better: "larger", promise: { ratioAtMost: 2 } },
    faults(`errors of sign-ins alone: ${describeErrors(errors) || "none"}`, errors.size),
  ];
}

interface Storm {
  load: Load;
  /** Of the requests that are no sign-ins. */
  rate: number;
  signInsPerSecond: number;
}

/** The other routes with and without a storm of sign-ins, in turns. */
async function storm({ load, rate, signInsPerSecond }: Storm): Promise<Result[]> {
  const seconds = 5;
  const others = () => load.offer({ mix: without(dayMix, "sign-in"), requestsPerSecond: rate, seconds });
  const [calm, stormy, signIns]: [Figures[], Figures[], Figures[]] = [[], [], []];
  for (let round = 0; round < 3; round++) {
    calm.push(await others());
    const storming = { mix: signInMix, requestsPerSecond: signInsPerSecond, seconds };
    const [figures, refused] = await Promise.all([others(), load.offer(storming)]);
    stormy.push(figures);
    signIns.push(refused);
  }
  const [before, during] = [calm, stormy].map((all) => all.flatMap((figures) => timesOf(figures))) as [
    number[],
    number[],
  ];
  const [p50, p50During] = [before, during].map((times) => quantile(times, 0.5).toFixed(1));
  const size = signInsPerSecond.toFixed(0);
  const refused = signIns.reduce((sum, { errors }) => sum + (errors.get(tooMany) ?? 0), 0);
  // What failed is in no time, so without this a route that fails would look fast.
  const errors = withoutRefused([...calm, ...stormy, ...signIns]);
  say(
    `other routes in a storm of ${size} sign-ins a second: p50 ${p50During} ms, without ${p50} ms; ` +
      `${refused} sign-ins refused as too many`,
  );
  const [ours, peer] = [quantile(during, 0.99), quantile(before, 0.99)];
  const name = `p99 of the other routes at ${rate.toFixed(0)}/s in a storm of sign-ins, against without`;
  return [
    { name, unit: "ms", ours, peer, promise: { ratioAtMost: 4 } },
    faults(`errors with and without the storm: ${describeErrors(errors) || "none"}`, errors.size),
  ];
}

const tooMany = "sign-in: 503 UNAVAILABLE";

/** All errors but the sign-ins that a node refuses on purpose. */
function withoutRefused(all: readonly Figures[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { errors } of all)
    for (const [reason, count] of errors)
      if (reason !== tooMany) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return sums;
}

function faults(name: string, count: number): Result {
  return { name, unit: "faults", ours: count, peer: null, promise: { limit: 0 } };
}
