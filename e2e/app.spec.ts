import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, password, test } from "./fixtures.ts";
import { cutOf, excessOf, shiftsOf } from "./fits.ts";
import { startReleases } from "./releases.ts";
import { logOut, signedInAt, signIn } from "./sessions.ts";

// Other tests do without the worker: it would answer for the server that they play.
test.use({ serviceWorkers: "allow", savesData: false });

const stamp = /Figures of \d+ \w+, .+\. You are offline\./;

/** Until the worker has everything that the portal consists of. */
async function keptOnDevice(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/**
 * Waits until the part of the shell has been drawn that announces things: it is what dates the figures of a page that
 * lost its connection.
 */
async function announcementsDrawn(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(stamp)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(stamp)).toBeHidden();
}

/** Nothing of this is stored any more. */
async function expectForgotten(page: Page, texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const left = await stored(page);
      return texts.filter((text) => left.includes(text));
    })
    .toEqual([]);
}

/** Everything that the browser stores for the portal, as one text. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url);
        if (!request.url.includes("/assets/")) texts.push((await (await cache.match(request))?.text()) ?? "");
      }
    }
    for (const { name = "" } of await indexedDB.databases()) texts.push(`database ${name}`);
    return texts.join("\n");
  });
}

function total(page: Page) {
  return page.locator(".total dd");
}

test("offline the portal opens with the last figures and their time, no act waits for later, and who signs out leaves nothing", async ({
  page,
  context,
  asha,
  member,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signedInAt(page, asha, "/");
  await keptOnDevice(page);
  await expect(total(page)).toHaveText(/\d/);
  const figure = (await total(page).textContent()) ?? "?";
  await page.goto("/withdraw");
  await expect(page.getByLabel("Amount", { exact: true })).toBeVisible();
  await page.goto("/activity");
  await expect(page.getByRole("article").first()).toBeVisible();

  await context.setOffline(true);
  await page.goto("/");
  await expect(total(page)).toHaveText(figure);
  await expect(page.getByText(stamp)).toBeVisible();
  await page.goto("/activity");
  await expect(page.getByText(stamp)).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.url());
  });
  await page.goto("/withdraw");
  const act = page.getByRole("button", { name: "You are offline" });
  await expect(act).toHaveAccessibleDescription("This needs a connection. Nothing is sent later by itself.");
  await page.getByLabel("Amount", { exact: true }).fill("50,00,000");
  await page.keyboard.press("Enter");
  // A person can press what is only marked as idle.
  await act.click({ force: true });
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(act).toBeHidden();
  await expect(page.getByText(stamp)).toBeHidden();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("50,00,000");
  // What had waited for the connection would be sent now, or at the latest by the next page.
  await page.getByLabel("Amount", { exact: true }).fill("");
  await page.goto("/activity");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText(stamp)).toBeHidden();
  expect(sent).toEqual([]);

  expect(await stored(page)).toContain("fcKept");
  expect(await stored(page)).toContain(asha.name);
  await logOut(page);
  await expect(page).toHaveURL(/\/login/);
  await expectForgotten(page, ["fcKept", asha.name, asha.refId, figure]);

  await signIn(page, member);
  await context.setOffline(true);
  await page.goto("/");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(total(page)).toBeHidden();
  await expect(page.getByText(asha.name)).toBeHidden();
});

test("a session that was ended elsewhere leaves nothing on this device", async ({ page, member, db }) => {
  await signedInAt(page, member, "/");
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
  await expect.poll(() => stored(page)).toContain("fcKept");
  await db
    .updateTable("sessions")
    .set({ revoked_at: new Date() })
    .where("member_id", "=", member.id)
    .execute();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expectForgotten(page, ["fcKept", member.name, member.refId]);
});

/** The page says that it is older than what the server has. */
async function openOlder(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({
      response: answer,
      body: html.replace(/(name="version" content=")\w+/, "$1older"),
    });
  });
  await page.goto(path);
}

test("a new version is announced, and comes when the member wants it", async ({ page, member }) => {
  await signIn(page, member);
  await openOlder(page, "/support");
  await page.getByLabel("Message").fill("Half a thought");
  const reload = page.getByRole("button", { name: "Reload" });
  await expect(page.getByText("A new version is ready")).toBeVisible();
  await expectAccessible(page);
  const worker = await page.request.get("/sw.js");
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  });
  await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
  await page.unrouteAll();
  // Hears what the worker tells the page, before the page does.
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    navigator.serviceWorker.addEventListener("message", ({ data }) => heard.push(data.version));
  });
  await reload.click();
  await expect(page.locator("meta[name=version][content=older]")).not.toBeAttached();
  await expect(page.getByLabel("Message")).toBeVisible();
  const version = await page.locator("meta[name=version]").getAttribute("content");
  await expect.poll(() => page.evaluate("heard")).toContain(version);
  await expect(reload).toBeHidden();
});

/** What can be used in the page and lies, even in part, under one of these bars. */
function coveredBy(page: Page, bars: string, parts: string): Promise<string[]> {
  return page.evaluate(
    ([selector, usable]) =>
      [...document.querySelectorAll(selector)].flatMap((bar) => {
        const { bottom } = bar.getBoundingClientRect();
        const isUnder = (part: Element) => {
          const { top, height } = part.getBoundingClientRect();
          return !bar.contains(part) && height > 0 && top + height > 0 && top < bottom;
        };
        return [...document.querySelectorAll(`.shell :is(${usable})`)]
          .filter((part) => part.checkVisibility() && isUnder(part))
          .map((part) => part.outerHTML);
      }),
    [bars, parts] as const,
  );
}

