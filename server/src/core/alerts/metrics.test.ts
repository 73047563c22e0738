import { alertConditionNames } from "@fc/contract/alerts/console-conditions";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import { createDb, createPool } from "../../platform/db.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { houseGauges } from "./metrics.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  );

const ops = new URL("../../../../ops/", import.meta.url);
const file = (name: string) => readFile(new URL(name, ops), "utf8");

/** The names of metrics in an expression: what is left without texts, labels, ranges and PromQL's own words. */
function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, " ").replaceAll(/\bby \([^)]*\)/g, " ");
  const promql = /^(sum|min|max|rate|time|absent|topk|histogram_quantile|min_over_time)$/;
  return (bare.match(/[a-z]\w*/g) ?? []).filter((word) => !promql.test(word));
}

test("every condition is in the metrics from the first scrape on, and turns 1 while it is an alert", async () => {
  const before = await metrics();
  for (const condition of alertConditionNames) {
    expect(valueOf(before, `alert_active{condition="${condition}"}`)).toBe(0);
  }
  expect(valueOf(before, "alerts_last_check_timestamp_seconds")).toBe(0);
  await app.db
    .insertInto("jobs")
    .values({
      task: "count-sheep",
      payload: "{}",
      run_at: app.time.now,
      created_at: app.time.now,
      failed_at: app.time.now,
      last_error: "no",
    })
    .execute();
  for (const _ of [1, 2]) {
    app.time.advance(minute);
    await app.worker.drain();
  }
  const after = await metrics();
  expect(valueOf(after, 'alert_active{condition="work-failed"}')).toBe(1);
  expect(valueOf(after, 'jobs_waiting{lane="work",state="failed"}')).toBe(1);
  expect(valueOf(after, "alerts_last_check_timestamp_seconds")).toBe(app.time.now.getTime() / 1000);
  expect(valueOf(after, "database_reachable")).toBe(1);
});

test("without its database a node still reports itself, and no old figures", async () => {
  const registry = new Registry();
  let db = app.db;
  const measure = houseGauges(registry, {
    ...app.deps,
    get db() {
      return db;
    },
  });
  await measure();
  expect(await registry.metrics()).toContain("pool_coins 0");
  db = createDb(createPool({ url: "postgres://nobody@127.0.0.1:1/none", poolSize: 1 }));
  await measure();
  const text = await registry.metrics();
  expect(valueOf(text, "database_reachable")).toBe(0);
  expect(text).toMatch(/^disk_free_ratio\{.*\} [\d.]+$/m);
  expect(text).not.toMatch(/^(pool_coins|alert_active)/m);
  await db.destroy();
});

test("rules and dashboard use only metrics that a server has", async () => {
  const rules = await file("prometheus/fc-portal.rules.yml");
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    await file("grafana/fc-portal.json"),
  );
  const expressions = [
    ...[...rules.matchAll(/expr: (?:>-\n)?((?:.|\n)+?)\n +(?:for|labels):/g)].map(([, text = ""]) => text),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  const used = new Set(expressions.flatMap(namesIn));
  expect(used.size).toBeGreaterThan(20);
  const text = await metrics();
  // Prometheus itself adds `up`.
  const had = new Set(["up", ...[...text.matchAll(/^([a-z]\w*)/gm)].map(([, name = ""]) => name)]);
  expect([...used].filter((name) => !had.has(name))).toEqual([]);
});

test("the docs say of every alert what it means and what to do", async () => {
  const docs = await readFile(new URL("../docs/operations.md", ops), "utf8");
  const listed = [...docs.matchAll(/^\| (`[a-z`, -]+`) \|/gm)].flatMap(([, names = ""]) =>
    names.match(/[a-z][a-z-]+/g),
  );
  expect(new Set(listed)).toEqual(new Set(alertConditionNames));
});

const promtool = (...args: string[]) =>
  spawnSync("promtool", args, { cwd: fileURLToPath(ops), encoding: "utf8" });

test("the rules do what their own tests say", ({ skip }) => {
  if (promtool("--version").status !== 0) skip("promtool is not installed");
  for (const args of [
    ["check", "rules", "prometheus/fc-portal.rules.yml"],
    ["test", "rules", "prometheus/fc-portal.test.yml"],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
  }
});
