import { randomUUID } from "node:crypto";
import { notices } from "@fc/contract/notices/portal";
import {
  chooseNotifications,
  notificationChoices,
  notifications,
  readAllNotifications,
  readNotification,
  unreadNotifications,
  type Notification,
} from "@fc/contract/notifications/portal";
import { receipt } from "@fc/contract/receipts/portal";
import { register } from "@fc/contract/registration/portal";
import { confirmRegistration } from "@fc/contract/registration/portal-later";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { notify } from "./core/notifications/notify.ts";
import { closeDay } from "./core/plan/closing.ts";
import { reverseStake } from "./core/staking/stakes.ts";
import { day, minute } from "./platform/clock.ts";
import { atomically } from "./platform/db.ts";
import { coins, confirm, fund, longAgo, setPrice, setSetting } from "./testing/money.ts";
import { fillPool, stakeNow } from "./testing/plan/stakes.ts";
import {
  approveStake,
  newcomer,
  rejectStake,
  requestedStake,
  type Person,
} from "./testing/staking-requests.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "./testing/test-app.ts";
import { addWithdrawer, transactionId, withdrawCoins } from "./testing/withdrawals.ts";
import { addNotice } from "./features/notices/notices.ts";
import { acceptWithdrawal, rejectWithdrawal } from "./features/withdraw/decisions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 15_000, longAgo(app.time.now));
});
afterAll(() => app.stop());

async function feedOf({ member, client }: Person, query: { before?: string } = {}): Promise<Notification[]> {
  const { body } = await client.call(notifications, { params: { userId: member.id }, query });
  return body.data;
}

async function unreadOf({ member, client }: Person): Promise<number> {
  return (await client.call(unreadNotifications, { params: { userId: member.id } })).body.data.unread;
}

async function choose(
  { member, client }: Person,
  topic: "credited" | "approved" | "security" | "team" | "closing" | "notices",
  channel: "app" | "mail" | "push",
  isOn: boolean,
) {
  return client.call(chooseNotifications, { body: { userId: member.id, topic, channel, isOn } });
}

async function subjectsTo({ member }: Person): Promise<string[]> {
  return (await app.mailsTo(member.email)).map(({ subject }) => subject);
}

