import { type Fc, asFc } from "@fc/contract/units";
import { hash } from "node:crypto";
import { fewestMembers, type BranchList } from "@fc/contract/transparency/liabilities/branches";
import { checkBranches } from "@fc/contract/transparency/liabilities/check-branches";
import {
  checkProof,
  passes,
  type OwnProof,
  type Published,
} from "@fc/contract/transparency/liabilities/check";
import { liabilities, liabilityList, liabilityProof } from "@fc/contract/transparency/liabilities/portal";
import { leavesPerMember, nodeBytes } from "@fc/contract/transparency/liabilities/tree";
import { daysAfter } from "@fc/contract/period";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hour } from "../../platform/clock.ts";
import { fund } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { letQueueTimePass } from "../../testing/queue.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { anchorTask } from "../ledger/anchors.ts";
import { closeDay } from "../plan/closing.ts";
import { seal } from "../ledger/seal.ts";
import { verify } from "../ledger/verify.ts";
import { fileKey } from "./list-files.ts";

const sha256 = (text: string) => hash("sha256", text);

let app: TestApp;
let members: TestMember[];

const held = [
  { staking: 10, earning: 20, offer: 30, transfer: 40, withdraw_pending: 50, staked: 600 },
  { transfer: 7 },
  {},
  { staked: 1500, withdraw_pending: 3 },
];

async function closeAndPublish(date: string): Promise<void> {
  app.time.now = noon(daysAfter(date, 1));
  await closeDay(app.db, { day: date, now: app.time.now });
  await app.worker.drain();
}

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noon("2026-02-01");
  members = [];
  for (const amounts of held) {
    const member = await app.addMember();
    members.push(member);
    await fund(app.db, member, amounts, app.time.now);
  }
  await closeAndPublish("2026-02-01");
});
afterAll(() => app.stop());

const anybody = () => new TestClient(app);

async function publishedOf(date: string): Promise<Published> {
  const { body } = await anybody().call(liabilities, { query: {} });
  return body.data.find((published: Published) => published.day === date);
}

async function proofOf(member: TestMember, date: string): Promise<OwnProof> {
  const client = await signedIn(app, member);
  return (await client.call(liabilityProof, { params: { userId: member.id, day: date } })).body.data;
}

async function listOf(date: string) {
  const { body, status } = await anybody().call(liabilityList, { params: { day: date } });
  return { status, ...(body as { data: BranchList | null; list: string }) };
}

/** As the owner of the database, with every trigger off. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("set session_replication_role = replica");
  await client.query(statement, values);
  await client.end();
}

async function allDifferences(): Promise<string[]> {
  const { db, secretKey } = app.deps;
  while ((await verify(app.databaseUrl)).unsealed > 0n) await seal(db, { secretKey, now: app.time.now });
  return (await verify(app.databaseUrl, { secretKey })).differences;
}

/** Without those of the daily anchors: which root they name depends on which of two tasks of a drain ran first. */
async function differences(): Promise<string[]> {
  return (await allDifferences()).filter((difference) => !difference.startsWith("anchor:"));
}

test("everybody reads root, totals of all six accounts, with locked principal apart, and the number of leaves", async () => {
  const { body, status } = await anybody().call(liabilities, { query: {} });
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        day: "2026-02-01",
        takenAt: app.time.now.toISOString(),
        root: expect.stringMatching(/^[0-9a-f]{64}$/),
        leaves: members.at(-1)!.id * leavesPerMember,
        owed: "1600000",
        locked: "21000000",
        hasList: true,
        list: "few",
        missedBefore: 0,
      },
    ],
    total: 1,
  });
});

test("each member's own proof holds on the published root, whatever the member has", async () => {
  const { root } = await publishedOf("2026-02-01");
  for (const member of members) {
    const proof = await proofOf(member, "2026-02-01");
    const checks = checkProof(sha256, proof, { refId: member.refId, day: "2026-02-01", root });
    expect(checks).toEqual({ form: true, owner: true, amount: true, path: true, root: true });
  }
  expect((await proofOf(members[0]!, "2026-02-01")).accounts).toEqual({
    staking: "100000",
    earning: "200000",
    offer: "300000",
    transfer: "400000",
    withdraw_pending: "500000",
    staked: "6000000",
  });
});

