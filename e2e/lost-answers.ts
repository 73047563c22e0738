import { idempotencyHeader } from "@fc/contract/route";
import type { BrowserContext, Locator, Page, Route } from "@playwright/test";

/** The server gets the call and does it, and nobody gets its answer. */
export const cutAfter = async (route: Route) => {
  await route.fetch();
  await route.abort("connectionreset");
};

export const outcomes = "**/api/user/otp/outcome/**";
export const unknown = "We do not know yet whether it went through";

/** The keys under which the browser requests codes, makes changes and looks them up from now on. */
export function keysSent(context: BrowserContext): Set<string> {
  const keys = new Set<string>();
  context.on("request", (request) => {
    const url = request.url();
    const ofCode = url.includes("/otp/send/") ? String(request.postDataJSON().key) : undefined;
    const ofChange = request.headers()[idempotencyHeader];
    const ofLookUp = /\/otp\/outcome\/\d+\/(.+)$/.exec(url)?.[1];
    for (const key of [ofCode, ofChange, ofLookUp]) if (key !== undefined) keys.add(key);
  });
  return keys;
}

/** The keys of the requests that the browser keeps. */
export function keysKept(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).flatMap((name) => /^fcStep\/\d+\/(.+)$/.exec(name)?.[1] ?? []),
  );
}

/** Presses "Check again", unless the page has just looked it up by itself, which it does every few seconds. */
export async function checkAgain(place: Page | Locator): Promise<void> {
  await place
    .getByRole("button", { name: "Check again" })
    .evaluateAll((found) =>
      found.forEach((button) => button.dispatchEvent(new MouseEvent("click", { bubbles: true }))),
    );
}
