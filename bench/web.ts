import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { ensureBrowser } from "../scripts/ensure-browser.ts";
import { withCluster } from "../server/src/testing/cluster.ts";
import { opened, watchAnswers } from "./lib/browser-answers.ts";
import type { Options } from "./lib/options.ts";
import { fillLogin, hasFigures, phoneSize, signedInState, type SignedInState } from "./lib/phone.ts";
import { startProduct } from "./lib/product.ts";
import { report, say } from "./lib/report.ts";
import { median } from "./lib/timing.ts";

/** A cheap phone in a slow network: DevTools' "Slow 4G" and a processor slowed four times. */
const profile = { slowedTimes: 4, latencyMs: 562.5, bytesPerSecond: 1_474_560 / 8 };
const runs = 3;

/** What is promised at most. */
const limits = {
  tapMs: 100,
  loginMs: 2000,
  coldMs: 3000,
  warmMs: 1500,
  withdrawMs: 4000,
  treeMs: 2500,
  files: 12,
  lcpMs: 1500,
  shift: 0.05,
} as const;

/**
 * How long members wait in front of the portal's main screens. The peer is what the network alone takes: as many
 * round trips of an empty page as are needed at least, and the bytes that were transferred. The tap's peer is a
 * button on an empty page that changes its own colour.
 */
export async function run({ durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const database = await cluster.create("web");
    const product = await startProduct(database.ownerUrl);
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      await measure(browser, product.url);
    } finally {
      await browser.close();
      await product.stop();
    }
  });
}

async function measure(browser: Browser, url: string): Promise<void> {
  const member = await signedInState(browser, url);
  const phonePage = (state?: SignedInState) => openPhone(browser, url, state);
  say(
    `slowed ${profile.slowedTimes} times, ${profile.latencyMs} ms, ${profile.bytesPerSecond} bytes/s, 390 px`,
  );

  const roundTripMs = await middle(
    async () => {
      await using phone = await phonePage();
      await opened(phone.page, "/favicon.svg");
      // Awaited here, as everywhere below: the phone is closed when this returns.
      return await phone.page.evaluate(() => {
        const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
        // When its answer began is noted before the browser holds it back.
        return load!.loadEventStart;
      });
    },
    (ms) => ms,
  );
  say(`an empty page takes ${roundTripMs.toFixed(0)} ms`);
  const bare = (roundTrips: number, bytes: number) =>
    roundTrips * roundTripMs + (bytes / profile.bytesPerSecond) * 1000;

  const login = await middle(
    () => loginRun(phonePage),
    ({ ms }) => ms,
  );
  wait("login tap until figures", login.ms, bare(1, login.bytes), limits.loginMs);

  const cold = await middle(
    () => loadRun(phonePage, member, "/", hasFigures),
    ({ ms }) => ms,
  );
  wait("dashboard with an empty cache until figures", cold.ms, bare(2, cold.bytes), limits.coldMs);
  const warm = await middle(
    () => reloadRun(phonePage, member),
    ({ ms }) => ms,
  );
  wait("dashboard with a warm cache until figures", warm.ms, bare(1, warm.bytes), limits.warmMs);

  const withdraw = await middle(
    () => loadRun(phonePage, member, "/withdraw", hasWithdrawForm),
    ({ ms }) => ms,
  );
  wait(
    "/withdraw with an empty cache until its form",
    withdraw.ms,
    bare(3, withdraw.bytes),
    limits.withdrawMs,
  );
  count("JavaScript files of /withdraw", "files", withdraw.files, limits.files);
  const tree = await middle(
    () => loadRun(phonePage, member, "/tree-chart", hasTreeNodes),
    ({ ms }) => ms,
  );
  wait("tree's first nodes with an empty cache", tree.ms, bare(2, tree.bytes), limits.treeMs);

  const bareTap = await middle(
    () => bareTapRun(phonePage),
    (ms) => ms,
  );
  for (const tab of ["Staking", "Withdraw", "Team", "Notices"]) {
    const tap = await middle(
      () => tapRun(phonePage, member, tab),
      (ms) => ms,
    );
    wait(`first tap on ${tab} until tab and outline`, tap, bareTap, limits.tapMs);
  }

  for (const [name, path, state] of [
    ["login", "/login", undefined],
    ["registration", "/register-user", undefined],
    ["dashboard", "/", member],
  ] as const) {
    const { lcpMs, shift } = await middle(
      () => paintRun(phonePage, path, state),
      (paint) => paint.lcpMs,
    );
    wait(`largest paint of the ${name}`, lcpMs, bare(1, 0), limits.lcpMs);
    count(`layout shift of the ${name}`, "of the screen", shift, limits.shift);
  }
}

