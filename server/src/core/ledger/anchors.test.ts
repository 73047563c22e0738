import { asFc } from "@fc/contract/units";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWebhookReceiver } from "../../testing/alerts.ts";
import { after, day } from "../../platform/clock.ts";
import { fundPool } from "../../testing/ledger/ledger.ts";
import { addOperator } from "../../testing/operators.ts";
import { processFile } from "../../testing/process-file.ts";
import { until } from "../../testing/queue.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { unsealedSeconds } from "../alerts/figures.ts";
import { alertWebhookTask } from "../alerts/webhook.ts";
import { anchorTask } from "./anchors.ts";
import { seal } from "./seal.ts";
import { verify } from "./verify.ts";

let app: TestApp;
let admin: { email: string };
beforeAll(async () => {
  app = await startTestApp();
  admin = await addOperator(app, "admin");
  await addOperator(app, "finance");
});
afterAll(() => app.stop());

const file = () => join(app.deps.anchorsDir, "ledger.txt");
const kept = async () => (await readFile(file(), "utf8")).split("\n").slice(0, -1);
const head = async () => (await verify(app.databaseUrl)).head!;

async function postAndSeal() {
  await fundPool(app.db, asFc(5n));
  // The first run draws the horizon, and the next one seals up to it; transactions of other test files, in the same
  // cluster, may delay that.
  await until(async () => {
    await seal(app.db, { secretKey: app.deps.secretKey, now: app.time.now });
    return (await unsealedSeconds(app.db)) === 0;
  });
}

/** As a person runs it. */
async function command(anchor: string) {
  const script = processFile(new URL("../../commands/verify-ledger.ts", import.meta.url));
  const { secretKey } = app.deps;
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, SECRET_KEY: secretKey.text };
  return promisify(execFile)(process.execPath, [script, "--anchor", anchor], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  );
}

test("an empty ledger has no anchor", async () => {
  const task = anchorTask(app.deps);
  expect(await task.hasWork?.()).toBe(false);
  await task.run({});
  await expect(readFile(file())).rejects.toThrow("ENOENT");
});

test("once a day every admin and the webhook get the head of the chain, and each node keeps it in a file", async () => {
  const hook = await startWebhookReceiver();
  const deps = { ...app.deps, alertWebhook: hook.webhook };
  const task = anchorTask(deps);
  await postAndSeal();
  const first = await head();
  expect(await task.hasWork?.()).toBe(true);
  await task.run({});
  await postAndSeal();
  await task.run({});
  expect(await task.hasWork?.()).toBe(false);
  expect(await kept()).toEqual([`2026-11-15 ${first}`]);
  const mails = (await app.mailsTo(admin.email)).filter(({ subject }) => subject.includes("anchor"));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(first);
  const { rows } = await jobsOfWebhook();
  expect(rows).toHaveLength(1);
  await alertWebhookTask(deps).run(rows[0]!);
  expect(JSON.parse(hook.received[0]!.body)).toMatchObject({
    type: "ledger.anchor",
    data: { day: "2026-11-15", head: first },
  });
  await hook.close();

  app.time.advance(day);
  const second = await head();
  await task.run({});
  const other = { ...deps, anchorsDir: join(app.deps.anchorsDir, "other-node") };
  await anchorTask(other).run({});
  expect(await kept()).toEqual([`2026-11-15 ${first}`, `2026-11-16 ${second}`]);
  expect(await readFile(join(other.anchorsDir, "ledger.txt"), "utf8")).toBe(await readFile(file(), "utf8"));
});

async function jobsOfWebhook() {
  const jobs = await app.db
    .selectFrom("jobs")
    .select("payload")
    .where("task", "=", "alerts.webhook")
    .execute();
  return { rows: jobs.map(({ payload }) => payload) };
}

test("ledger:verify takes the file, and finds a chain that no longer has one of its heads", async () => {
  const whole = await command(file());
  expect(whole).toMatchObject({ code: 0, text: expect.stringContaining("Compared with 2 earlier heads") });
  const { hostname, port, pathname } = new URL(app.databaseUrl);
  expect(whole.text).toContain(`Verifying the database ${pathname.slice(1)} at ${hostname}, port ${port}`);
  expect(await command(await head())).toMatchObject({ code: 0 });

  const [line = ""] = await kept();
  const forged = join(app.deps.anchorsDir, "forged.txt");
  await writeFile(forged, `${line}\n2026-11-16 2:${"0".repeat(64)}\n`);
  const cut = await command(forged);
  expect(cut.code).toBe(1);
  expect(cut.text).toContain(`the seal 2:${"0".repeat(64)} is no longer in it`);

  await writeFile(forged, "not an anchor\n");
  expect(await command(forged)).toMatchObject({ code: 1, text: expect.stringContaining("line 1 of") });
  expect(await command("/nowhere")).toMatchObject({
    code: 1,
    text: expect.stringContaining("neither a head"),
  });
});

test("a node whose clock is a month ahead does not stop the anchors of the days until then", async () => {
  const ahead = { ...app.deps, clock: () => after(app.time.now, 30 * day) };
  await anchorTask(ahead).run({});
  app.time.advance(day);
  await anchorTask(app.deps).run({});
  expect((await kept()).map((line) => line.split(" ")[0])).toEqual([
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
  ]);
});
