import type { OperatorRole } from "@fc/contract/operator-access";
import type { Browser, Page } from "@playwright/test";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { deviceOf } from "./devices.ts";
import { expect, followRequests } from "./fixtures.ts";
import { addOperator, typePassword } from "./operators.ts";

/** An operator in a browser with a device that keeps passkeys. */
export interface OperatorWithDevice {
  page: Page;
  /** On the page of the own account: makes a passkey for payouts, and returns its line for the worker's file. */
  makePasskey(): Promise<string>;
  /** Waits until nothing is on its way any more: the routes would answer a page that is gone. */
  close(): Promise<void>;
}

export async function operatorWithDevice(
  browser: Browser,
  app: TestApp,
  operator: { role: OperatorRole; name: string; passwordHash: string },
): Promise<OperatorWithDevice> {
  const context = await browser.newContext({ baseURL: app.deps.publicUrl });
  // A passkey belongs to the address that the server knows as its own, and the test's server listens at another port.
  await context.route(`${app.deps.publicUrl}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${app.url}${pathname}${search}` }) });
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const allArrived = followRequests(page);
  await page.clock.setFixedTime(app.time.now);
  await deviceOf(page);
  await typePassword(page, await addOperator(app.db, operator));
  await page.getByRole("button", { name: "Skip for this demo" }).click();
  return {
    page,
    async makePasskey() {
      await page.getByRole("button", { name: "Make a passkey for payouts" }).click();
      await expect(page.getByText(/^Made on/)).toBeVisible();
      await page.getByRole("button", { name: "Copy the line for the file" }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    },
    async close() {
      await allArrived();
      await context.close();
    },
  };
}