describe("what happens to a member is in the feed", () => {
  test("a staking request that was approved or rejected, and leads to its receipt", async () => {
    const person = await newcomer(app);
    await approveStake(app, await requestedStake(app, person));
    app.time.advance(minute);
    await rejectStake(app, await requestedStake(app, person, 300));
    const [rejected, approved] = await feedOf(person);
    expect(approved).toMatchObject({
      kind: "staking-approved",
      isRead: false,
      data: { amount: 150, coins: 150_000 },
    });
    expect(rejected).toMatchObject({
      kind: "staking-rejected",
      data: { amount: 300, reason: "The picture cannot be read" },
    });
    const params = { userId: person.member.id, reference: approved!.reference! };
    expect((await person.client.call(receipt, { params })).body.data.status).toBe("A");
    expect(await subjectsTo(person)).toContain("Your stake has started");
    expect(await unreadOf(person)).toBe(2);
  });

  test("a withdrawal that was paid or rejected", async () => {
    const member = await addWithdrawer(app, { earning: 20_000_000 });
    const person = { member, client: await signedIn(app, member) };
    const paid = await withdrawCoins(app, person.client, member, 8_000_000);
    await atomically(app.db, acceptWithdrawal, {
      id: paid,
      transactionId: transactionId(1),
      now: app.time.now,
    });
    const id = await withdrawCoins(app, person.client, member, 8_000_000);
    await atomically(app.db, rejectWithdrawal, { id, reason: "Wrong address", now: app.time.now });
    const lines = (await feedOf(person)).filter(({ kind }) => kind !== "security");
    expect(lines).toMatchObject([
      { kind: "withdrawal-rejected", data: { amount: 8_000_000, reason: "Wrong address" } },
      { kind: "withdrawal-paid" },
    ]);
    for (const { reference } of lines) {
      const params = { userId: member.id, reference: reference! };
      expect((await person.client.call(receipt, { params })).status).toBe(200);
    }
  });

  test("coins and a stake that another member gave, and the giver is not told of them", async () => {
    const giver = await newcomer(app, { name: "Asha Devi Verma" });
    const taker = await newcomer(app);
    await fund(app.db, giver.member, { transfer: 2_000_000 }, longAgo(app.time.now));
    await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
    const transfer = {
      fromRefId: giver.member.refId,
      toRefId: taker.member.refId,
      amount: 500_000,
    };
    await confirm(app, giver.client, giver.member, { purpose: "transfer", change: transfer });
    expect((await giver.client.call(transferCoins, { body: transfer })).status).toBe(200);
    const stake = { userId: giver.member.id, refId: taker.member.refId, amount: 15 };
    await confirm(app, giver.client, giver.member, { purpose: "staking-topup", change: stake });
    expect((await giver.client.call(topUpStake, { body: stake })).status).toBe(200);
    const from = { fromRefId: giver.member.refId, fromName: "Asha V." };
    const lines = await feedOf(taker);
    expect(lines).toMatchObject([
      { kind: "stake-given", data: { amount: 15, ...from } },
      { kind: "transfer-received", data: { amount: 500_000, ...from } },
    ]);
    for (const { reference } of lines) {
      const params = { userId: taker.member.id, reference: reference! };
      expect((await taker.client.call(receipt, { params })).status).toBe(200);
    }
    expect(await feedOf(giver)).toEqual([]);
  });

  test("a new member, to the sponsor and once, also if the job that completes a registration runs as well", async () => {
    const sponsor = await newcomer(app);
    const visitor = new TestClient(app, "203.0.113.77");
    const key = randomUUID();
    const body = {
      parentRefId: sponsor.member.refId,
      name: "Ravi Kumar",
      gender: "M" as const,
      mailId: "ravi.feed@example.com",
      mobileNumber: "+91 98765 43210",
      isLeft: true,
      isRight: false,
    };
    await visitor.call(register, { body }, key);
    expect(await feedOf(sponsor)).toEqual([]);
    await visitor.call(confirmRegistration, {}, key);
    await visitor.call(confirmRegistration, {}, key);
    app.time.advance(day);
    await app.worker.drain();
    const lines = await feedOf(sponsor);
    expect(lines).toMatchObject([{ kind: "member-joined", data: { name: "Ravi K." } }]);
  });

  test("a sensitive change, but not what the member did with money", async () => {
    const person = await newcomer(app);
    await fund(app.db, person.member, { transfer: 1_000_000 }, longAgo(app.time.now));
    const stake = { userId: person.member.id, refId: person.member.refId, amount: 15 };
    await confirm(app, person.client, person.member, { purpose: "staking-topup", change: stake });
    await person.client.call(topUpStake, { body: stake });
    expect(await feedOf(person)).toEqual([]);
    await signedIn(app, person.member);
    await person.client.send("POST", "/api/user/sessions/signOutOthers", { userId: person.member.id });
    expect(await feedOf(person)).toMatchObject([
      { kind: "security", data: { event: "others-signed-out", detail: "1" } },
    ]);
  });

  test("notices for everybody and for the member, while they are on the board", async () => {
    const [mine, theirs] = [await newcomer(app), await newcomer(app)];
    const now = app.time.now;
    const shown = { startsAt: now, now };
    const until = new Date(now.getTime() + 3 * minute);
    await atomically(app.db, addNotice, { ...shown, message: "All", readerIds: undefined, endsAt: until });
    const readerIds = [mine.member.id];
    await atomically(app.db, addNotice, { ...shown, message: "Mine", readerIds, endsAt: until });
    const later = { startsAt: new Date(now.getTime() + day), now };
    await atomically(app.db, addNotice, { ...later, message: "Later", readerIds, endsAt: undefined });
    const messages = async (person: Person) =>
      (await feedOf(person))
        .flatMap((line) => (line.kind === "notice" ? [line.data.message] : []))
        .toSorted((one, other) => one.localeCompare(other));
    expect(await messages(mine)).toEqual(["All", "Mine"]);
    expect(await messages(theirs)).toEqual(["All"]);
    app.time.advance(4 * minute);
    expect(await messages(mine)).toEqual([]);
    expect((await mine.client.call(notices, { params: { userId: mine.member.id } })).body.personal).toEqual(
      [],
    );
  });

  test("the rewards of a day, as one line with their sum, once the day is sealed", async () => {
    const now = new Date("2027-02-01T12:00:00+05:30");
    app.time.now = now;
    await fillPool(app.db, coins(10_000_000), now);
    const root = await app.addMember();
    const left = await app.addMember({ sponsor: root, side: "left" });
    const idle = await app.addMember({ sponsor: root, side: "right" });
    for (const [member, usd] of [[root, 150] as const, [left, 1500] as const])
      await stakeNow(app.db, { memberId: member.id, usd, now });
    app.time.now = new Date("2027-02-04T12:00:00+05:30");
    for (const closed of ["2027-02-01", "2027-02-02"])
      await closeDay(app.db, { day: closed, now: new Date(`${closed}T23:59:59Z`) });
    const feed = async (member: typeof root) => feedOf({ member, client: await signedIn(app, member) });
    // Half a percent of 150,000 coins on the second day; on the first the bonus of 5 % of $1,500.
    expect(await feed(root)).toMatchObject([
      { kind: "day-closed", data: { day: "2027-02-02", amount: 750 } },
      { kind: "day-closed", data: { day: "2027-02-01", amount: 75_000 } },
    ]);
    expect(await feed(left)).toMatchObject([{ data: { day: "2027-02-02", amount: 7500 } }]);
    expect(await feed(idle)).toEqual([]);
  });

  test("a stake that ends in a week, and that it has ended; one that was undone is left out", async () => {
    // A year of its own: in the other tests' database the worker would have to close each of its days.
    const own = await startTestApp();
    onTestFinished(() => own.stop());
    await setPrice(own.db, 15_000, longAgo(own.time.now));
    const startedAt = new Date("2027-03-01T12:00:00+05:30");
    own.time.now = startedAt;
    const member = await own.addMember();
    const stake = { memberId: member.id, usd: 150, now: startedAt };
    const stakeId = await stakeNow(own.db, stake);
    const undoneId = await stakeNow(own.db, stake);
    await atomically(own.db, reverseStake, { stakeId: undoneId, reason: "A mistake", now: startedAt });
    // Its 400th day, the last one, is 4 April 2028, so the week before begins on 29 March.
    const feedAt = async (at: string) => {
      own.time.now = new Date(at);
      return (await feedOf({ member, client: await signedIn(own, member) })).filter(
        ({ kind }) => kind === "stake-ending" || kind === "stake-ended",
      );
    };
    expect(await feedAt("2028-03-28T23:59:00+05:30")).toEqual([]);
    const ending = { kind: "stake-ending", data: { amount: 150, last: "2028-04-04" } };
    expect(await feedAt("2028-03-29T00:01:00+05:30")).toMatchObject([ending]);
    const endedAt = new Date("2028-04-05T00:00:00+05:30");
    await own.db.updateTable("stakes").set({ ended_at: endedAt }).where("id", "=", stakeId).execute();
    const both = [{ kind: "stake-ended", data: { amount: 150 } }, ending];
    expect(await feedAt("2028-04-05T00:05:00+05:30")).toMatchObject(both);
  });
});

