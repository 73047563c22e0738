import type { ChartNode } from "@fc/contract/tree/portal";
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import pg from "pg";
import { ensureBrowser } from "../scripts/ensure-browser.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { chartOf } from "../server/src/features/tree/chart.ts";
import { generate } from "../server/src/testing/network/generate.ts";
import { deepest } from "../server/src/core/network/subtree.ts";
import { withCluster, type Database } from "../server/src/testing/cluster.ts";
import { opened, watchAnswers } from "./lib/browser-answers.ts";
import type { Options } from "./lib/options.ts";
import { startProduct } from "./lib/product.ts";
import { report, say } from "./lib/report.ts";
import { median as medianOf } from "./lib/timing.ts";
import { peerPage } from "./tree-browser-peer.ts";

const until = new Date("2026-01-31T12:00:00Z");
const password = "Bench-Horse-9";
const slowedTimes = 4;
const loadedNodes = 5000;
const panSeconds = 4;
const viewport = { width: 1440, height: 900 };

/** The limits that must hold with a processor slowed down four times. */
const limits = { firstPaintMs: 1000, openingMs: 200, framesPerSecond: 50 };

/**
 * Measures the tree chart of the real product with a million members, in a browser whose processor is slowed down
 * four times. The peer draws as many nodes as the product has drawn at that moment.
 */
export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const database = await cluster.create("tree");
    const { rootId, depth } = await generate(database.ownerUrl, { members, seed: 1, shape: "deep", until });
    say(`${members.toLocaleString("en-US")} members, deepest ${depth} levels down`);
    const refId = await login(database, rootId);
    const team = await largeTeam(database, rootId);
    const product = await startProduct(database.ownerUrl);
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      await measure(browser, product.url, refId, team);
    } finally {
      await browser.close();
      await product.stop();
    }
  });
}

async function login({ ownerUrl }: Database, rootId: number): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ ref_id: string }>(
    "update members set password_hash = $1 where id = $2 returning ref_id",
    [await hashPassword(password), rootId],
  );
  await client.end();
  return rows[0]!.ref_id;
}

async function measure(browser: Browser, url: string, refId: string, team: ChartNode): Promise<void> {
  const context = await browser.newContext({ viewport, baseURL: url });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await opened(page, "/login");
  await page.getByLabel("User ID", { exact: true }).fill(refId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.locator(".shell").waitFor();

  const checkAnswers = watchAnswers(page);
  await slow(cdp);
  const painting = await ours(page, () => firstPaintMs(page));
  const fromDashboard = await ours(page, () => firstPaintFromDashboardMs(page));
  const opening = await ours(page, () => openingMs(page, true));
  const openingCold = await ours(page, () => openingMs(page, false));

  // One answer contains all nodes: the same state as if each had been opened by hand, but within seconds.
  await page.route("**/api/userCharts/*", (route) => route.fulfill({ json: { output: team } }));
  await firstPaintMs(page);
  await goDown(page, 10);
  const reopening = await ours(page, () => reopeningMs(page));
  const nearNodes = await drawnNodes(page);
  const panning = await panned(page, cdp);
  await page.getByRole("button", { name: "Fit to the screen" }).click();
  await page.waitForTimeout(1500);
  const farNodes = await drawnNodes(page);
  const panningFar = await panned(page, cdp);
  checkAnswers();

  say(
    `the chart is measured, processor slowed ${slowedTimes} times; now the peer, with as many nodes each time`,
  );
  const peer = await context.newPage();
  const peerCdp = await context.newCDPSession(peer);
  await peer.evaluate(peerPage, JSON.stringify(team));
  await slow(peerCdp);
  const draws = ({ nodes }: Measured) =>
    median(() => peer.evaluate((count) => peerDraws(count, "near"), nodes));
  const opens = async ({ nodes }: Measured) => {
    await peer.evaluate((count) => peerDraws(count, "near"), nodes);
    return median(() => peer.evaluate(() => peerOpens()));
  };
  const { firstPaintMs: firstMs, openingMs: openMs } = limits;
  wait("first paint of the tree chart, page load included", painting, await draws(painting), firstMs);
  wait(
    "first paint of the tree chart, from the dashboard",
    fromDashboard,
    await draws(fromDashboard),
    firstMs,
  );
  wait("opening a member, pointed at before", opening, await opens(opening), openMs);
  wait("opening a member, not pointed at before", openingCold, await opens(openingCold), openMs);
  wait("opening a member with 5,000 loaded nodes", reopening, await opens(reopening), openMs);
  await peer.evaluate((count) => peerDraws(count, "near"), nearNodes);
  pan(`panning with 5,000 loaded nodes, ${nearNodes} of them drawn`, panning, await panned(peer, peerCdp));
  await peer.evaluate((count) => peerDraws(count, "far"), farNodes);
  pan(`panning far away, ${farNodes} nodes drawn`, panningFar, await panned(peer, peerCdp));
  await context.close();
}

interface Measured {
  ms: number;
  /** How many nodes the page had drawn afterwards. */
  nodes: number;
}

async function ours(page: Page, work: () => Promise<number>): Promise<Measured> {
  return { ms: await median(work), nodes: await drawnNodes(page) };
}

/** In full, or as a box among others in one path. */
function drawnNodes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".far-boxes path")].map(
      (path) => path.getAttribute("d") ?? "",
    );
    const far = boxes.join("").split("M").length - 1;
    return far > 0 ? far : document.querySelectorAll(".chart-node").length;
  });
}

