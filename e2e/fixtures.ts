import { test as base, expect, type Locator, type Page, type Request } from "@playwright/test";
import { demoLogins } from "../server/seeds/demo-logins.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import { insertTestMember, type TestMember } from "../server/src/testing/test-app.ts";
import { takeAlone } from "./alone.ts";
import { listenForComplaints, type Complaints } from "./complaints.ts";
import { database } from "./database.ts";
import { environment } from "./environment.ts";
import { attachLog, logEnd } from "./server-log.ts";

export { expect };

/** Of every member and operator that tests make. */
export const password = "Correct-Horse-9";

/** On a test whose screen differs between a phone and a desktop: it runs on both, others on one of them. */
export const onBothSizes = { tag: "@both" } as const;

/** For tests of what moves: `test.use(withMotion)`. */
export const withMotion = { contextOptions: { reducedMotion: "no-preference" } } as const;

export type Member = TestMember;

interface Options {
  /**
   * The member asked the browser to save data: no page is fetched before it is opened, and no worker is installed.
   * Most tests open few pages, and fetching all others takes more of the processor than the test itself.
   */
  savesData: boolean;
  /** What the test changes on the shared server. Two tests that change the same run one after the other. */
  changes: string | undefined;
}

interface Fixtures {
  /** A new member of its own for every test, so that no test depends on another. */
  member: Member;
  /** A page in another browser, for a second person in the same test. */
  otherPage: Page;
  /** Fails the test on anything that any page complains about: errors, refused scripts, failed requests. */
  complaints: Complaints;
  /** Holds what `changes` names for this test alone. */
  alone: void;
  /** Names failures that the test causes itself: requests that it aborts, answers of 500 that it plays. */
  expectFailures: Complaints["expect"];
}

interface WorkerFixtures {
  db: Db;
  passwordHash: string;
  /** The head of the demo network, with a history of her own. Tests only read it. */
  asha: Member;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  savesData: [true, { option: true }],
  changes: [undefined, { option: true }],
  alone: [
    async ({ changes }, use) => {
      const giveBack = changes === undefined ? undefined : await takeAlone(changes);
      await use();
      await giveBack?.();
    },
    // However long the tests before it take.
    { auto: true, timeout: 0 },
  ],
  baseURL: async ({}, use) => use(environment.url()),
  db: [
    async ({}, use) => {
      await use(database());
      await database().destroy();
    },
    { scope: "worker", auto: true },
  ],
  passwordHash: [async ({}, use) => use(await hashPassword(password)), { scope: "worker" }],
  asha: [
    async ({ db }, use) => {
      const found = db.selectFrom("members").select(["id", "ref_id as refId", "name", "email"]);
      await use(await found.where("ref_id", "=", demoLogins[0].refId).executeTakeFirstOrThrow());
    },
    { scope: "worker" },
  ],
  member: async ({ db, passwordHash }, use) => {
    const details = { name: "Ananya Krishnamurthy", passwordHash, side: "left", now: new Date() } as const;
    await use(await atomically(db, insertTestMember, details));
  },
  otherPage: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  context: async ({ context, savesData }, use) => {
    await context.addInitScript(keepWhatWasShown);
    if (savesData) await context.addInitScript(askToSaveData);
    await use(context);
  },
  complaints: [
    async ({ browser }, use, info) => {
      const start = await logEnd();
      const complaints = listenForComplaints(browser);
      await use(complaints);
      await complaints.stop();
      const unexpected = complaints.unexpected();
      if (unexpected.length > 0 || info.status !== info.expectedStatus) await attachLog(info, start);
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
  expectFailures: async ({ complaints }, use) => use(complaints.expect),
});

/** A notice that disappears by itself was shown since the page was loaded, however slow the machine is. */
export async function expectShown(page: Page, text: string): Promise<void> {
  await expect.poll(() => shownSince(page)).toContain(text);
}

/** No notice with this text was shown since the page was loaded. What would have shown it must be over. */
export async function expectNeverShown(page: Page, text: string): Promise<void> {
  expect(await shownSince(page)).not.toContain(text);
}

function shownSince(page: Page): Promise<string> {
  return page.evaluate(() => [...((globalThis as { shown?: Set<string> }).shown ?? [])].join("\n"));
}

/**
 * Opens a page with a form that was drawn at build time, and waits until the script has put the real one in its place.
 * What is filled into the drawn one is lost.
 */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator(".preview")).toHaveCount(0);
}

/** Follows the page's requests from now on. The returned function waits until each of them has come to its end. */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return () => expect.poll(() => open.size).toBe(0);
}

/** Types as a person does, who waits until the field has the focus: otherwise another field gets the keys. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await expect(field).toBeFocused();
  await field.pressSequentially(text);
}

/** Runs in the page, before its own scripts. */
export function askToSaveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** Runs in the page: keeps what its live regions said. */
function keepWhatWasShown(): void {
  const shown = new Set<string>();
  Object.assign(globalThis, { shown });
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[role=status], [role=alert]"))
      if (region.textContent) shown.add(region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
