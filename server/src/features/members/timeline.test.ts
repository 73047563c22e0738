import * as contract from "@fc/contract/members/console";
import { blockMember, unblockMember } from "@fc/contract/members/console-actions";
import { consoleSupport, replyToSupport } from "@fc/contract/support/console";
import { createOwnSupportRecord } from "@fc/contract/support/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import { fund, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { requestedStake } from "../../testing/staking-requests.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let viewer: TestClient;
let asha: TestMember;

/** Money, a change, messages with their answer, and decisions, each at a moment of its own. */
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 300_000, app.time.now);
  viewer = await operatorSignedIn(app, "viewer");
  const support = await operatorSignedIn(app, "support");
  asha = await app.addMember({ name: "Asha Verma" });
  const other = await app.addMember({ name: "Somebody Else" });
  for (const member of [asha, other]) {
    const client = await signedIn(app, member);
    for (const amount of [1000, 2000, 3000]) {
      await fund(app.db, member, { earning: amount }, app.time.now);
      app.time.advance(minute);
    }
    await requestedStake(app, { member, client });
    app.time.advance(minute);
    const body = { number: "", email: "", supportMessage: `Words of ${member.name}`, refId: member.refId };
    const { reference } = (await client.call(createOwnSupportRecord, { body })).body.data;
    app.time.advance(minute);
    const { id } = (await support.call(consoleSupport, { query: { search: reference } })).body.data[0];
    const reply = { text: `Answer to ${member.name}`, to: "member" as const, version: 0 };
    expect((await support.call(replyToSupport, { params: { id }, body: reply })).status).toBe(200);
    app.time.advance(minute);
    const params = { refId: member.refId };
    const reason = { reason: "To be looked at" };
    expect((await support.call(blockMember, { params, body: reason })).status).toBe(200);
    app.time.advance(minute);
    expect((await support.call(unblockMember, { params, body: reason })).status).toBe(200);
  }
});
afterAll(() => app.stop());

interface Page {
  data: contract.TimelineEntry[];
  next: string | null;
}

async function page(query: object): Promise<Page> {
  const answer = await viewer.call(contract.consoleMemberTimeline, { params: { refId: asha.refId }, query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function pages(query: object): Promise<contract.TimelineEntry[]> {
  const lines: contract.TimelineEntry[] = [];
  let cursor: string | null = null;
  do {
    const { data, next }: Page = await page({ ...query, ...(cursor !== null && { cursor }) });
    lines.push(...data);
    cursor = next;
  } while (cursor !== null);
  return lines;
}

test("money, changes, messages and decisions are one list, the newest first, of this member alone", async () => {
  const { data, next } = await page({ size: 100 });
  expect(next).toBeNull();
  expect(new Set(data.map(({ entry }) => entry.source))).toEqual(
    new Set(["ledger", "staking-request", "change", "message", "answer", "mail", "log"]),
  );
  expect(data.map(({ at }) => at)).toEqual(
    data
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  const text = JSON.stringify(data);
  expect(text).toContain("Words of Asha Verma");
  expect(text).toContain("Answer to Asha Verma");
  expect(text).not.toContain("Somebody Else");
});

test("small pages have every line once, in the same order", async () => {
  const { data } = await page({ size: 100 });
  expect(await pages({ size: 2 })).toEqual(data);
  expect(await pages({ size: 1 })).toEqual(data);
});

test("each kind is a part of the list, and together they are all of it", async () => {
  const { data } = await page({ size: 100 });
  const parts = await Promise.all(contract.timelineKindNames.map((kind) => pages({ kind, size: 2 })));
  for (const part of parts) expect(part.length).toBeGreaterThan(1);
  expect(
    parts
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(data.map(({ id }) => id).toSorted());
});

test("a line that its source has in another order than by time is on one of the pages all the same", async () => {
  const early = new Date(app.time.now.getTime() - 60 * minute);
  const written = await viewer.call(contract.consoleMember, { params: { refId: asha.refId } });
  expect(written.status).toBe(200);
  await app.db
    .insertInto("member_events")
    .values({
      member_id: asha.id,
      kind: "profile-changed",
      detail: "late",
      ip: "",
      user_agent: "",
      happened_at: early,
    })
    .execute();
  const details = (await pages({ kind: "changes", size: 1 })).map(({ entry }) =>
    entry.source === "change" ? entry.line.detail : "",
  );
  expect(details).toContain("late");
  expect(details).toHaveLength((await page({ kind: "changes", size: 100 })).data.length);
});

test("a cursor that nobody made reads from the newest line", async () => {
  const { data } = await page({ size: 3 });
  expect((await page({ size: 3, cursor: "ledger:x,nothing:1,log:-" })).data).toEqual(data);
});