function wait(name: string, { ms, nodes }: Measured, peer: number, limit: number): void {
  const full = `${name}, against a bare drawing of as many nodes (${nodes})`;
  report({ name: full, unit: "ms", ours: ms, peer, promise: { limit } });
}

function pan(name: string, mine: Panning, peer: Panning): void {
  report({
    name,
    unit: "frames/s",
    ours: mine.framesPerSecond,
    peer: peer.framesPerSecond,
    better: "larger",
    promise: { limit: limits.framesPerSecond },
  });
  report({
    name: `${name}: work for each frame`,
    unit: "ms",
    ours: mine.msPerFrame,
    peer: peer.msPerFrame,
    promise: null,
  });
}

async function slow(cdp: CDPSession): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowedTimes });
}

const runs = 5;

/** Product and peer alike: one run to warm up, and then the middle of five. */
async function median(work: () => Promise<number>): Promise<number> {
  await work();
  const times: number[] = [];
  while (times.length < runs) times.push(await work());
  return medianOf(times);
}

/** From the request of the page until the members are on the screen. */
async function firstPaintMs(page: Page): Promise<number> {
  await page.goto("about:blank");
  await opened(page, "/tree-chart", { waitUntil: "commit" });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (document.querySelectorAll(".chart-node").length > 3)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
}

/** From a click in the navigation, as members open the page. */
async function firstPaintFromDashboardMs(page: Page): Promise<number> {
  await opened(page, "/");
  const link = page.getByRole("link", { name: "Tree Chart" });
  await link.hover();
  await page.waitForTimeout(1500);
  return pressMs(page, () => link.click());
}

/** From the press until the members below are on the screen: the first frame of their 500 ms animation. */
async function pressMs(page: Page, press: () => Promise<void>): Promise<number> {
  // Listens before the press is sent, because the two reach the browser by different ways.
  const painted = await page.evaluateHandle(() => {
    const before = document.querySelectorAll(".chart-node").length;
    let pressed = 0;
    for (const type of ["click", "keydown"])
      addEventListener(type, (event) => (pressed = event.timeStamp), { once: true, capture: true });
    const result = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error("No member appeared")), 30_000);
      const check = () => {
        // The opened member has the focus; the members below are drawn together with its open mark.
        const isOpen = document.activeElement?.matches('.chart-node[aria-expanded="true"]');
        const isNew = before === 0 && document.querySelectorAll(".chart-node").length > 3;
        if (pressed > 0 && (isOpen || isNew))
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
        else requestAnimationFrame(check);
      };
      check();
    });
    return { result };
  });
  await press();
  return painted.evaluate(({ result }) => result);
}