test("a member gets no other member's proof, and a visitor none", async () => {
  const [asha, ravi] = members as [TestMember, TestMember];
  const client = await signedIn(app, asha);
  const params = { userId: ravi.id, day: "2026-02-01" };
  expect((await client.call(liabilityProof, { params })).status).toBe(404);
  expect((await anybody().call(liabilityProof, { params })).status).toBe(401);
});

test("a proof of another member, day or balance is refused", async () => {
  const [asha, ravi] = members as [TestMember, TestMember];
  const proof = await proofOf(asha, "2026-02-01");
  const { root } = proof.published;
  const expected = { refId: asha.refId, day: "2026-02-01", root };
  const failed = (given: unknown) =>
    Object.entries(checkProof(sha256, given, expected)).flatMap(([check, passed]) => (passed ? [] : [check]));
  expect(failed(proof)).toEqual([]);
  expect(failed(await proofOf(ravi, "2026-02-01"))).toEqual(["owner"]);
  expect(failed({ ...proof, refId: ravi.refId })).toEqual(["owner", "path"]);
  expect(failed({ ...proof, published: { ...proof.published, day: "2026-02-02" } })).toEqual([
    "owner",
    "path",
  ]);
  expect(failed({ ...proof, accounts: { ...proof.accounts, transfer: "400001" } })).toEqual(["amount"]);
  const [first, ...others] = proof.leaves;
  const more = { ...first!, owed: String(BigInt(first!.owed) + 1n) };
  expect(failed({ ...proof, leaves: [more, ...others] })).toEqual(["amount", "path"]);
  expect(failed({ ...proof, leaves: [first, first, first] })).toEqual([
    "form",
    "owner",
    "amount",
    "path",
    "root",
  ]);
});

describe("the list that everybody may read", () => {
  test("is not shown while few members have coins, and says so", async () => {
    expect(await listOf("2026-02-01")).toMatchObject({ status: 200, data: null, list: "few" });
  });

  test("of a day that was never published is not there", async () => {
    expect((await listOf("2025-12-31")).status).toBe(404);
  });
});

test("a day has one root; the next closing makes another one, and the proof of the day before does not fit it", async () => {
  const before = await publishedOf("2026-02-01");
  await app.worker.drain();
  expect(await publishedOf("2026-02-01")).toEqual(before);
  const proof = await proofOf(members[0]!, "2026-02-01");
  // Money that moves after the moment is not in it.
  await fund(app.db, members[0]!, { transfer: 5 }, app.time.now);
  expect((await proofOf(members[0]!, "2026-02-01")).accounts).toEqual(proof.accounts);
  await closeAndPublish("2026-02-02");
  const { root } = await publishedOf("2026-02-02");
  expect(root).not.toBe(before.root);
  expect(passes(checkProof(sha256, proof, { root }))).toBe(false);
  const next = await proofOf(members[0]!, "2026-02-02");
  expect(next.nonce).not.toBe(proof.nonce);
  expect(passes(checkProof(sha256, next, { root }))).toBe(true);
});

test("a member who joined after the moment has no proof of it", async () => {
  const late = await app.addMember();
  expect(await proofOf(late, "2026-02-02")).toBeNull();
});

test("the verification of the ledger finds nothing in what was published honestly", async () => {
  expect(await differences()).toEqual([]);
});