function wait(name: string, ours: number, peer: number, limit: number): void {
  report({ name, unit: "ms", ours, peer, promise: { limit } });
}

function count(name: string, unit: string, ours: number, limit: number): void {
  report({ name, unit, ours, peer: null, promise: { limit } });
}

/** The run in the middle by its time, which depends least on other load of the machine. */
async function middle<T>(work: () => Promise<T>, msOf: (result: T) => number): Promise<T> {
  const results: T[] = [];
  while (results.length < runs) results.push(await work());
  const ms = median(results.map(msOf));
  return results.find((result) => msOf(result) === ms)!;
}

interface Phone extends AsyncDisposable {
  page: Page;
  /** What was transferred since it was opened or forgotten. */
  traffic: { bytes: number; files: Set<string> };
}

/** A new browser with an empty cache; with a state, a member is signed in. */
async function openPhone(browser: Browser, url: string, state?: SignedInState): Promise<Phone> {
  const context = await browser.newContext({
    ...phoneSize,
    baseURL: url,
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const traffic = { bytes: 0, files: new Set<string>() };
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ request }) => {
    if (request.url.endsWith(".js")) traffic.files.add(request.url);
  });
  cdp.on("Network.dataReceived", ({ encodedDataLength }) => (traffic.bytes += encodedDataLength));
  await throttle(cdp);
  const checkAnswers = watchAnswers(page);
  return {
    page,
    traffic,
    async [Symbol.asyncDispose]() {
      await context.close();
      checkAnswers();
    },
  };
}

async function throttle(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.bytesPerSecond,
    uploadThroughput: profile.bytesPerSecond / 2,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: profile.slowedTimes });
}

type OpenPhone = (state?: SignedInState) => Promise<Phone>;

interface Load {
  ms: number;
  bytes: number;
  files: number;
}

/** From the request of the page until what a member came for is on the screen. */
async function loadRun(
  open: OpenPhone,
  state: SignedInState,
  path: string,
  isThere: () => boolean,
): Promise<Load> {
  await using phone = await open(state);
  const { page, traffic } = phone;
  await opened(page, path, { waitUntil: "commit" });
  const ms = await shownMs(page, isThere);
  return { ms, bytes: traffic.bytes, files: traffic.files.size };
}

async function reloadRun(open: OpenPhone, state: SignedInState): Promise<Load> {
  await using phone = await open(state);
  const { page, traffic } = phone;
  await opened(page, "/");
  await page.waitForFunction(hasFigures);
  // Until the service worker has kept everything. Then it is stopped, as it is when the portal is opened later.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForLoadState("networkidle");
  const workers = await page.context().newCDPSession(page);
  await workers.send("ServiceWorker.enable");
  await workers.send("ServiceWorker.stopAllWorkers");
  traffic.bytes = 0;
  await page.reload({ waitUntil: "commit" });
  return { ms: await shownMs(page, hasFigures), bytes: traffic.bytes, files: 0 };
}

