import { notifications } from "@fc/contract/notifications/portal";
import * as contract from "@fc/contract/plan/console";
import { planDocumentPdf, planHistory } from "@fc/contract/plan/portal";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "../../platform/clock.ts";
import { setPrice, setSetting } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { stakeNow } from "../../testing/plan/stakes.ts";
import { confirmNewest } from "../../testing/proposals.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

const rules = {
  ...defaultPlan,
  ros: { dailyBasisPoints: 40, limitBasisPoints: 20_000 },
  pairMatching: { ...defaultPlan.pairMatching, capOwnStakeBasisPoints: 5000 },
};

let app: TestApp;
let admin: TestClient;
let member: TestMember;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noon("2026-02-01");
  // Two, so that one proposes and the other one confirms.
  await operatorSignedIn(app, "admin");
  admin = await operatorSignedIn(app, "admin");
  await setPrice(app.db, 15_000, app.time.now);
  member = await app.addMember();
  await stakeNow(app.db, { memberId: member.id, usd: 150, now: app.time.now });
});
afterAll(() => app.stop());

async function draft(given: object = rules): Promise<number> {
  const body = { revision: 0, rules: given as never };
  return (await admin.call(contract.savePlanDraft, { body })).body.data.revision;
}
const propose = (revision: number, effectiveFrom: string) =>
  admin.call(contract.schedulePlanDraft, {
    body: { revision, effectiveFrom, reason: "Agreed by the board" },
  });

async function feed() {
  client = await signedIn(app, member);
  const { body } = await client.call(notifications, { params: { userId: member.id }, query: {} });
  return body.data.map(({ kind, data }: { kind: string; data: unknown }) => ({ kind, data }));
}
const mails = async (what: RegExp) =>
  (await app.mailsTo(member.email)).filter(({ subject }) => what.test(subject));

test("a version begins seven days after it is scheduled at the earliest, also if it is confirmed later than proposed", async () => {
  const revision = await draft();
  expect((await propose(revision, "2026-02-07")).body.fields).toEqual({
    effectiveFrom: "Members need notice of a new plan: it begins on 2026-02-08 at the earliest",
  });
  expect((await admin.call(contract.planVersions, {})).body.data.earliest).toBe("2026-02-08");
  expect((await propose(revision, "2026-02-08")).body.data).toEqual({ version: null });
  app.time.advance(day);
  admin = await operatorSignedIn(app, "admin");
  expect((await confirmNewest(app)).status).not.toBe(200);
  expect((await admin.call(contract.planVersions, {})).body.data.versions).toHaveLength(1);
  expect(await feed()).toEqual([]);
});

test("members are told in the feed and by mail what changes, in words and in figures for their own stakes", async () => {
  const { revision } = (await admin.call(contract.planVersions, {})).body.data.draft;
  expect((await propose(revision, "2026-02-10")).status).toBe(200);
  expect((await confirmNewest(app)).status).toBe(200);
  expect(await feed()).toEqual([{ kind: "plan-scheduled", data: { version: 2, from: "2026-02-10" } }]);
  const [mail, ...more] = await mails(/plan/);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("The plan changes on 10 February 2026");
  for (const words of [
    "0.5 % → 0.4 %",
    "100 % → 50 %",
    // Running stakes keep 750 FC a day; a new one would return 600, and the cap is half.
    "750 FC",
    "750 FC → 600 FC",
    "$150 → $75",
  ]) {
    expect(mail!.text).toContain(words);
  }
  await app.worker.drain();
  expect(await mails(/plan/)).toHaveLength(1);
});

test("every version that was ever in force stays readable, with its days and as a PDF; a withdrawn one never was", async () => {
  const versions = async () =>
    (await client.call(planHistory, { params: { userId: member.id } })).body.data.versions.map(
      ({ version, state, effectiveTo }: Record<string, unknown>) => ({ version, state, effectiveTo }),
    );
  expect(await versions()).toEqual([
    { version: 2, state: "scheduled", effectiveTo: null },
    { version: 1, state: "in force", effectiveTo: "2026-02-09" },
  ]);
  expect((await admin.call(contract.withdrawPlanVersion, { params: { id: 2 } })).status).toBe(200);
  expect(await versions()).toEqual([{ version: 1, state: "in force", effectiveTo: null }]);
  const kinds = (await feed()).map(({ kind }: { kind: string }) => kind);
  expect(kinds.toSorted()).toEqual(["plan-scheduled", "plan-withdrawn"]);
  expect(await mails(/does not change/)).toHaveLength(1);
  const pdfOf = (version: number) => client.send("GET", `/api${planDocumentPdf.path}?version=${version}`);
  expect((await pdfOf(1)).status).toBe(200);
  expect((await pdfOf(2)).status).toBe(404);

  // What replaces it is a new schedule, with its own seven days.
  const revision = await draft();
  expect((await propose(revision, "2026-02-08")).body.fields).toHaveProperty("effectiveFrom");
  expect((await propose(revision, "2026-02-09")).status).toBe(200);
  expect((await confirmNewest(app)).status).toBe(200);
  app.time.now = noon("2026-02-09");
  client = await signedIn(app, member);
  expect(await versions()).toEqual([
    { version: 3, state: "in force", effectiveTo: null },
    { version: 1, state: "past", effectiveTo: "2026-02-08" },
  ]);
});

test("without notice by setting, a version still begins tomorrow at the earliest", async () => {
  await setSetting(app.databaseUrl, "plan", { noticeDays: 0 });
  admin = await operatorSignedIn(app, "admin");
  const revision = await draft({ ...rules, offers: [] });
  expect((await propose(revision, "2026-02-09")).body.fields).toHaveProperty("effectiveFrom");
  expect((await propose(revision, "2026-02-10")).status).toBe(200);
});
