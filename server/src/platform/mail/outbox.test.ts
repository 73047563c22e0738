import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { timedWorkers } from "../../testing/queue.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { after, hour } from "../clock.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../db.ts";
import { loginUrlOf } from "../login.ts";
import { enqueue } from "../jobs.ts";
import { secretKeyFrom } from "../secrets.ts";
import { queueMail, sendMailTask } from "./outbox.ts";
import { createWorker, type Worker } from "../worker.ts";
import { createMailTransport, type SmtpTransport } from "./transport.ts";
import { until } from "../../testing/queue.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let now: Date;
let timed: ReturnType<typeof timedWorkers>;
let logged: string;
let server: SMTPServer | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool({ url: loginUrlOf(database.url), poolSize: 10 }));
});

beforeEach(async () => {
  now = new Date("2026-01-05T06:00:00Z");
  timed = timedWorkers({ db, clock: () => now });
  logged = "";
  await db.deleteFrom("jobs").execute();
});

const transports: SmtpTransport[] = [];
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close();
  const open = server;
  server = undefined;
  if (open) await new Promise<void>((resolve) => open.close(resolve));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface ReceivedMail {
  to: string[];
  raw: string;
}

/** A real SMTP server. What it does with a recipient and how long it takes is the test's to say. */
async function startSmtp(options: { port?: number; refuse?: number; takesMs?: number } = {}) {
  const received: ReceivedMail[] = [];
  const recipients: string[] = [];
  server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onRcptTo(address, _session, callback) {
      recipients.push(address.address);
      const refusal = Object.assign(new Error(`5.1.1 <${address.address}> is unknown`), {
        responseCode: options.refuse,
      });
      callback(options.refuse === undefined ? null : refusal);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        setTimeout(callback, options.takesMs ?? 0);
      });
    },
  });
  const listener = server.listen(options.port ?? 0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return { port, url: `smtp://127.0.0.1:${port}`, received, recipients };
}

const publicUrl = "https://portal.example.com";
const secretKey = secretKeyFrom("a key of thirty-two characters ok");

function workerTo(smtpUrl: string): Worker {
  const log = pino({ level: "trace" }, { write: (line: string) => void (logged += line) });
  const clock = () => now;
  const transport = createMailTransport(smtpUrl, { limits: { stepMs: 2000, totalMs: 4000 } });
  transports.push(transport);
  const from = "FC Portal <no-reply@fc.example>";
  const tasks = [sendMailTask({ db, transport, from, clock, log, publicUrl, secretKey })];
  return timed(createWorker({ db, log, tasks }));
}

async function queueCode(tx: Tx, input: { to?: string; fail?: boolean }): Promise<void> {
  await queueMail(tx, {
    to: input.to ?? "asha.verma@example.com",
    content: { subject: "Your code", heading: "Your code", blocks: [{ kind: "code", code: "482913" }] },
    now,
  });
  if (input.fail) throw new Error("changed our mind");
}

async function enqueueAgain(tx: Tx, mailId: bigint): Promise<void> {
  await enqueue(tx, { task: "send-mail", payload: { mailId: String(mailId) }, now });
}

/** As a database that restarts does it. The application's own role may not. */
async function endTransactionsUnderWay(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  );
  await owner.end();
  expect(rowCount).toBe(1);
}

const newestMail = () =>
  db.selectFrom("mails").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
const jobs = () => db.selectFrom("jobs").selectAll().execute();
const messageIdOf = ({ raw }: ReceivedMail) => /^message-id: (.+)$/im.exec(raw)?.[1];

test("a mail goes out with the transaction that caused it", async () => {
  const smtp = await startSmtp();
  await atomically(db, queueCode, {});
  expect(smtp.received).toHaveLength(0);
  await workerTo(smtp.url).drain();

  const [mail] = smtp.received;
  expect(mail?.to).toEqual(["asha.verma@example.com"]);
  expect(mail?.raw).toContain("Your FC Portal code is 482913");
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/m);
  const stored = await newestMail();
  expect(messageIdOf(mail!)).toBe(`<${stored.message_id}@fc.example>`);
  expect(stored.sent_at).toEqual(now);
  expect(await jobs()).toEqual([]);
});

test("a rolled-back transaction sends nothing", async () => {
  const smtp = await startSmtp();
  await expect(atomically(db, queueCode, { fail: true })).rejects.toThrow("changed our mind");
  await workerTo(smtp.url).drain();
  expect(smtp.received).toHaveLength(0);
});

