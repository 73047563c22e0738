import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import type { BrowserContext, Page } from "@playwright/test";
import pg from "pg";
import { confirmPlanVersion } from "../server/src/core/plan/versions.ts";
import { atomically } from "../server/src/platform/db.ts";
import { renderMail } from "../server/src/platform/mail/template.ts";
import { longAgo, setPrice } from "../server/src/testing/money.ts";
import { processFile } from "../server/src/testing/process-file.ts";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { excessOf } from "./fits.ts";
import { expect, test } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { logIn } from "./sessions.ts";

const exampleCompany = fileURLToPath(new URL("../docs/moving-example", import.meta.url));
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

// A server of its own, with a database that is empty but for the operators, the price and the plan.
let app: TestApp;
test.beforeAll(async () => {
  app = await startOwnServer();
  await setPrice(app.db, 15_000, longAgo(app.time.now));
  await atomically(app.db, confirmPlanVersion, { version: 1, by: null, now: app.time.now });
});
test.afterAll(() => app.stop());

/** As the docs say it: npm run import -- --from DIR --cut YESTERDAY --for ADMIN */
async function importExample(email: string): Promise<string> {
  const command = processFile(new URL("../server/src/commands/import.ts", import.meta.url));
  const cut = daysAfter(indiaDayOf(new Date()), -1);
  const { databaseUrl, deps } = app;
  const run = promisify(execFile)(
    process.execPath,
    [command, "--from", exampleCompany, "--cut", cut, "--for", email],
    {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dirname(deps.anchorsDir),
        SECRET_KEY: deps.secretKey.text,
      },
    },
  );
  return (await run).stdout;
}

async function mailedCode(email: string): Promise<string> {
  const mails = app.db.selectFrom("mails").select("content").where("recipient", "=", email);
  const { content } = await mails.orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec(content ? renderMail(content).text : "")?.[0] ?? "";
}

test("a company moves in, members read so, a second admin compares it with the files and opens it, and a member comes in by the old password", async ({
  browser,
  passwordHash,
  expectFailures,
}) => {
  expectFailures(/\/api\/\S+ answered 503/);
  const contexts: BrowserContext[] = [];
  const pageAt = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: app.url });
    contexts.push(context);
    const page = await context.newPage();
    await page.clock.setFixedTime(app.time.now);
    return page;
  };
  const importer = await addOperator(app.db, { role: "admin", name: "Leela Iyer", passwordHash });
  const second = await addOperator(app.db, { role: "admin", name: "Rohan Das", passwordHash });
  expect(await importExample(importer.email)).toContain("Imported, with every sum as it was read.");

  const moving = "We are moving in here. It opens as soon as everything has been checked.";
  const visitor = await pageAt();
  await logIn(visitor, { refId: "FC1001" }, "Portal-2026");
  await expect(visitor.getByRole("alert")).toContainText(moving);
  await expect(visitor.locator("#bars")).toContainText(moving);
  await expectAccessible(visitor);

  const desk = await pageAt();
  await typePassword(desk, importer);
  await desk.getByRole("button", { name: "Skip for this demo" }).click();
  await desk.getByRole("link", { name: "Look at what was imported" }).click();
  await expect(desk.getByRole("heading", { name: "Company moved in", level: 1 })).toBeVisible();
  await expect(desk.getByText("Another person confirms it.")).toBeVisible();
  await expect(desk.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);

  const other = await pageAt();
  await typePassword(other, second);
  await other.getByRole("button", { name: "Skip for this demo" }).click();
  await openScreen(other, "Second person");
  await other.getByRole("link", { name: /^Opening of the company that moved in/ }).click();
  const sums = other.getByRole("table", { name: "Sums" });
  await expect(sums.getByRole("row", { name: /Staking wallets/ })).toContainText("41,36,250 FC41,36,250 FC");
  const sample = other.getByRole("table", { name: "Random members" });
  await expect(sample.getByRole("row")).toHaveCount(21);
  await expect(sample.getByText("The same")).toHaveCount(20);
  await expectAccessible(other);
  for (const size of [phone, desktop]) {
    await other.setViewportSize(size);
    expect(await excessOf(other)).toBe(0);
  }

  // Nothing in the product can do this: it stands for an import that went wrong.
  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  await owner.query(`update arrivals set report = jsonb_set(report, '{sample,1,old,sponsor}', '"FC1009"')`);
  await owner.end();
  await other.reload();
  await expect(other.getByText("1 of 20 differ.")).toBeVisible();
  await expect(sample.getByRole("row", { name: /Differs/ })).toContainText("FC1002");

  await other.getByRole("button", { name: /^Confirm/ }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(other.getByText("Opened by Rohan Das")).toBeVisible();
  await openScreen(other, "Today");
  await expect(other.getByText("In the pool")).toBeVisible();
  await expect(other.getByRole("link", { name: "Look at what was imported" })).toHaveCount(0);

  await visitor.getByRole("button", { name: "Login" }).click();
  await expect(visitor.getByText("Choose a new password here")).toBeVisible();
  await expect(visitor.getByText(moving)).toHaveCount(0);
  for (const name of ["New password", "Confirm new password"])
    await visitor.getByLabel(name, { exact: true }).fill("Safe-Harbour-77");
  await visitor.getByRole("button", { name: "Send OTP" }).click();
  const code = visitor.getByLabel("OTP", { exact: true });
  await expect(code).toBeVisible();
  await code.fill(await mailedCode("asha.fc1001@example.com"));
  await visitor.getByRole("button", { name: "Change Password" }).click();
  await expect(visitor.getByRole("heading", { name: "What is new here", level: 1 })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole("link", { name: "Continue" }).click();
  await expect(visitor.getByText("Welcome, Asha Rao")).toBeVisible();
  await visitor.goto("/wallet-report");
  await expect(visitor.getByText("Before the move").first()).toBeVisible();
  for (const context of contexts) await context.close();
});
