import { asFc, noFc } from "@fc/contract/units";
import { operatorLog } from "@fc/contract/operators/console";
import {
  consoleSignal,
  consoleSignals,
  findByTrace,
  highestScores,
  judgeSignal,
  memberScores,
  memberSignals,
  type Signal,
} from "@fc/contract/signals/console";
import type { SignalRuleName } from "@fc/contract/signals/console-rules";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { numberColumns } from "../../core/members/identity-numbers.ts";
import { noteForSignals } from "../../core/signals/news.ts";
import { evaluateSignals } from "../../core/signals/task.ts";
import { atomically } from "../../platform/db.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { giveAddress, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
let colleague: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  [support, colleague] = [await operatorSignedIn(app, "support"), await operatorSignedIn(app, "finance")];
});
afterAll(() => app.stop());

/** Each with a mobile number of their own. */
async function newcomer(place: Parameters<TestApp["addMember"]>[0] = {}): Promise<TestMember> {
  const member = await app.addMember(place);
  const phone = `+9198${String(member.id).padStart(8, "0")}`;
  await app.db.updateTable("members").set({ phone }).where("id", "=", member.id).execute();
  return member;
}

async function newcomers(count: number): Promise<TestMember[]> {
  const members: TestMember[] = [];
  while (members.length < count) {
    const some = Array.from({ length: Math.min(10, count - members.length) }, () => newcomer());
    members.push(...(await Promise.all(some)));
  }
  return members;
}

/** The task looks at these members, as it does after each of their changes. */
async function look(...members: readonly TestMember[]): Promise<void> {
  await atomically(app.db, (tx) => noteForSignals(tx, ...members.map(({ id }) => id)), undefined);
  await evaluateSignals(app.deps);
}

async function giveAccount(member: TestMember, accountNumber: string): Promise<void> {
  const { db, secretKey } = app.deps;
  const number = numberColumns(secretKey, { kind: "account", memberId: member.id }, accountNumber);
  const rest = { ifsc_code: "HDFC0000001", branch: "Main Road", bank_name: "Bank", changed_at: app.time.now };
  await db
    .insertInto("bank_details")
    .values({ member_id: member.id, ...number, ...rest })
    .execute();
  await look(member);
}

/** Signs in from a block: a carrier's, in which each member gets another address each time. */
async function arriveFrom(block: string, userAgent: string, members: readonly TestMember[]): Promise<void> {
  await sql`insert into sessions (id, member_id, token_hash, cookie_hash, must_change_password, created_at,
      last_seen_at, expires_at, ip, user_agent, block)
    select session, member, sha256(session::text::bytea), sha256(('cookie' || session)::bytea), false, ${app.time.now},
      ${app.time.now}, ${after(app.time.now, hour)}, host(${block}::cidr), ${userAgent}, ${block}
    from (
      select gen_random_uuid() as session, member from unnest(${members.map(({ id }) => id)}::int[]) as member
    ) each`.execute(app.db);
}

async function signalsOf({ refId }: TestMember): Promise<{ score: number; signals: Signal[] }> {
  return (await support.call(memberSignals, { params: { refId } })).body.data;
}

async function signalOf(member: TestMember, rule: SignalRuleName): Promise<Signal | undefined> {
  return (await signalsOf(member)).signals.find((signal) => signal.rule === rule);
}

const judge = (by: TestClient, { id, evidence }: Signal, reason = "A family") =>
  by.call(judgeSignal, { params: { id }, body: { evidence, reason } });

test("members with one bank account are a signal, with the evidence and a score for each of them", async () => {
  const [asha, ravi, meena] = await newcomers(3);
  await giveAccount(asha!, "111122223333");
  expect(await signalsOf(asha!)).toEqual({ score: 0, signals: [] });
  await giveAccount(ravi!, "111122223333");
  await giveAccount(meena!, "999922223333");

  const signal = (await signalOf(asha!, "same-account"))!;
  expect(signal).toMatchObject({ evidence: 2, isOpen: true, memberCount: 2, facts: {} });
  const { body } = await support.call(consoleSignal, { params: { id: signal.id } });
  expect(body.data.people.map(({ refId }: TestMember) => refId).toSorted()).toEqual(
    [asha!.refId, ravi!.refId].toSorted(),
  );
  expect(JSON.stringify(body)).not.toContain("111122223333");
  const scores = await support.call(memberScores, { body: { memberIds: [asha!.id, ravi!.id, meena!.id] } });
  expect(scores.body.data).toHaveLength(2);
  expect(scores.body.data[0].score).toBe(40);
  const listed = await support.call(consoleSignals, { query: { rule: "same-account" } });
  expect(listed.body.data.map(({ id }: Signal) => id)).toContain(signal.id);
  const highest = await support.call(highestScores, {});
  expect(highest.body.data.map(({ refId }: TestMember) => refId)).toContain(asha!.refId);
});