test("while the server is dead the mail waits, and then goes out once", async () => {
  const { port, url } = await startSmtp();
  await new Promise<void>((resolve) => server!.close(resolve));
  await atomically(db, queueCode, {});
  const worker = workerTo(url);
  await worker.drain();
  now = after(now, hour);
  await worker.drain();
  expect(await jobs()).toMatchObject([{ attempts: 2, failed_at: null, last_error: "ECONNREFUSED" }]);
  expect((await newestMail()).sent_at).toBeNull();

  const smtp = await startSmtp({ port });
  now = after(now, hour);
  await worker.drain();
  now = after(now, hour);
  await worker.drain();
  expect(smtp.received).toHaveLength(1);
  expect((await newestMail()).sent_at).not.toBeNull();
});

test("a job that runs twice sends once", async () => {
  const smtp = await startSmtp();
  await atomically(db, queueCode, {});
  const worker = workerTo(smtp.url);
  await worker.drain();
  await atomically(db, enqueueAgain, (await newestMail()).id);
  await worker.drain();
  expect(smtp.received).toHaveLength(1);
  expect(await jobs()).toEqual([]);
});

test("of two workers on one mail, at a slow server, one sends", async () => {
  const smtp = await startSmtp({ takesMs: 400 });
  await atomically(db, queueCode, {});
  await atomically(db, enqueueAgain, (await newestMail()).id);
  const workers = [workerTo(smtp.url), workerTo(smtp.url)];
  await Promise.all(workers.map((worker) => worker.drain()));
  // The second one checks again and finds it sent.
  expect(await jobs()).toHaveLength(1);
  now = after(now, hour);
  await Promise.all(workers.map((worker) => worker.drain()));
  expect(smtp.received).toHaveLength(1);
  expect(await jobs()).toEqual([]);
});

test("when we lose the database after the server took the mail, it goes again under the same Message-ID", async () => {
  const smtp = await startSmtp({ takesMs: 300 });
  await atomically(db, queueCode, {});
  const worker = workerTo(smtp.url);
  const firstTry = worker.drain();
  await until(() => smtp.received.length > 0);
  await endTransactionsUnderWay();
  await firstTry;
  now = after(now, hour);
  await worker.drain();
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received.map(messageIdOf)).size).toBe(1);
  expect((await newestMail()).sent_at).not.toBeNull();
});

test("a recipient refused for good is not tried again", async () => {
  const smtp = await startSmtp({ refuse: 550 });
  await atomically(db, queueCode, { to: "nobody@example.com" });
  const worker = workerTo(smtp.url);
  await worker.drain();
  now = after(now, hour);
  await worker.drain();
  expect(smtp.recipients).toHaveLength(1);
  const [job] = await jobs();
  expect(job?.failed_at).not.toBeNull();
  expect(job?.last_error).toContain("n***@example.com is refused: RCPT TO answered with 550 5.1.1");
});

test("a recipient refused for now is tried again", async () => {
  const smtp = await startSmtp({ refuse: 450 });
  await atomically(db, queueCode, {});
  const worker = workerTo(smtp.url);
  await worker.drain();
  now = after(now, hour);
  await worker.drain();
  expect(smtp.recipients).toHaveLength(2);
  expect(await jobs()).toMatchObject([{ failed_at: null, attempts: 2 }]);
});

test("neither a code nor a whole address is logged or kept with a job, and a sent mail keeps no body", async () => {
  const smtp = await startSmtp({ refuse: 550 });
  await atomically(db, queueCode, {});
  await workerTo(smtp.url).drain();
  const failed = JSON.stringify(await jobs(), (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  await new Promise<void>((resolve) => server!.close(resolve));
  const working = await startSmtp();
  await atomically(db, queueCode, {});
  await workerTo(working.url).drain();

  expect(logged).toContain("a***@example.com");
  for (const secret of ["482913", "asha.verma"]) {
    expect(logged).not.toContain(secret);
    expect(failed).not.toContain(secret);
  }
  expect(await newestMail()).toMatchObject({ content: null });
});

test.each([
  "a@x.example, b@y.example",
  "a@x.example\r\nBcc: b@y.example",
  "<a@x.example>",
  "a b@x.example",
  "nobody",
  "",
])("a mail to %j is not one to exactly one address", async (to) => {
  await expect(atomically(db, queueCode, { to })).rejects.toThrow("exactly one");
});
