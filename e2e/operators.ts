import { randomUUID } from "node:crypto";
import type { OperatorRole } from "@fc/contract/operator-access";
import type { Page } from "@playwright/test";
import { demoOperator } from "../server/seeds/demo-logins.ts";
import { atomically, type Db, type Tx } from "../server/src/platform/db.ts";
import { openOperatorSession, openSecondStep } from "../server/src/platform/operator-sessions.ts";
import { operatorTokenKey } from "../web/src/lib/session/session.ts";
import { database } from "./database.ts";
import { expect, password } from "./fixtures.ts";
import { hold } from "./sessions.ts";

interface Operator {
  email: string;
  id: number;
}

/** An operator with this password, without the invitation by mail. */
export async function addOperator(
  db: Db,
  { role, name = "Leela Iyer", passwordHash }: { role: OperatorRole; name?: string; passwordHash: string },
): Promise<Operator> {
  const email = `${randomUUID()}@example.com`;
  const details = { email, name, role, password_hash: passwordHash, may_skip_totp: true };
  const { id } = await db
    .insertInto("operators")
    .values({ ...details, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { email, id };
}

/** Opens a screen of the console as a new operator of this role, past both steps of the login. */
export async function operatorAt(
  page: Page,
  path: string,
  { role, name }: { role: OperatorRole; name?: string },
): Promise<void> {
  // The demo's admin is the first one: what takes two people does so whatever test runs first.
  await database()
    .updateTable("operators")
    .set({ signed_in_at: new Date() })
    .where("email", "=", demoOperator.email)
    .where("signed_in_at", "is", null)
    .execute();
  const { id } = await addOperator(database(), { role, ...(name && { name }), passwordHash: "never used" });
  const session = await atomically(database(), openPassedSession, id);
  await hold(page, { cookieName: "fc_operator", tokenKey: operatorTokenKey, ...session });
  await page.goto(path);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}

async function openPassedSession(tx: Tx, operatorId: number) {
  const now = new Date();
  const device = { ip: "192.0.2.8", userAgent: "A browser of the tests", now };
  const { sessionId, token, cookie } = await openOperatorSession(tx, { operatorId, ...device });
  await openSecondStep(tx, { sessionId, now });
  return { token, cookie };
}

/** The first step of the console's login, as a person does it. */
export async function typePassword(page: Page, { email }: Pick<Operator, "email">): Promise<void> {
  await page.goto("/console");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export type ConsoleGroup = "People" | "Money" | "House";

/**
 * By the navigation: the screen that is open may have a link of the same name. A screen that is not daily work is named
 * with its group, which is opened where another one is open.
 */
export async function openScreen(page: Page, name: string, group?: ConsoleGroup): Promise<void> {
  const navigation = page.getByRole("navigation", { name: "Console" });
  const header = navigation.getByRole("button", { name: group ?? "", exact: true });
  if (group && (await header.getAttribute("aria-expanded")) === "false") await header.click();
  await navigation.getByTitle(name, { exact: true }).click();
}