describe("an operator with all rights in the database", () => {
  test("who changes a root is found by the entry, and with the entry by its seal", async () => {
    const { root } = await publishedOf("2026-02-01");
    const other = "ab".repeat(32);
    await tamper("update liabilities set root = decode($1, 'hex') where day = '2026-02-01'", [other]);
    expect(await differences()).toEqual([expect.stringMatching(/^liabilities: of 2026-02-01: kept as/)]);
    const inEntry =
      "update ledger_entries set metadata = jsonb_set(metadata, '{root}', to_jsonb($1::text)) where key = 'liabilities/2026-02-01'";
    await tamper(inEntry, [other]);
    expect(await differences()).toEqual([expect.stringMatching(/^chain: something in entries/)]);
    await tamper("update liabilities set root = decode($1, 'hex') where day = '2026-02-01'", [root]);
    await tamper(inEntry, [root]);
    expect(await differences()).toEqual([]);
  });

  test("who removes a published day, or adds one, is found", async () => {
    await tamper("create table taken as select * from liabilities where day = '2026-02-01'");
    await tamper("delete from liabilities where day = '2026-02-01'");
    expect(await differences()).toEqual([
      expect.stringMatching(/^liabilities: of 2026-02-01: kept as missing/),
    ]);
    await tamper("insert into liabilities select * from taken");
    await tamper(
      "insert into liabilities select '2026-01-31', taken_at, snapshot, list_id, root, leaves, owed_fc, locked_fc, 999999 from taken",
    );
    expect((await differences())[0]).toMatch(
      /^liabilities: of 2026-01-31: kept as .* their entry says missing/,
    );
    await tamper("delete from liabilities where day = '2026-01-31'");
    await tamper("drop table taken");
    expect(await differences()).toEqual([]);
  });

  test("who changes a leaf is found by its member", async () => {
    const [asha] = members as [TestMember];
    const { list_id: id } = await app.db
      .selectFrom("liabilities")
      .select("list_id")
      .where("day", "=", "2026-02-02")
      .executeTakeFirstOrThrow();
    const key = fileKey({ id }, 0);
    const whole = (await app.deps.files.read(key))!;
    const changed = Buffer.from(whole);
    const { position } = (await proofOf(asha, "2026-02-02")).leaves[1]!;
    changed.writeBigUInt64BE(0n, position * nodeBytes + 32);
    await app.deps.files.write(key, changed);
    const checks = checkProof(sha256, await proofOf(asha, "2026-02-02"), { refId: asha.refId });
    expect([checks.amount, checks.path]).toEqual([false, false]);
    await app.deps.files.write(key, whole);
  });

  test("who lowers a balance before the moment publishes nothing, and the verification says which", async () => {
    const account = members[3]!.id * 16 + 5;
    await tamper("update ledger_accounts set balance = balance - 1 where id = $1", [account]);
    await closeAndPublish("2026-02-03");
    expect(await publishedOf("2026-02-03")).toBeUndefined();
    expect(await differences()).toEqual([expect.stringContaining(`account ${account} holds`)]);
    await tamper("update ledger_accounts set balance = balance + 1 where id = $1", [account]);
    await letQueueTimePass(app.db, hour);
    await app.worker.drain();
    expect(await publishedOf("2026-02-03")).toBeDefined();
    expect(await differences()).toEqual([]);
  });

  test("who moves one member's coins to another in the balances alone is found by the first one", async () => {
    const [asha, ravi] = members as [TestMember, TestMember];
    const move =
      "update ledger_accounts set balance = balance + case id when $1 then -5 else 5 end where id in ($1, $2)";
    const accounts = [asha.id * 16 + 4, ravi.id * 16 + 4];
    await tamper(move, accounts);
    await closeAndPublish("2026-02-04");
    await tamper(move, accounts.toReversed());
    const { root } = await publishedOf("2026-02-04");
    const checks = checkProof(sha256, await proofOf(asha, "2026-02-04"), { refId: asha.refId, root });
    expect(checks).toEqual({ form: true, owner: true, amount: false, path: true, root: true });
  });
});

test("what was entered before a restore counts on the days after it, although its transaction has another numbering", async () => {
  const [asha] = members as [TestMember];
  await fund(app.db, asha, { earning: 11 }, app.time.now);
  // As it comes from a database that had counted further than this one.
  await tamper(
    "update ledger_entries set xid = '9000000000000' where id = (select max(id) from ledger_entries)",
  );
  expect(await differences()).toEqual([]);
  await closeAndPublish("2026-02-05");
  const { root } = await publishedOf("2026-02-05");
  const checks = checkProof(sha256, await proofOf(asha, "2026-02-05"), { refId: asha.refId, root });
  expect(checks).toEqual({ form: true, owner: true, amount: true, path: true, root: true });
  expect(await differences()).toEqual([]);
});

test("a day on which nothing was published stays a gap that everybody sees", async () => {
  app.time.now = noon("2026-02-09");
  for (const date of ["2026-02-06", "2026-02-07"]) {
    await closeDay(app.db, { day: date, now: app.time.now });
  }
  await closeAndPublish("2026-02-08");
  const { body } = await anybody().call(liabilities, { query: { size: 10 } });
  const days = body.data as { day: string; missedBefore: number }[];
  expect(days.slice(0, 2).map(({ day, missedBefore }) => [day, missedBefore])).toEqual([
    ["2026-02-08", 2],
    ["2026-02-05", 0],
  ]);
});

