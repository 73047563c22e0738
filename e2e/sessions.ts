import { atomically } from "../server/src/platform/db.ts";
import { openSession } from "../server/src/platform/sessions.ts";
import type { CookieName } from "../server/src/platform/http/cookies.ts";
import { tokenKey } from "../web/src/lib/session/session.ts";
import type { Page } from "@playwright/test";
import { database } from "./database.ts";
import { environment } from "./environment.ts";
import { password, type Member } from "./fixtures.ts";

/** By the login page, as a person does. Only for tests of the login and of what needs its password. */
export async function logIn(page: Page, { refId }: Pick<Member, "refId">, secret = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("User ID", { exact: true }).fill(refId);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Login" }).click();
}

/** By the button, as a person does. A phone asks once, as soon as the code of the question is there. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("dialog", { name: "Sign out?" });
  await question.or(page.getByRole("button", { name: "Login", exact: true })).waitFor();
  if (await question.isVisible()) await question.getByRole("button", { name: "Sign out" }).click();
}

/** Gives the page's browser a session of the member, as the login would, for the next page it opens. */
export async function signIn(page: Page, { id: memberId }: Pick<Member, "id">): Promise<void> {
  const userAgent = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
  const device = { temporaryPasswordId: null, ip: "192.0.2.7", userAgent, now: new Date() };
  const { token, cookie } = await atomically(database(), openSession, { memberId, ...device });
  await hold(page, { cookieName: "fc_session", cookie, tokenKey, token });
}

export async function signedInAt(page: Page, member: Pick<Member, "id">, path: string): Promise<void> {
  await signIn(page, member);
  await page.goto(path);
}

interface HeldSession {
  cookieName: CookieName;
  cookie: string;
  tokenKey: string;
  token: string;
}

/** Puts both halves of a session where the product puts them: a cookie and a token that its scripts read. */
export async function hold(page: Page, { cookieName, cookie, ...kept }: HeldSession): Promise<void> {
  const context = page.context();
  const { origin, hostname: domain } = new URL(environment.url());
  const place = { domain, path: "/api", httpOnly: true, sameSite: "Strict" } as const;
  await context.addCookies([{ name: cookieName, value: cookie, ...place }]);
  await context.addInitScript(
    ({ tokenKey: key, token, ...where }) => {
      // The frame that shows a PDF has this origin as well, but no storage.
      if (location.origin !== where.origin || window !== window.top) return;
      // Runs at every load: a token that was given once is not given again, or nobody could sign out.
      const given = `given ${token}`;
      if (localStorage.getItem(given) !== null) return;
      localStorage.setItem(given, "");
      localStorage.setItem(key, token);
    },
    { ...kept, origin },
  );
}