/** A phone, the narrowest one in Hindi, a laptop; and a phone lying on its side, where the form is scrolled. */
const screens = [
  { width: 390, height: 844, language: "en" },
  { width: 320, height: 640, language: "hi" },
  { width: 1440, height: 900, language: "en" },
  { width: 844, height: 390, language: "hi" },
] as const;

const barTexts = {
  en: { ready: "A new version is ready", later: "Not now" },
  hi: { ready: "नया संस्करण तैयार है", later: "अभी नहीं" },
};

for (const { width, height, language } of screens) {
  test(`the bar of a new version covers no field and hardly moves the page, ${language} at ${width}`, async ({
    page,
    member,
    db,
  }) => {
    await db.updateTable("members").set({ language }).where("id", "=", member.id).execute();
    await page.setViewportSize({ width, height });
    await page.addInitScript((chosen) => localStorage.setItem("fcLanguage", chosen), language);
    await signIn(page, member);
    // The page asks the worker for its version when it is idle: here only once something is typed.
    await page.addInitScript(() => {
      const typed = new Promise((resolve) => addEventListener("typed", resolve, { once: true }));
      const { postMessage } = ServiceWorker.prototype;
      ServiceWorker.prototype.postMessage = function later(this: ServiceWorker, message: unknown) {
        void typed.then(() => postMessage.call(this, message));
      };
    });
    await openOlder(page, "/support");
    const message = page.locator("textarea");
    await message.fill("Half a thought");
    const bar = page.getByRole("status").filter({ hasText: barTexts[language].ready });
    await page.evaluate(() => dispatchEvent(new Event("typed")));
    await expect(bar).toBeVisible();
    expect(Math.max(...(await shiftsOf(page)))).toBeLessThanOrEqual(0.05);
    await expect(message).toBeFocused();
    expect(await coveredBy(page, ".version-bar, .shell-top", ":focus")).toEqual([]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    expect(await coveredBy(page, ".version-bar", "a, button, input, select, textarea")).toEqual([]);
    expect(await excessOf(page)).toBe(0);
    expect(await cutOf(page)).toEqual([]);

    // Above the page, so before everything else, and who turns it away goes on typing.
    const later = bar.getByRole("button", { name: barTexts[language].later });
    await later.focus();
    await page.keyboard.press("Enter");
    await expect(bar).toBeHidden();
    await expect(message).toBeFocused();
  });
}

test("a page opens without waiting for the server, and after a release comes anew unless it is in use", async ({
  page,
  member,
  expectFailures,
}) => {
  // Chromium calls the request failed that finds another worker. That one is installed all the same, as is seen below.
  expectFailures(/sw\.js failed: csp/);
  const releases = await startReleases();
  const shown = page.locator("meta[name=version]");
  const kept = (version: string) =>
    expect
      .poll(() =>
        page.evaluate(async (cacheName) => {
          const registration = await navigator.serviceWorker.getRegistration();
          const isActive = registration?.active?.state === "activated" && !registration.installing;
          return isActive && (await caches.match("/confirmed", { cacheName })) !== undefined;
        }, `fc-${version}`),
      )
      .toBe(true);
  try {
    await page.goto(`${releases.url}/login`);
    await page.getByLabel("User ID", { exact: true }).fill(member.refId);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
    await kept("first");

    let letPagesCome = releases.holdPages();
    releases.release("second");
    await page.goto(`${releases.url}/support`);
    await page.getByLabel("Message").fill("Half a thought");
    await page.getByLabel("Message").press("End");
    letPagesCome();
    await expect(page.getByText("A new version is ready")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
    await expect(shown).toHaveAttribute("content", "first");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(shown).toHaveAttribute("content", "second");
    await kept("second");

    letPagesCome = releases.holdPages();
    releases.release("third");
    await page.goto(`${releases.url}/withdraw`);
    await expect(shown).toHaveAttribute("content", "second");
    letPagesCome();
    await expect(shown).toHaveAttribute("content", "third");
    await expect(page.getByLabel("Amount", { exact: true })).toBeVisible();
    // The worker would still ask the server that ends here.
    await kept("third");
  } finally {
    // An open page would still ask the server that ends here.
    await page.close();
    releases.close();
  }
});

test("from the second visit on the portal offers to be installed, until it is told not now", async ({
  page,
  context,
  member,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await context.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("beforeinstallprompt")));
  });
  const hint = (of: Page) => of.getByText("FC Portal as an app");
  await signedInAt(page, member, "/");
  await keptOnDevice(page);
  await announcementsDrawn(page);
  await expect(hint(page)).toBeHidden();

  const second = await context.newPage();
  await second.goto("/withdraw");
  await announcementsDrawn(second);
  await expect(hint(second)).toBeHidden();
  await second.goto("/");
  await expect(hint(second)).toBeVisible();
  await expectAccessible(second);
  await second.getByRole("button", { name: "Not now" }).click();
  await expect(hint(second)).toBeHidden();
  await second.reload();
  await announcementsDrawn(second);
  await expect(hint(second)).toBeHidden();
});