/** Writes so many lines, a minute apart. */
async function tell({ member }: Person, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    app.time.advance(minute);
    const data = { refId: `FC${number}`, name: `Member ${number}` };
    await atomically(app.db, tellOne, {
      memberId: member.id,
      about: String(number),
      data,
      now: app.time.now,
    });
  }
}
const tellOne: (
  tx: Parameters<typeof notify>[0],
  news: { memberId: number; about: string; data: { refId: string; name: string }; now: Date },
) => Promise<void> = (tx, news) => notify(tx, "member-joined", news);

describe("reading", () => {
  test("pages go from the newest to the oldest, each line once, also if news comes in between", async () => {
    const person = await newcomer(app);
    await tell(person, 45);
    const names: string[] = [];
    let before: string | undefined;
    do {
      const query = before === undefined ? {} : { before };
      const { body } = await person.client.call(notifications, {
        params: { userId: person.member.id },
        query,
      });
      names.push(...body.data.map(({ data }: { data: { name: string } }) => data.name));
      before = body.next ?? undefined;
      const data = { refId: "FC0", name: "Late" };
      const late = { memberId: person.member.id, about: "late", data, now: app.time.now };
      await atomically(app.db, tellOne, late);
    } while (before !== undefined);
    expect(names).toEqual(Array.from({ length: 45 }, (_, at) => `Member ${45 - at}`));
    expect(await unreadOf(person)).toBe(46);
  });

  test("one line or all up to the newest that was shown, for every device of the member", async () => {
    const person = await newcomer(app);
    await tell(person, 3);
    const [newest, middle] = await feedOf(person);
    const userId = person.member.id;
    const read = () => person.client.call(readNotification, { body: { userId, id: middle!.id } });
    expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(200);
    const elsewhere = { ...person, client: await signedIn(app, person.member) };
    expect((await feedOf(elsewhere)).map(({ isRead }) => isRead)).toEqual([false, true, false]);
    expect(await unreadOf(elsewhere)).toBe(2);

    app.time.advance(minute);
    await atomically(app.db, tellOne, {
      memberId: userId,
      about: "after",
      data: { refId: "FC9", name: "After" },
      now: app.time.now,
    });
    await person.client.call(readAllNotifications, { body: { userId, upTo: newest!.at } });
    expect((await feedOf(elsewhere)).map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
    expect(await unreadOf(elsewhere)).toBe(1);
    // A page that was left open for long makes nothing unread again.
    await person.client.call(readAllNotifications, { body: { userId, upTo: "2020-01-01T00:00:00.000Z" } });
    expect(await unreadOf(elsewhere)).toBe(1);
  });

  test("the same thing is told once", async () => {
    const person = await newcomer(app);
    const news = {
      memberId: person.member.id,
      about: "7",
      data: { refId: "FC7", name: "Seven" },
      now: app.time.now,
    };
    await atomically(app.db, tellOne, news);
    await atomically(app.db, tellOne, news);
    expect(await feedOf(person)).toHaveLength(1);
  });

  test("what is older than the business keeps is gone, and deleted", async () => {
    const person = await newcomer(app);
    await tell(person, 2);
    await setSetting(app.databaseUrl, "notifications", { keepDays: 7 });
    app.time.advance(8 * day);
    const back = { ...person, client: await signedIn(app, person.member) };
    expect(await feedOf(back)).toEqual([]);
    expect(await unreadOf(back)).toBe(0);
    await app.worker.drain();
    const kept = await app.db
      .selectFrom("notifications")
      .select("id")
      .where("member_id", "=", person.member.id)
      .execute();
    expect(kept).toEqual([]);
    await setSetting(app.databaseUrl, "notifications", {});
  });
});

describe("choosing", () => {
  test("a member who wants no mail of a topic gets none, and what the mails said before stays the default", async () => {
    const [silent, usual] = [await newcomer(app), await newcomer(app)];
    expect((await choose(silent, "approved", "mail", false)).status).toBe(200);
    for (const person of [silent, usual]) await approveStake(app, await requestedStake(app, person));
    expect(await subjectsTo(silent)).not.toContain("Your stake has started");
    expect(await subjectsTo(usual)).toContain("Your stake has started");
    expect(await feedOf(silent)).toHaveLength(1);
    const { body } = await silent.client.call(notificationChoices, { params: { userId: silent.member.id } });
    expect(body.data.choices).toContainEqual({ topic: "approved", app: true, mail: false, push: true });
  });

  test("a topic that is off in the app is neither shown nor counted, until it is on again", async () => {
    const person = await newcomer(app);
    await tell(person, 2);
    await choose(person, "team", "app", false);
    expect(await feedOf(person)).toEqual([]);
    expect(await unreadOf(person)).toBe(0);
    await choose(person, "team", "app", true);
    expect(await feedOf(person)).toHaveLength(2);
  });

  test.each([
    ["security", "mail"],
    ["security", "app"],
    ["team", "mail"],
  ] as const)("%s by %s is no choice", async (topic, channel) => {
    const person = await newcomer(app);
    const { status, body } = await choose(person, topic, channel, false);
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { channel: "This cannot be chosen" },
    });
  });
});

