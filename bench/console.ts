import { tryPayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { operatorLogin } from "@fc/contract/operators/console";
import { routesOf } from "../server/src/app.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { measureDaysTask } from "../server/src/features/reports/measure.ts";
import { atomically, createDb, createPool } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { openSecondStep } from "../server/src/platform/operator-sessions.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import {
  consoleReads,
  stemOf,
  subjectsOf,
  traceSearches,
  type Subjects,
} from "../server/src/testing/console-network/calls.ts";
import { generateConsoleNetwork } from "../server/src/testing/console-network/generate.ts";
import { TestClient } from "../server/src/testing/test-app.ts";
import { answerTimes, expectOk } from "./lib/answers.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say } from "./lib/report.ts";
import { saySizes } from "./lib/sizes.ts";
import { timeMs } from "./lib/timing.ts";

export const secretText = "a key for benchmarks, and nothing else";
const password = "Bench-Horse-9";
const now = new Date("2026-11-15T06:30:00Z");
const runs = 5;
/** A call that takes longer than this is not repeated. */
const tooLongMs = 3000;
const firstPageMs = 200;

export interface ServerReady {
  url: string;
}

export interface Memory {
  nowMb: number;
  peakMb: number;
}

/**
 * Measures every screen, search, report and export of the console over HTTP, as an operator, on a network with its
 * history. A screen's first page is to come within 200 ms. Every answer is checked. Of an export the time and the
 * memory are printed.
 */
export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const { ownerUrl } = await cluster.create("console");
    const secretKey = secretKeyFrom(secretText);
    const operatorHash = await hashPassword(password);
    const seconds =
      (await timeMs(() => generateConsoleNetwork(ownerUrl, { members, now, secretKey, operatorHash }))) /
      1000;
    say(`${members.toLocaleString("en-US")} members with their history, in ${seconds.toFixed(0)} s`);
    await measureConsole(ownerUrl, members);
    await saySizes(ownerUrl, { what: "member", count: members });
  });
}

export async function measureConsole(ownerUrl: string, members: number): Promise<void> {
  const pool = createPool({ url: loginUrlOf(ownerUrl), poolSize: 2 });
  const db = createDb(pool, { statementTimeoutMs: 600_000 });
  const server = fork(fileURLToPath(new URL("./console-server.ts", import.meta.url)), [
    ownerUrl,
    now.toISOString(),
  ]);
  try {
    const [{ url }] = (await once(server, "message")) as [ServerReady];
    const addUp = measureDaysTask({ db, databaseClock: async () => now });
    const seconds = (await timeMs(async () => addUp.run({}))) / 1000;
    say(`days added up for the reports in ${seconds.toFixed(1)} s`);
    const client = new TestClient({ url });
    const login = { email: "operator1@example.com", password };
    const { body } = await client.call(operatorLogin, { body: login });
    client.token = body.token;
    const { id: sessionId } = await db.selectFrom("operator_sessions").select("id").executeTakeFirstOrThrow();
    await atomically(db, openSecondStep, { sessionId, now });
    const subjects = await subjectsOf(db, now);
    const slowest = await firstPages(client, subjects);
    await exports(server, client, subjects);
    report({
      name: `slowest first page of the console, ${members.toLocaleString("en-US")} members`,
      unit: "ms",
      ours: slowest,
      peer: null,
      promise: atFullSize(members, { limit: firstPageMs }),
    });
  } finally {
    server.disconnect();
    await once(server, "exit");
    await db.destroy();
  }
}

const downloads = new Set(
  routesOf({} as never).flatMap(({ route }) => (route.download ? [route.path as string] : [])),
);

/** The addresses of all reads, files or not. */
function addresses(subjects: Subjects, isFile: boolean): string[] {
  return Object.entries(consoleReads(subjects)).flatMap(([path, each]) =>
    downloads.has(path) === isFile ? each.map((rest) => `${stemOf(path)}${rest}`) : [],
  );
}

async function firstPages(client: TestClient, subjects: Subjects): Promise<number> {
  const bare = await timesOf(client, "/console/session");
  say(
    `the cheapest call, /console/session, takes ${bare.ms.toFixed(1)} ms; times are medians of ${runs}, worst in brackets`,
  );
  const found: (Awaited<ReturnType<typeof timesOf>> & { name: string })[] = [];
  for (const address of addresses(subjects, false)) {
    found.push({ name: address, ...(await timesOf(client, address)) });
  }
  for (const body of traceSearches(subjects)) {
    const name = `/console/members/find by ${body.by} ${body.value.slice(0, 8)}…`;
    found.push({ name, ...(await timesOf(client, "/console/members/find", body)) });
  }
  const everybody = { kind: "news", filter: {} };
  const audience = "/console/bulkMails/audience";
  found.push({ name: audience, ...(await timesOf(client, audience, everybody)) });
  const rules = {
    largestFc: 5_000_000,
    memberDayFc: 10_000_000,
    dayFc: 100_000_000,
    addressDays: 7,
    accountDays: 30,
    quietDays: 7,
  };
  found.push({ name: tryPayoutRules.path, ...(await timesOf(client, tryPayoutRules.path, rules)) });
  for (const { name, ms, worst, rows } of found.toSorted((a, b) => b.ms - a.ms)) {
    const figures = [
      `${ms.toFixed(1)} (${worst.toFixed(1)}) ms`.padStart(22),
      `${(ms / bare.ms).toFixed(1)} ×`.padStart(9),
      `${rows} rows`.padStart(11),
    ];
    console.log(`${figures.join(" ")}  ${name}`);
  }
  return Math.max(...found.map(({ ms }) => ms));
}

async function timesOf(client: TestClient, address: string, body?: object) {
  const { ms, worstMs, last } = await answerTimes({
    what: address,
    runs,
    tooLongMs,
    ask: () => client.send(body ? "POST" : "GET", `/api${address}`, body),
  });
  const { data } = last.body;
  const rows: unknown = Array.isArray(data) ? data : data?.rows;
  return { ms, worst: worstMs, rows: Array.isArray(rows) ? rows.length : 1 };
}

async function exports(server: ChildProcess, client: TestClient, subjects: Subjects): Promise<void> {
  for (const address of addresses(subjects, true)) {
    await memoryOf(server);
    const before = await memoryOf(server);
    const started = performance.now();
    let [first, bytes, lines] = [0, 0, 0];
    const { status, stream } = await client.open(`/api${address}`);
    expectOk(address, { status });
    for await (const chunk of stream) {
      first ||= performance.now() - started;
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines++;
    }
    const seconds = (performance.now() - started) / 1000;
    if (lines === 0) throw new Error(`${address} was empty: it has not even a heading`);
    const { peakMb } = await memoryOf(server);
    const figures = [
      `${(bytes / 1e6).toFixed(1)} MB`.padStart(10),
      `${lines} lines`.padStart(15),
      `${Math.round(lines / seconds)}/s`.padStart(10),
      `${seconds.toFixed(1)} s`.padStart(8),
      `first after ${first.toFixed(0)} ms`.padStart(22),
      `memory ${before.nowMb.toFixed(0)} → ${peakMb.toFixed(0)} MB`,
    ];
    console.log(`${figures.join(" ")}  ${address}`);
  }
}

async function memoryOf(server: ChildProcess): Promise<Memory> {
  server.send("memory");
  const [memory] = (await once(server, "message")) as [Memory];
  return memory;
}
