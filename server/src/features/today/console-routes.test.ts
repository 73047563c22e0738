import { consoleQueues, consoleToday, sendTestMail } from "@fc/contract/today/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, hour } from "../../platform/clock.ts";
import { fund, giveStake, setPrice, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.time.now = new Date("2026-03-10T12:00:00+05:30");
});
afterAll(() => app.stop());

const today = async () => (await (await operatorSignedIn(app, "viewer")).call(consoleToday, {})).body.data;

test("an empty house shows nothing waiting, nothing owed, and that no price is set", async () => {
  const nothing = { count: 0, late: 0, oldestAt: null };
  expect(await today()).toMatchObject({
    queues: {
      staking: { ...nothing, promisedHours: 24 },
      withdrawals: { ...nothing, promisedHours: 24 },
      support: { ...nothing, promisedHours: 24 },
      proposals: { ...nothing, promisedHours: null },
      adjustments: { ...nothing, promisedHours: null },
      corrections: { ...nothing, promisedHours: null },
      funding: { ...nothing, promisedHours: null },
    },
    pool: { balance: 0, owed: 0 },
    lastClosing: null,
    price: null,
    alerts: { checkedAt: null, active: [] },
  });
});

test("what waits is counted with its age against the promise; what members hold and who is new is shown", async () => {
  const { db, time } = app;
  await setPrice(db, 15_000, time.now);
  const member = await app.addMember();
  const hoursBefore = (hoursAgo: number) => new Date(time.now.getTime() - hoursAgo * hour);
  for (const hoursAgo of [25, 30, 2]) {
    await db
      .insertInto("support_records")
      .values({
        reference: `FCS-${hoursAgo}`,
        ref_id: member.refId,
        member_id: member.id,
        number: "",
        email: member.email,
        message: "Hello",
        created_at: hoursBefore(hoursAgo),
        waiting_since: hoursBefore(hoursAgo),
      })
      .execute();
  }
  await fund(db, member, { staking: 700 }, time.now);
  await giveStake(db, member, time.now);

  const { queues, pool, price, days } = await today();
  expect(queues.support).toMatchObject({ count: 3, late: 2, oldestAt: hoursBefore(30).toISOString() });
  const counted = await (await operatorSignedIn(app, "viewer")).call(consoleQueues, {});
  expect(counted.body.data).toEqual(queues);
  expect(pool.owed).toBeGreaterThanOrEqual(700);
  expect(price).toMatchObject({ fcFor15Usd: 15_000 });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ day: "2026-03-10", members: 1, stakes: 1 });
  expect(days[0].day).toBe("2026-02-09");
  time.advance(day);
  expect((await today()).days.slice(-2)).toMatchObject([{ members: 1 }, { members: 0 }]);
});

test("until the house is ready, the first page says what is left of the first day", async () => {
  const house = await startTestApp();
  const admin = await operatorSignedIn(house, "admin");
  const left = async () => (await admin.call(consoleToday, {})).body.data.firstDay;
  const nothing = {
    mail: false,
    secondAdmin: false,
    price: false,
    payment: false,
    pool: false,
    plan: false,
    firstMember: false,
    documents: false,
    transferReceiver: false,
    backup: false,
  };
  expect(await left()).toEqual(nothing);

  const { body } = await admin.call(sendTestMail, {});
  const [mail] = await house.mailsTo(body.data.to);
  expect(mail?.text).toContain("Mails arrive");
  await house.db.updateTable("mails").set({ sent_at: house.time.now }).execute();
  expect(await left()).toEqual({ ...nothing, mail: true });

  await operatorSignedIn(house, "admin");
  await setPrice(house.db, 1000, house.time.now);
  await house.addMember();
  const made = {
    started_at: house.time.now,
    finished_at: house.time.now,
    host: "node-1",
    folder: "/backups",
  };
  await house.db
    .insertInto("backups")
    .values([
      { ...made, state: "done", bytes: 4_200_000n },
      {
        ...made,
        started_at: new Date(house.time.now.getTime() + hour),
        state: "failed",
        problem: "full disk",
      },
    ])
    .execute();
  expect((await admin.call(consoleToday, {})).body.data.lastBackup).toEqual({
    at: house.time.now.toISOString(),
    host: "node-1",
    bytes: 4_200_000,
  });
  await setSetting(house.databaseUrl, "payment", { upiId: "fcportal@upi" });
  await setSetting(house.databaseUrl, "transfer", { betweenMembers: true });
  expect(await left()).toEqual({
    mail: true,
    secondAdmin: true,
    price: true,
    payment: true,
    pool: false,
    plan: false,
    firstMember: true,
    documents: false,
    transferReceiver: true,
    backup: true,
  });
  await house.stop();
});
