import { defaultPlan } from "@fc/contract/testing/default-plan";
import { planDocumentPdf, planInForce, type PlanPaper } from "@fc/contract/plan/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPlanVersion } from "../../core/plan/versions.ts";
import { day } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { setPrice, setSetting } from "../../testing/money.ts";
import { textOfPdf } from "../../testing/pdf-text.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await setSetting(app.databaseUrl, "plan", { noticeDays: 0 });
});
afterAll(() => app.stop());

async function documentIn(language: "en" | "hi", paper: PlanPaper = "a4") {
  const answer = await fetch(`${app.url}/api${planDocumentPdf.path}?language=${language}&paper=${paper}`);
  const pages = await textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  return { headers: answer.headers, pages, text: pages.flat(2).join(" ") };
}

test("the document is made from the version in force, figure by figure, and follows the next one", async () => {
  const { text } = await documentIn("en");
  expect(text).toContain("Version 1, in force from 1 January 2020");
  for (const figure of ["0.5 %", "200 %", "400 days", "5 %", "10 %", "$1,000", "$1,50,000", "$4,500"]) {
    expect(text).toContain(figure);
  }
  expect(text).toContain("never beyond it");
  const rules = { ...defaultPlan, ros: { dailyBasisPoints: 25, limitBasisPoints: 15_000 } };
  const next = { rules, effectiveFrom: "2026-11-16", now: app.time.now };
  await atomically(app.db, addPlanVersion, next);
  expect((await documentIn("en")).text).toContain("Version 1,");
  app.time.advance(day);
  const { text: changed } = await documentIn("en");
  expect(changed).toContain("Version 2, in force from 16 November 2026");
  for (const figure of ["0.25 %", "150 %", "600 days"]) expect(changed).toContain(figure);
});

test("it is there in Hindi as well, and a language we do not have is refused", async () => {
  const { text } = await documentIn("hi");
  expect(text).toContain("$1,000");
  expect((await new TestClient(app).send("GET", "/api/plan/document?language=fr")).status).toBe(400);
});

test("on pages for a phone it says the same", async () => {
  const [printed, narrow] = [await documentIn("en"), await documentIn("en", "phone")];
  expect(narrow.pages.length).toBeGreaterThan(printed.pages.length);
  // Without the line at the foot of each page, and whatever the lines are.
  const words = ({ pages }: typeof printed) =>
    pages
      .flatMap((page) => page.slice(0, -1))
      .flat(1)
      .join(" ")
      .split(/\s+/)
      .toSorted();
  expect(words(narrow)).toEqual(words(printed));
});

test("only our own pages may show it within them, and everything else still lets nobody", async () => {
  const { headers } = await documentIn("en");
  expect(headers.get("content-type")).toBe("application/pdf");
  expect(headers.get("content-disposition")).toBe('inline; filename="fc-portal-plan.pdf"');
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const other = await new TestClient(app).send("GET", "/api/user/getPlan");
  expect(other.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(other.headers.get("x-frame-options")).toBe("DENY");
});

test("a member sees the plan in force and today's price, or that there is none", async () => {
  const client = await signedIn(app, await app.addMember());
  expect((await client.call(planInForce, {})).body.data).toMatchObject({ version: 2, fcFor15Usd: null });
  await setPrice(app.db, 15_000, app.time.now);
  expect((await client.call(planInForce, {})).body.data).toMatchObject({ fcFor15Usd: "150000000" });
});

test("a plan of as many offers as there can be goes on to the next page, and nothing is printed below a page's foot", async () => {
  const offers = Array.from({ length: 50 }, (_, at) => ({
    matchedUsdCents: (at + 1) * 123_400,
    rewardUsdCents: (at + 1) * 100,
  }));
  const next = { rules: { ...defaultPlan, offers }, effectiveFrom: "2026-11-17", now: app.time.now };
  const version = await atomically(app.db, addPlanVersion, next);
  app.time.advance(day);
  const { pages, text } = await documentIn("en");
  expect(text).toContain("$61,700");
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.at(-1)?.join(" ")).toMatch(new RegExp(`^Version ${version},`));
});
