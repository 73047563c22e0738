import { notices } from "@fc/contract/notices/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically } from "../../platform/db.ts";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";
import { addNotice } from "./notices.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

test("a member sees the notices for everybody and their own, newest first, and nobody else's", async () => {
  const [mine, theirs] = [await app.addMember(), await app.addMember()];
  const at = (hoursAgo: number) => new Date(app.time.now.getTime() - hoursAgo * 3_600_000);
  for (const [readerIds, message, startsAt] of [
    [undefined, "old, for all", at(5)],
    [undefined, "new, for all", at(1)],
    [[mine.id], "for me", at(2)],
    [[theirs.id], "for them", at(3)],
  ] as const)
    await atomically(app.db, addNotice, { readerIds, message, startsAt, endsAt: undefined, now: startsAt });
  const client = await signedIn(app, mine);
  const { body } = await client.call(notices, { params: { userId: mine.id } });
  expect(body.general.map((n: { message: string }) => n.message)).toEqual(["new, for all", "old, for all"]);
  expect(body.personal.map((n: { message: string }) => n.message)).toEqual(["for me"]);
  expect((await client.call(notices, { params: { userId: theirs.id } })).status).toBe(404);
});