/** A person needs some seconds to type, in which the next screen is loaded. */
async function loginRun(open: OpenPhone): Promise<Load> {
  await using phone = await open();
  const { page, traffic } = phone;
  await opened(page, "/login");
  await fillLogin(page);
  await page.waitForTimeout(4_000);
  await page.waitForLoadState("networkidle");
  const isShown = await afterPress(page, hasFigures);
  traffic.bytes = 0;
  await page.getByRole("button", { name: "Login" }).click();
  return { ms: await isShown(), bytes: traffic.bytes, files: 0 };
}

/** The moment the dashboard has its figures, before anything was loaded in advance. */
async function tapRun(open: OpenPhone, state: SignedInState, tab: string): Promise<number> {
  await using phone = await open(state);
  const { page } = phone;
  await opened(page, "/", { waitUntil: "commit" });
  await shownMs(page, hasFigures);
  const isShown = await afterPress(page, isAnswered);
  await page.locator(".bottom-bar").getByRole("link", { name: tab }).tap();
  return await isShown();
}

async function bareTapRun(open: OpenPhone): Promise<number> {
  await using phone = await open();
  const { page } = phone;
  await page.setContent("<button onclick=\"this.setAttribute('aria-current', 'page')\">Tap</button>");
  const isShown = await afterPress(page, () => document.querySelector("[aria-current=page]") !== null);
  await page.getByRole("button").tap();
  return await isShown();
}

async function paintRun(
  open: OpenPhone,
  path: string,
  state: SignedInState | undefined,
): Promise<{ lcpMs: number; shift: number }> {
  await using phone = await open(state);
  const { page } = phone;
  await page.addInitScript(() => {
    const paint = { lcpMs: 0, shift: 0 };
    Object.assign(globalThis, { paint });
    new PerformanceObserver((list) => {
      paint.lcpMs = list.getEntries().at(-1)!.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        paint.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await opened(page, path);
  await page.waitForTimeout(5_000);
  const paint = await page.evaluate(
    () => (globalThis as unknown as { paint: { lcpMs: number; shift: number } }).paint,
  );
  if (paint.lcpMs === 0) throw new Error(`${path} painted nothing`);
  return paint;
}

declare global {
  /** Put into the page: whether it shows what is waited for. */
  var isShown: () => boolean;
}

/** As text, because the page's policy forbids it to make functions of texts by itself. */
async function lookFor(page: Page, isThere: () => boolean): Promise<void> {
  await page.evaluate(`globalThis.isShown = ${String(isThere)}`);
}

/** From the start of the page's request until the frame that shows it. */
async function shownMs(page: Page, isThere: () => boolean): Promise<number> {
  await lookFor(page, isThere);
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("It never appeared")), 30_000);
        const check = () => {
          // What is there at the beginning of a frame is painted by it, and a task comes after the paint.
          if (isShown()) setTimeout(() => resolve(performance.now()));
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      }),
  );
}

/** Listens before the press is sent, and measures from the press until the frame that shows what it leads to. */
async function afterPress(page: Page, isThere: () => boolean): Promise<() => Promise<number>> {
  await lookFor(page, isThere);
  const shown = await page.evaluateHandle(() => {
    const result = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error("It never appeared")), 30_000);
      const listen = ({ timeStamp }: Event) => {
        const check = () => {
          if (isShown()) setTimeout(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      };
      addEventListener("click", listen, { once: true, capture: true });
    });
    return { result };
  });
  return () => shown.evaluate(({ result }) => result);
}

// These run in the page.

function hasWithdrawForm(): boolean {
  return document.querySelector("main form input") !== null;
}

function hasTreeNodes(): boolean {
  return document.querySelectorAll(".chart-node, [role=treeitem]").length > 3;
}

function isAnswered(): boolean {
  // The router itself calls the page before current as well, until the other one is here.
  const tab = document.querySelector(".bottom-bar [data-current=true]");
  const isElsewhere = tab !== null && tab.getAttribute("href") !== "/";
  return isElsewhere && document.querySelector("main [role=status]") !== null;
}
