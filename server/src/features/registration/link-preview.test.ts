import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { previewPlace } from "../../platform/http/link-preview.ts";
import { createLog } from "../../platform/logger.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const links = ["left", "right", "preferred"].map((type) => `referral-link-${type}`);
const files = ["index", "home", "login", "register-user", ...links];

let app: TestApp;
beforeAll(async () => {
  const webRoot = await temporaryFolder();
  await mkdir(join(webRoot, "console"));
  const html = `<html><head>${previewPlace}</head>${"<p>Words</p>".repeat(100)}</html>`;
  for (const name of [...files, "fc-proof-checker", "console/console"])
    await writeFile(join(webRoot, `${name}.html`), html);
  app = await startTestApp(createLog("silent"), { webRoot });
});
afterAll(() => app.stop());

const whatsApp = "WhatsApp/2.24.11 A";
const browser = "Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile";

async function page(path: string, userAgent = whatsApp, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { headers: { "user-agent": userAgent, ...headers } });
  return answer.text();
}
async function titleOf(...request: Parameters<typeof page>): Promise<string | undefined> {
  return /property="og:title" content="([^"]*)"/.exec(await page(...request))?.[1];
}

test("a link to a public page is previewed with words and a picture of ours, by whole addresses", async () => {
  const html = await page("/login?from=%2Fwithdraw");
  expect(html).toContain('<meta property="og:title" content="FC Portal" />');
  expect(html).toContain('<meta property="og:url" content="http://localhost/login" />');
  expect(html).toContain('<meta property="og:image" content="http://localhost/preview.png" />');
  expect(html).not.toContain(previewPlace);
  expect(await titleOf("/register-user")).toBe("Register at FC Portal");
});

test("a referral link's preview names the inviter as its page does, in the reader's language", async () => {
  const { refId } = await app.addMember({ name: "Asha Verma" });
  expect(await titleOf(`/referral-link/${refId}/left`)).toBe("Asha V. invites you to FC Portal");
  const hindi = { "accept-language": "hi-IN,hi" };
  expect(await titleOf(`/referral-link/${refId}/right`, whatsApp, hindi)).toContain("Asha V. ");
  expect(await titleOf("/referral-link/FCNOBODY2/left")).toBe("Register at FC Portal");
});

test("a browser's page does without the look-up, which it makes itself", async () => {
  const { refId } = await app.addMember({ name: "Asha Verma" });
  expect(await page(`/referral-link/${refId}/left`, browser)).not.toContain("Asha");
});

test("a name cannot write into the page", async () => {
  const { refId } = await app.addMember({ name: 'A"><script>alert(1)</script> B' });
  const html = await page(`/referral-link/${refId}/left`);
  expect(html).not.toContain("<script>");
  expect(html).toContain("&quot;&gt;&lt;script&gt;");
});

test("names cannot be collected by pretending to be a messenger", async () => {
  const { refId } = await app.addMember({ name: "Asha Verma" });
  const titles = new Set<string | undefined>();
  const from = { "x-forwarded-for": "203.0.113.9" };
  for (let i = 0; i < 61; i++) titles.add(await titleOf(`/referral-link/${refId}/left`, whatsApp, from));
  expect([...titles]).toEqual(["Asha V. invites you to FC Portal", "Register at FC Portal"]);
});

test.each(["/", "/login", "/tree-chart", "/no/page/of/ours", "/console", "/console/members"])(
  "the page %s is compressed on its way",
  async (path) => {
    const { status, headers } = await fetch(app.url + path, { headers: { "accept-encoding": "br" } });
    expect({ status, encoding: headers.get("content-encoding") }).toEqual({ status: 200, encoding: "br" });
  },
);

test.each(["/assets/none.js", "/api/none", "/none.png", "/console/none.js"])(
  "%s, which is no page, is not found",
  async (path) => {
    expect((await fetch(app.url + path)).status).toBe(404);
  },
);