/** Opens a member whose children are not loaded yet. */
async function openingMs(page: Page, isPointedAt: boolean): Promise<number> {
  await firstPaintMs(page);
  await page.waitForTimeout(700);
  const closed = await page.evaluate(() => {
    const nodes = [...document.querySelectorAll('.chart-node[aria-expanded="false"]')];
    const boxes = nodes.filter((node) => /\+\d/.test(node.textContent)).map((n) => n.getBoundingClientRect());
    const box = boxes.find(({ left, right }) => left > 0 && right < innerWidth);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  });
  if (!closed) throw new Error("No closed member is on the screen");
  if (isPointedAt) {
    await page.mouse.move(closed.x, closed.y);
    await page.waitForTimeout(400);
  } else await page.mouse.move(5, 500);
  return pressMs(page, () => page.mouse.click(closed.x, closed.y));
}

/** Goes some levels down, where the members below one are close enough to be seen together. */
async function goDown(page: Page, levels: number): Promise<void> {
  const key = async (name: string) => {
    await page.keyboard.press(name);
    await page.waitForTimeout(1200);
    return page.locator(":focus").getAttribute("aria-expanded");
  };
  await page.locator('.chart-node[tabindex="0"]').focus();
  for (let level = 0; level < levels; level++) {
    // Down to the left or else to the right; back up if neither is open.
    if ((await key("ArrowDown")) === "true" || (await key("ArrowRight")) === "true") continue;
    await key("ArrowUp");
    return;
  }
}

/** Closes the focused member and opens it again, while all others stay open. */
async function reopeningMs(page: Page): Promise<number> {
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1500);
  const ms = await pressMs(page, () => page.keyboard.press("Enter"));
  await page.waitForTimeout(1500);
  return ms;
}

interface Panning {
  framesPerSecond: number;
  /** The time of the page's main thread per frame, which does not depend on other load. */
  msPerFrame: number;
}

/** Drags in circles at the rate of a screen and counts the frames. */
async function panned(page: Page, cdp: CDPSession): Promise<Panning> {
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
  };
  const [cx, cy] = [viewport.width / 2, viewport.height / 2];
  const mouse = (type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number, y: number) =>
    cdp.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  await mouse("mousePressed", cx, cy);
  await mouse("mouseMoved", cx + 20, cy + 20);
  const before = await worked();
  const frames = page.evaluate(
    (seconds) =>
      new Promise<number>((resolve) => {
        let count = 0;
        const start = performance.now();
        const tick = (now: number) => {
          count++;
          if (now - start < seconds * 1000) requestAnimationFrame(tick);
          else resolve((count - 1) / ((now - start) / 1000));
        };
        requestAnimationFrame(tick);
      }),
    panSeconds,
  );
  let done = false;
  void frames.finally(() => (done = true));
  for (let step = 0; !done; step++) {
    const angle = step / 40;
    const sent = mouse("mouseMoved", cx + Math.sin(angle) * 600, cy - Math.sin(angle * 0.7) * 350);
    await Promise.all([sent, new Promise((resolve) => setTimeout(resolve, 16))]);
  }
  const work = (await worked()) - before;
  await mouse("mouseReleased", cx, cy);
  const framesPerSecond = await frames;
  return { framesPerSecond, msPerFrame: work / (framesPerSecond * panSeconds) };
}

/** Some thousand members, those with many on both sides first, combined from many answers. */
async function largeTeam(database: Database, rootId: number): Promise<ChartNode> {
  const { db, close } = database.connect(1);
  const chart = (from: string | undefined) => chartOf(db, { memberId: rootId, start: from, depth: deepest });
  const team = await chart(undefined);
  const frontier: ChartNode[] = [];
  let count = 0;
  const take = (node: ChartNode) => {
    count++;
    if (node.attributes && !node.children) frontier.push(node);
    node.children?.forEach(take);
  };
  const bushiness = ({ attributes }: ChartNode) =>
    attributes ? Math.min(attributes.left.users, attributes.right.users) : 0;
  take(team);
  while (count < loadedNodes) {
    frontier.sort((one, other) => bushiness(one) - bushiness(other));
    const node = frontier.pop();
    if (!node) break;
    node.children = (await chart(node.attributes?.refId)).children ?? [];
    node.children.forEach(take);
  }
  await close();
  return team;
}
