import type { Browser, BrowserContext, Page } from "@playwright/test";
import { demoLogins, demoPassword } from "../../server/seeds/demo-logins.ts";
import { opened } from "./browser-answers.ts";

export const phoneSize = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: "en-IN",
};

export type SignedInState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A browser in which the member has used the portal before, without the throttling. */
export async function signedInState(browser: Browser, url: string): Promise<SignedInState> {
  const context = await browser.newContext({ ...phoneSize, baseURL: url });
  const page = await context.newPage();
  await opened(page, "/login");
  await fillLogin(page);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForFunction(hasFigures);
  const state = await context.storageState();
  await context.close();
  return state;
}

export async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel("User ID", { exact: true }).fill(demoLogins[0].refId);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
}

/** Runs in the page: whether the dashboard shows its figures. */
export function hasFigures(): boolean {
  return [...document.querySelectorAll("main dd")].some((figure) => /\d/.test(figure.textContent));
}