test("what looks fine is remembered with who and why, and comes back when somebody else joins", async () => {
  const [one, two, three] = await newcomers(3);
  await giveAccount(one!, "444455556666");
  await giveAccount(two!, "444455556666");
  const signal = (await signalOf(one!, "same-account"))!;
  const answers = await Promise.all([judge(support, signal), judge(colleague, signal)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe("DECIDED_ALREADY");
  expect(await signalsOf(one!)).toMatchObject({ score: 0, signals: [{ isOpen: false }] });
  const fine = await support.call(consoleSignals, { query: { state: "fine" } });
  expect(fine.body.data.map(({ id }: Signal) => id)).toContain(signal.id);

  await giveAccount(three!, "444455556666");
  expect(await signalsOf(one!)).toMatchObject({ score: 40, signals: [{ isOpen: true, evidence: 3 }] });
  expect((await judge(support, signal)).body.code).toBe("SIGNAL_CHANGED");
  const { body } = await support.call(consoleSignal, { params: { id: signal.id } });
  expect(body.data.judgements).toEqual([expect.objectContaining({ reason: "A family", evidence: 2 })]);
});

test("a threshold is a setting that counts for what was found before, too", async () => {
  const [one, two] = await newcomers(2);
  await giveAccount(one!, "777788889999");
  await giveAccount(two!, "777788889999");
  await setSetting(app.databaseUrl, "signals", { sameAccountMembers: 3 });
  await evaluateSignals(app.deps);
  expect(await signalsOf(one!)).toEqual({ score: 0, signals: [] });
  await setSetting(app.databaseUrl, "signals", {});
  await evaluateSignals(app.deps);
  expect((await signalsOf(one!)).score).toBe(40);
});

test("members who sign in from one browser share a device, and are found by it and by the internet address", async () => {
  const members = await newcomers(3);
  const browser = new TestClient(app);
  for (const { refId } of members) {
    expect((await browser.logIn(refId)).status).toBe(200);
  }
  await evaluateSignals(app.deps);
  const signal = (await signalOf(members[0]!, "same-device"))!;
  expect(signal).toMatchObject({ evidence: 3, facts: { device: expect.stringMatching(/^[0-9A-F]{10}$/) } });
  const found = await support.call(findByTrace, { body: { by: "device", value: signal.facts.device! } });
  expect(found.body.data.map(({ id }: TestMember) => id).toSorted((a: number, b: number) => a - b)).toEqual(
    members.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  // They come from this machine; of a session of somewhere else the beginning of the address is enough.
  const { id } = members[0]!;
  await app.db.updateTable("sessions").set({ ip: "192.0.2.201" }).where("member_id", "=", id).execute();
  const near = await support.call(findByTrace, { body: { by: "ip", value: "192.0.2.20" } });
  expect(near.body.data).toEqual([expect.objectContaining({ id })]);
});

test("a search by PAN, account or address finds the members who have it, and is in the log with a masked number", async () => {
  const [owner] = await newcomers(1);
  await giveAccount(owner!, "121212121212");
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  await giveAddress(app.db, owner!, address, app.time.now);
  for (const body of [
    { by: "account", value: "1212 1212 1212" },
    { by: "coinAddress", value: address.toLowerCase() },
  ] as const) {
    const found = await support.call(findByTrace, { body });
    expect(found.body.data).toEqual([expect.objectContaining({ refId: owner!.refId })]);
  }
  expect((await support.call(findByTrace, { body: { by: "pan", value: "ABCPE9999Z" } })).body.data).toEqual(
    [],
  );
  const { body } = await support.call(operatorLog, { query: {} });
  const searches = body.data.filter(({ action }: { action: string }) => action === "member/find");
  expect(searches[0].details).toEqual({ by: "pan", value: "••••• 9999Z", found: 0 });
  expect(JSON.stringify(searches)).not.toMatch(/121212121212|ABCPE9999Z/);
});

test("a sponsor and a sponsored member who share an address, and a first withdrawal soon after, are signals", async () => {
  const sponsor = await newcomer();
  const member = await newcomer({ sponsor, side: "left" });
  const address = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
  for (const each of [sponsor, member]) await giveAddress(app.db, each, address, app.time.now);
  await app.db
    .insertInto("withdrawals")
    .values({
      member_id: member.id,
      amount_fc: asFc(100_000n),
      fee_fc: noFc,
      from_staking_fc: noFc,
      from_earning_fc: asFc(100_000n),
      from_offer_fc: noFc,
      currency_type: "coin",
      address,
      requested_at: after(app.time.now, 50 * hour),
      decided_at: null,
      deduction_fc: null,
      transaction_id: null,
      reason: null,
    })
    .execute();
  await look(member);
  expect(await signalOf(member, "same-coin-address")).toMatchObject({ evidence: 2 });
  for (const each of [sponsor, member]) {
    const shares = await signalOf(each, "sponsor-shares");
    expect(shares).toMatchObject({ strength: 1, facts: { rules: ["same-coin-address"] } });
  }
  expect(await signalOf(member, "first-withdrawal")).toMatchObject({
    strength: 50,
    facts: { after: ["address"] },
  });
  expect(await signalOf(sponsor, "first-withdrawal")).toBeUndefined();
  await app.db
    .updateTable("withdrawals")
    .set({ status: "R", is_cancelled: true, decided_at: app.time.now, reason: "Cancelled by you" })
    .where("member_id", "=", member.id)
    .execute();
  await look(member);
  expect(await signalOf(member, "first-withdrawal")).toBeUndefined();
});

test("a burst of registrations on one leg concerns the newcomers and their sponsor", async () => {
  const head = await newcomer();
  const placed: TestMember[] = [];
  for (const _ of Array.from({ length: 10 })) {
    placed.push(await newcomer({ sponsor: head, side: "right" }));
    app.time.advance(minute);
  }
  await look(...placed);
  expect(await signalOf(placed[9]!, "registration-burst")).toMatchObject({
    strength: 10,
    facts: { side: "right" },
    memberCount: 11,
  });
  expect(await signalOf(head, "registration-burst")).toBeDefined();
  // From one of the first it looks smaller.
  await look(placed[5]!);
  expect(await signalOf(placed[9]!, "registration-burst")).toMatchObject({ strength: 10 });
});

test("members of one carrier lose its points when the block has grown, and no browser of theirs counts", async () => {
  const people = await newcomers(500);
  const phone =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
  for (let day = 0; day < 10; day += 1) {
    const arriving = people.slice(day * 50, day * 50 + 50);
    await arriveFrom("198.51.100.0/24", phone, arriving);
    await look(...arriving);
    const [first, last] = [await signalsOf(people[0]!), await signalsOf(arriving.at(-1)!)];
    const [score, rules] = day < 4 ? [5, ["same-block"]] : [0, []];
    for (const each of [first, last]) {
      expect(each.score).toBe(score);
      expect(each.signals.map(({ rule }) => rule)).toEqual(rules);
    }
    app.time.advance(24 * hour);
    support = await operatorSignedIn(app, "support");
  }
  const scores = await support.call(memberScores, {
    body: { memberIds: people.slice(100, 200).map(({ id }) => id) },
  });
  expect(scores.body.data).toEqual([]);
});

test("many sessions of a few do not hide how many members are behind one block", async () => {
  const people = await newcomers(250);
  const busy = people.slice(0, 20);
  for (let times = 0; times < 120; times += 1) await arriveFrom("203.0.113.0/24", `Browser ${times}`, busy);
  await arriveFrom("203.0.113.0/24", "Browser 0", people.slice(20));
  await look(busy[0]!);
  expect(await signalOf(busy[0]!, "same-block")).toBeUndefined();
});

test("a number that more than 200 members share counts for every one of them", async () => {
  const people = await newcomers(230);
  await app.db
    .updateTable("members")
    .set({ phone: "+919700000000" })
    .where(
      "id",
      "in",
      people.map(({ id }) => id),
    )
    .execute();
  await look(people[0]!);
  expect(await signalOf(people[229]!, "same-phone")).toMatchObject({ evidence: 230, isOpen: true });
});
