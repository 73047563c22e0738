import { notices } from "@fc/contract/notices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

test("a member sees the notices for everybody and their own, newest first, and nobody else's", async () => {
  const [mine, theirs] = [await app.addMember(), await app.addMember()];
  const at = (hoursAgo: number) => new Date(app.time.now.getTime() - hoursAgo * 3_600_000);
  await app.db
    .insertInto("notices")
    .values([
      { member_id: null, message: "old, for all", created_at: at(5) },
      { member_id: null, message: "new, for all", created_at: at(1) },
      { member_id: mine.id, message: "for me", created_at: at(2) },
      { member_id: theirs.id, message: "for them", created_at: at(3) },
    ])
    .execute();
  const client = await signedIn(app, mine);
  const { body } = await client.call(notices, { params: { userId: mine.id } });
  expect(body.general.map((n: { message: string }) => n.message)).toEqual(["new, for all", "old, for all"]);
  expect(body.personal.map((n: { message: string }) => n.message)).toEqual(["for me"]);
  expect((await client.call(notices, { params: { userId: theirs.id } })).status).toBe(404);
});
