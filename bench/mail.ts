import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { atomically, createDb, createPool, type Db, type Tx } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { createLog } from "../server/src/platform/logger.ts";
import type { MailContent } from "../server/src/platform/mail/content.ts";
import { queueMail, sendMailTask } from "../server/src/platform/mail/outbox.ts";
import { renderMail } from "../server/src/platform/mail/template.ts";
import { createMailTransport, type SmtpTransport } from "../server/src/platform/mail/transport.ts";
import { secretKeyFrom } from "../server/src/platform/secrets.ts";
import { createWorker, type Worker } from "../server/src/platform/worker.ts";
import { withCluster, type Cluster } from "../server/src/testing/cluster.ts";
import type { Options } from "./lib/options.ts";
import { report, say } from "./lib/report.ts";
import { median, timeMs } from "./lib/timing.ts";

const from = "FC Portal <no-reply@example.com>";
const receipts = 10_000;
const perTurn = 500;
const codes = 20;
/** As many as a lane sends at once. */
const atOnce = 4;
/** A mail server on the network takes about this long for a mail. */
const serverMs = 5;

/** How fast mails leave, compared with the mail server alone, and how long a code waits while receipts are sent. */
export async function run({ durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const bench = await open(cluster);
    await throughput(bench);
    await waitOfCodes(bench);
    await bench.close();
  });
}

interface Bench {
  db: Db;
  worker: Worker;
  transport: SmtpTransport;
  /** Addresses with the time at which the server had their mail. */
  receivedAt: Map<string, number>;
  close(): Promise<void>;
}

async function open(cluster: Cluster): Promise<Bench> {
  const { ownerUrl } = await cluster.create("mail");
  const db = createDb(createPool({ url: loginUrlOf(ownerUrl), poolSize: 20 }));
  const receivedAt = new Map<string, number>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      stream.resume().on("end", () => {
        receivedAt.set(session.envelope.rcptTo[0]!.address, performance.now());
        setTimeout(callback, serverMs);
      });
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`);
  const log = createLog("silent");
  const secretKey = secretKeyFrom("a key for benchmarks, and nothing else");
  const links = { secretKey, publicUrl: "https://portal.example.com" };
  const tasks = [sendMailTask({ db, log, clock: () => new Date(), transport, from, ...links })];
  // It is told of new jobs, as in production: asking every second would make the wait with an empty queue long.
  const worker = createWorker({ db, log, tasks, listenUrl: ownerUrl });
  return {
    db,
    worker,
    transport,
    receivedAt,
    async close() {
      await worker.stop();
      transport.close();
      await new Promise<void>((resolve) => server.close(resolve));
      await db.destroy();
    },
  };
}

const receipt: MailContent = {
  subject: "Your transfer",
  heading: "Your transfer",
  blocks: [
    { kind: "paragraph", text: "Hello Asha, you sent 12 FC." },
    { kind: "facts", rows: [{ label: "Amount", value: "12 FC" }] },
  ],
};
const code: MailContent = {
  subject: "Your code",
  heading: "Your code",
  blocks: [{ kind: "code", code: "123456" }],
};

interface Bulk {
  content: MailContent;
  to: string[];
}

async function queue(tx: Tx, { content, to }: Bulk): Promise<void> {
  await queueMail(tx, ...to.map((address) => ({ to: address, content, now: new Date() })));
}

async function throughput({ db, worker, transport, receivedAt }: Bench): Promise<void> {
  const to = Array.from({ length: perTurn }, (_, n) => `member${n}@example.com`);
  // A mail that the server did not get was fast, and must not count.
  const sentMs = async (send: () => Promise<unknown>) => {
    receivedAt.clear();
    const ms = await timeMs(send);
    if (receivedAt.size !== perTurn) throw new Error(`Only ${receivedAt.size} of ${perTurn} mails arrived`);
    return ms;
  };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    await atomically(db, queue, { content: receipt, to });
    ours.push(await sentMs(() => worker.drain()));
    bare.push(await sentMs(() => sendBare(transport, to)));
  }
  const mailsPerSecond = (times: number[]) => (perTurn / median(times)) * 1000;
  report({
    name: `mails sent by ${atOnce} at once, as rendered and sent without a queue`,
    unit: "mails/s",
    ours: mailsPerSecond(ours),
    peer: mailsPerSecond(bare),
    better: "larger",
    promise: { ratioAtMost: 1 / 0.4 },
  });
}

async function sendBare(transport: SmtpTransport, to: string[]): Promise<void> {
  const left = [...to];
  const sendAll = async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      const messageId = `<${address}>`;
      await transport.send({ messageId, from, to: address, ...renderMail(receipt), date: new Date() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
}

async function waitOfCodes(bench: Bench): Promise<void> {
  bench.worker.start();
  const alone = median(await waits(bench, "alone"));
  for (let n = 0; n < receipts; n += 1000) {
    const to = Array.from({ length: 1000 }, (_, index) => `receipt${n + index}@example.com`);
    await atomically(bench.db, queue, { content: receipt, to });
  }
  const behind = await waits(bench, "behind");
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from jobs`.execute(bench.db);
  if (rows[0]!.left === 0) throw new Error("no receipts were left to wait behind");
  say(
    `${rows[0]!.left} receipts still waited; the longest wait of a code was ${Math.max(...behind).toFixed(0)} ms`,
  );
  report({
    name: `wait of a code behind ${receipts} receipts, until the mail server has it`,
    unit: "ms",
    ours: median(behind),
    peer: alone,
    promise: { ratioAtMost: 10 },
  });
}

async function waits({ db, receivedAt }: Bench, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < codes; n++) {
    const to = `${name}${n}@example.com`;
    const startedAt = performance.now();
    await atomically(db, queue, { content: code, to: [to] });
    while (!receivedAt.has(to)) await sleep(1);
    times.push(receivedAt.get(to)! - startedAt);
    await sleep(50);
  }
  return times;
}
