import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { login } from "../contract/src/login/portal.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { atomically, createDb, createPool } from "../server/src/platform/db.ts";
import { tokenKey } from "../web/src/lib/session/session.ts";
import { insertTestMember, type TestMember } from "../server/src/testing/test-app.ts";

export { expect };

export const password = "Correct-Horse-9";

export type Member = TestMember;

interface Fixtures {
  /** A new member of its own for every test, so that no test depends on another. */
  member: Member;
  /** Fails the test on anything the browser complains about: errors, refused scripts, failed requests. */
  complaints: string[];
}

interface WorkerFixtures {
  db: ReturnType<typeof createDb>;
  passwordHash: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({}, use) => use(required("E2E_URL")),
  db: [
    async ({}, use) => {
      const url = required("E2E_DATABASE_URL");
      const db = createDb(createPool({ url, poolSize: 2, role: "fc_app", statementTimeoutMs: 10_000 }));
      await use(db);
      await db.destroy();
    },
    { scope: "worker" },
  ],
  passwordHash: [async ({}, use) => use(await hashPassword(password)), { scope: "worker" }],
  member: async ({ db, passwordHash }, use) => {
    const details = { name: "Ananya Krishnamurthy", passwordHash, side: "left", now: new Date() } as const;
    await use(await atomically(db, insertTestMember, details));
  },
  context: async ({ context }, use) => {
    await context.addInitScript(keepWhatIsTold);
    await use(context);
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        // A call that is meant to fail shows in the console as well; what matters is seen on the page.
        const expected = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !expected) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** By the login page, as a person does. */
export async function logIn(page: Page, { refId }: Member, secret = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("User ID", { exact: true }).fill(refId);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Straight to the session, for tests of what comes after it. Leaves the page on a picture of the portal. */
export async function signIn(page: Page, { refId }: Member, secret = password): Promise<void> {
  const answer = await page.request.post(new URL(`/api${login.path}`, required("E2E_URL")).href, {
    data: { refId, password: secret },
  });
  const { token } = (await answer.json()) as { token: string };
  await page.goto("/favicon.svg");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const);
}

export async function signedInAt(page: Page, member: Member, path: string, secret?: string): Promise<void> {
  await signIn(page, member, secret);
  await page.goto(path);
}

/** A notice that goes away by itself was shown since the page was loaded, however slow the machine that looks. */
export async function expectTold(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => [...((globalThis as { told?: Set<string> }).told ?? [])].join("\n")))
    .toContain(text);
}

/** Types as a person does, who waits until the field takes it: typing alone goes to whatever has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await expect(field).toBeFocused();
  await field.pressSequentially(text);
}

/** Runs in the page: keeps what its live regions said. */
function keepWhatIsTold(): void {
  const told = new Set<string>();
  Object.assign(globalThis, { told });
  new MutationObserver(() => {
    for (const region of document.querySelectorAll("[role=status], [role=alert]"))
      if (region.textContent) told.add(region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

interface Mail {
  subject: string;
  text: string;
}

/** The newest mail to an address whose subject fits; waits for the worker to send it. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const response = await fetch(
      `${required("E2E_INBOX_URL")}api/messages?to=${encodeURIComponent(address)}`,
    );
    const mails = (await response.json()) as Mail[];
    found = mails.find((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass();
  return found as Mail;
}

export async function codeMailedTo({ email }: Member): Promise<string> {
  const { text } = await mailTo(email, /code/);
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

/** No violation of WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    const told = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id} ${nodes.map((n) => n.html).join(" ")}`,
    );
    expect(told).toEqual([]);
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}
