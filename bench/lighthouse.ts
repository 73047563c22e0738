import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { fieldOf } from "../contract/src/sure.ts";
import { ensureBrowser } from "../scripts/ensure-browser.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { opened } from "./lib/browser-answers.ts";
import type { Options } from "./lib/options.ts";
import { signedInState, type SignedInState } from "./lib/phone.ts";
import { startProduct } from "./lib/product.ts";
import { report, say } from "./lib/report.ts";
import { median } from "./lib/timing.ts";

const version = "13.5.0";
const runs = 5;

const pages = [
  { name: "login", path: "/login", isSignedIn: false, score: 96 },
  { name: "registration", path: "/register-user", isSignedIn: false, score: 92 },
  { name: "dashboard", path: "/", isSignedIn: true, score: 90 },
] as const;

/** What is promised of each page at most. */
const limits = { blockedMs: 300, lcpMs: 2_000, shift: 0.05 } as const;

const run$ = promisify(execFile);

/**
 * What Google's Lighthouse says of the portal's first pages on its phone: a processor slowed four times and a slow 4G
 * network, with an empty cache. Each figure is the middle of several runs, and the load of the machine is said before
 * each page, because other work on the machine counts as ours.
 */
export async function run({ durable }: Options): Promise<void> {
  const program = await ensureLighthouse();
  const executable = await ensureBrowser();
  await withCluster(durable, async (cluster) => {
    const database = await cluster.create("lighthouse");
    const product = await startProduct(database.ownerUrl);
    try {
      const state = await memberState(executable, product.url);
      for (const page of pages) {
        const found: Figures[] = [];
        while (found.length < runs)
          found.push(
            await figuresOf(program, executable, product.url, page.path, page.isSignedIn ? state : undefined),
          );
        tell(page, found);
      }
    } finally {
      await product.stop();
    }
  });
}

function tell({ name, score }: (typeof pages)[number], found: readonly Figures[]): void {
  const middle = (of: keyof Figures) => median(found.map((figures) => figures[of]));
  const scores = found.map((figures) => figures.score.toFixed(0)).join(", ");
  say(
    `${name}: scores ${scores}; load of the machine ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} processors, whose speed Lighthouse rates at ${middle("speed").toFixed(0)}`,
  );
  const told = { peer: null, unit: "ms" };
  report({
    ...told,
    name: `Lighthouse's score of the ${name}`,
    unit: "of 100",
    ours: middle("score"),
    better: "larger",
    promise: { limit: score },
  });
  report({
    ...told,
    name: `${name}: main thread blocked`,
    ours: middle("blockedMs"),
    promise: { limit: limits.blockedMs },
  });
  report({
    ...told,
    name: `${name}: largest paint`,
    ours: middle("lcpMs"),
    promise: { limit: limits.lcpMs },
  });
  report({
    ...told,
    name: `${name}: layout shift`,
    unit: "of the screen",
    ours: middle("shift"),
    promise: { limit: limits.shift },
  });
  report({ ...told, name: `${name}: main thread busy`, ours: middle("busyMs"), promise: null });
}

interface Figures {
  score: number;
  blockedMs: number;
  lcpMs: number;
  shift: number;
  busyMs: number;
  /** Of the processor, as Lighthouse rates it. */
  speed: number;
}

/** In a browser of its own, so that nothing is kept from the run before. */
async function figuresOf(
  program: string,
  executable: string,
  url: string,
  pagePath: string,
  state: SignedInState | undefined,
): Promise<Figures> {
  await using browser = await startBrowser(executable);
  if (state) await signIn(browser.port, url, state);
  // Its reset of the storage would sign the member out; the cache of a new browser is empty anyway.
  const { stdout } = await run$(
    process.execPath,
    [
      program,
      `${url}${pagePath}`,
      `--port=${browser.port}`,
      "--disable-storage-reset",
      "--throttling-method=devtools",
      "--only-categories=performance",
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return read(JSON.parse(stdout));
}

function read(result: unknown): Figures {
  const figure = (...names: string[]) => {
    const value = names.reduce<unknown>(fieldOf, result);
    if (typeof value !== "number") throw new Error(`Lighthouse said nothing of ${names.join(".")}`);
    return value;
  };
  const shown = fieldOf(result, "finalDisplayedUrl");
  if (shown !== fieldOf(result, "requestedUrl")) throw new Error(`The page led to ${String(shown)}`);
  return {
    score: figure("categories", "performance", "score") * 100,
    blockedMs: figure("audits", "total-blocking-time", "numericValue"),
    lcpMs: figure("audits", "largest-contentful-paint", "numericValue"),
    shift: figure("audits", "cumulative-layout-shift", "numericValue"),
    busyMs: figure("audits", "mainthread-work-breakdown", "numericValue"),
    speed: figure("environment", "benchmarkIndex"),
  };
}

async function memberState(executablePath: string, url: string): Promise<SignedInState> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return await signedInState(browser, url);
  } finally {
    await browser.close();
  }
}

/** Puts a member's session into the browser without opening a page of the portal, whose files would be kept. */
async function signIn(port: number, url: string, { cookies, origins }: SignedInState): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error("The browser has no window");
  await context.addCookies(cookies);
  const page = await context.newPage();
  await opened(page, `${url}/favicon.svg`);
  await page.evaluate((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
  await page.close();
  // Ends the connection, not the browser: Lighthouse measures it with nobody else attached.
  await browser.close();
}

interface StartedBrowser extends AsyncDisposable {
  port: number;
}

async function startBrowser(executable: string): Promise<StartedBrowser> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fc-portal-lighthouse-"));
  const browser = spawn(
    executable,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  let output = "";
  let port = 0;
  for await (const chunk of browser.stderr.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    port = Number(/DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(output)?.[1] ?? 0);
    if (port > 0) break;
  }
  if (port === 0) throw new Error(`The browser ended before it was ready:\n${output}`);
  browser.stderr.resume();
  return {
    port,
    async [Symbol.asyncDispose]() {
      browser.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Lighthouse brings more than a hundred packages that nothing else needs, so it is fetched when it is first asked for, as
 * the tests' browser is.
 */
async function ensureLighthouse(): Promise<string> {
  const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));
  const folder = path.join(cache, `fc-portal-lighthouse-${version}`);
  const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
  if (existsSync(program)) return program;
  say(`fetching Lighthouse ${version}, once`);
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(path.join(cache, "lighthouse-"));
  try {
    const settings = ["--prefix", unfinished, "--ignore-scripts", "--no-audit", "--no-fund"];
    await run$("npm", ["install", ...settings, `lighthouse@${version}`], {
      shell: process.platform === "win32",
    });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`Lighthouse could not be fetched, so nothing was measured`, { cause: error });
  }
  return program;
}