describe("another member", () => {
  test("cannot read, mark or choose for somebody else", async () => {
    const [owner, thief] = [await newcomer(app), await newcomer(app)];
    await tell(owner, 1);
    const [line] = await feedOf(owner);
    const params = { userId: owner.member.id };
    expect((await thief.client.call(notifications, { params, query: {} })).status).toBe(404);
    // Under the own id the line is nobody's.
    const body = { userId: thief.member.id, id: line!.id };
    expect((await thief.client.call(readNotification, { body })).status).toBe(404);
    expect(await unreadOf(owner)).toBe(1);
  });
});

test.each(["2026-13-45T99:99:99.999Z", "0000-00-00T00:00:00.000Z", "2026-02-31T25:00:00.000Z"])(
  "the moment %s, which does not exist, is refused and marks nothing as read",
  async (moment) => {
    const person = await newcomer(app);
    await approveStake(app, await requestedStake(app, person));
    const { member, client } = person;
    const page = await client.call(notifications, {
      params: { userId: member.id },
      query: { before: `${moment}~n1` },
    });
    const marked = await client.call(readAllNotifications, { body: { userId: member.id, upTo: moment } });
    expect([page.status, marked.status]).toEqual([400, 400]);
    expect(await unreadOf(person)).toBeGreaterThan(0);
  },
);
