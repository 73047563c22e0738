import { randomUUID } from "node:crypto";
import type { OperatorRole } from "@fc/contract/operator-access";
import type { Page } from "@playwright/test";
import type { Db } from "../server/src/platform/db.ts";
import { expect, password } from "./fixtures.ts";

export interface Colleague {
  email: string;
  id: number;
}

/** Somebody of the house, without the invitation by mail. */
export async function operator(
  db: Db,
  passwordHash: string,
  role: OperatorRole,
  name = "Leela Iyer",
): Promise<Colleague> {
  const email = `${randomUUID()}@example.com`;
  const details = { email, name, role, password_hash: passwordHash, may_skip_totp: true };
  const { id } = await db
    .insertInto("operators")
    .values({ ...details, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { email, id };
}

export async function typePassword(page: Page, { email }: Pick<Colleague, "email">, secret = password) {
  await page.goto("/console");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signInOperator(page: Page, colleague: Colleague): Promise<void> {
  await typePassword(page, colleague);
  await page.getByRole("button", { name: "Skip for this demo" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}