test("a root that is edited where it was told to the world is found by the verification", async () => {
  app.time.now = noon("2026-02-10");
  await anchorTask(app.deps).run({});
  expect(await allDifferences()).toEqual([]);
  const { root } = await publishedOf("2026-02-08");
  const edit = "update ledger_anchors set root = $1 where root_day = '2026-02-08'";
  const other = "cd".repeat(32);
  await tamper(edit, [other]);
  expect(await allDifferences()).toEqual([
    expect.stringContaining(`anchor: the root ${other} of 2026-02-08 that was told on 2026-02-10`),
  ]);
  await tamper(edit, [root]);
  expect(await allDifferences()).toEqual([]);
});

describe("from the number of members on from which nobody can be found", () => {
  const date = "2026-02-09";
  let list: BranchList;

  beforeAll(async () => {
    // As many members as are needed, with coins that left the house's account for deposits.
    const { id: last } = await app.db
      .selectFrom("members")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    await tamper(
      `insert into members (ref_id, name, email, joined_at)
       select 'FCMANY' || number, 'A Member', number || '@example.com', '2026-01-01' from generate_series(1, $1::int) as number`,
      [fewestMembers],
    );
    await tamper(
      `insert into ledger_accounts (id, balance, change)
       select members.id * 16 + code, 10000 * (members.id % 90 + code), 0
       from members cross join unnest(array[1, 5]) as code where members.id > $1`,
      [last],
    );
    await tamper(
      `update ledger_house_sums set balance = balance -
         (select sum(balance) from ledger_accounts where id >= ($1::int + 1) * 16) where account_id = 2`,
      [last],
    );
    await closeAndPublish(date);
    list = (await listOf(date)).data!;
  });

  const check = async (given: unknown, proof?: OwnProof) => {
    const published = await publishedOf(date);
    return checkBranches(sha256, { given, published, proof, ...published }).checks;
  };

  test("everybody reads branches and no leaf, each with just its share, which lead to the root", async () => {
    expect(list.branches.length).toBeLessThanOrEqual(8);
    expect(await publishedOf(date)).toMatchObject({ list: "shown" });
    const all = { amounts: true, length: true, totals: true, even: true, root: true };
    expect(await check(list)).toEqual({ ...all, own: undefined });
    const proof = await proofOf(members[0]!, date);
    expect(await check(list, proof)).toEqual({ ...all, own: true });
    const other = await proofOf(members[0]!, "2026-02-08");
    expect((await check(list, { ...other, published: proof.published })).own).toBe(false);
    expect(JSON.stringify(proof).length).toBeLessThan(6000);
  });

  test("a list with a branch changed, added, dropped or uneven is refused", async () => {
    const [first, second, ...others] = list.branches as [string, string];
    const moved = (text: string, byFc: Fc) =>
      text.slice(0, 64) +
      (BigInt(`0x${text.slice(64, 80)}`) + byFc).toString(16).padStart(16, "0") +
      text.slice(80);
    const wrong = {
      changed: [first.replace(/^./, (digit) => (digit === "0" ? "1" : "0")), second, ...others],
      added: [first, second, ...others, second],
      dropped: [second, ...others],
      uneven: [moved(first, asFc(1n)), moved(second, asFc(-1n)), ...others],
      negative: [`${first.slice(0, 64)}${"f".repeat(16)}${first.slice(80)}`, second, ...others],
    };
    for (const branches of Object.values(wrong))
      expect((await check({ ...list, branches })).root).toBe(false);
    expect(await check({ ...list, branches: wrong.uneven })).toMatchObject({ totals: true, even: false });
    for (const given of [
      undefined,
      null,
      "list",
      {},
      { ...list, branches: ["00"] },
      { ...list, branchLeaves: 3 },
    ])
      expect((await check(given)).root).toBe(false);
  });
});

test("a day that an earlier release published shows no list, because that one had leaves", async () => {
  await tamper("update liabilities set branches = null, withheld = null where day = '2026-02-08'");
  expect(await listOf("2026-02-08")).toMatchObject({ status: 200, data: null, list: "earlier" });
});

test("leaves are removed after a month, and roots and branches are not", async () => {
  app.time.now = noon("2026-03-15");
  await app.worker.drain();
  const { body } = await anybody().call(liabilities, { query: {} });
  const ofFebruary = body.data.filter((published: Published) => published.day < "2026-02-05");
  expect(ofFebruary.map(({ hasList }: { hasList: boolean }) => hasList)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(await proofOf(members[0]!, "2026-02-01")).toBeNull();
  expect((await listOf("2026-02-09")).list).toBe("shown");
});
