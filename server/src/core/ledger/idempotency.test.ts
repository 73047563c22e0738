import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { after, day, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { sha256 } from "../../platform/secrets.ts";
import { addMember, newKey, now, openLedger, type TestLedger } from "../../testing/ledger/ledger.ts";
import { startTestApp } from "../../testing/test-app.ts";
import {
  answerOrClose,
  claimKeys,
  earlierChanges,
  keepResults,
  withIdempotency,
  type RepeatableChange,
} from "./idempotency.ts";

let ledger: TestLedger;
let db: Db;
beforeAll(async () => {
  ledger = await openLedger();
  db = ledger.db;
});
afterAll(() => ledger.close());

interface Asked {
  memberId: number | null;
  key: string;
  amount: number;
}

async function answerOnce(tx: Tx, { memberId, key, amount }: Asked) {
  return withIdempotency(tx, { memberId, key, request: { amount }, now }, async () => ({ id: newKey() }));
}

test("a person who is no member yet gets the first answer again, and for another request none", async () => {
  const asked = { memberId: null, key: newKey(), amount: 5 };
  const first = await atomically(db, answerOnce, asked);
  expect(await atomically(db, answerOnce, asked)).toEqual(first);
  await expect(atomically(db, answerOnce, { ...asked, amount: 6 })).rejects.toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
  });
  expect(await atomically(db, answerOnce, { ...asked, key: newKey() })).not.toEqual(first);
});

test("who lost an answer finds it by the key, and a free key that is asked about is closed for its member", async () => {
  const [memberId, other] = [await addMember(db), await addMember(db)];
  const [used, free] = [newKey(), newKey()];
  const answer = await atomically(db, answerOnce, { memberId, key: used, amount: 5 });
  const ask = (of: number, key: string) => atomically(db, answerOrClose, { memberId: of, key, now });
  expect(await ask(memberId, used)).toEqual(answer);
  expect(await ask(other, used)).toBeUndefined();
  expect(await ask(memberId, used)).toEqual(answer);
  expect(await ask(memberId, free)).toBeUndefined();
  expect(await ask(memberId, free)).toBeUndefined();
  await expect(atomically(db, answerOnce, { memberId, key: free, amount: 5 })).rejects.toMatchObject({
    code: "GIVEN_UP",
  });
  expect(await atomically(db, answerOnce, { memberId: other, key: free, amount: 5 })).toMatchObject({});
});

test("a change finds the same ones that its member made in the last five minutes, the newest first", async () => {
  const [memberId, other] = [await addMember(db), await addMember(db)];
  const changeHash = sha256("5 coins to Ravi");
  const at = (minutes: number) => ({ memberId, changeHash, now: after(now, minutes * minute) });
  expect(await atomically(db, change, at(0))).toEqual([]);
  expect(await atomically(db, change, at(1))).toEqual([{ memberId, at: now, result: { of: now.toJSON() } }]);
  const times = async (given: RepeatableChange) =>
    (await earlierChanges(db, given)).map((earlier) => earlier.at);
  expect(await times(at(4))).toEqual([at(1).now, at(0).now]);
  expect(await times(at(5))).toEqual([at(1).now]);
  expect(await times(at(6))).toEqual([]);
  expect(await times({ ...at(2), changeHash: sha256("6 coins to Ravi") })).toEqual([]);
  expect(await times({ ...at(2), memberId: other })).toEqual([]);
});

async function change(tx: Tx, given: RepeatableChange) {
  const key = newKey();
  await claimKeys(tx, [{ ...given, key, request: null }]);
  return keepResults(tx, [{ ...given, key, result: { of: given.now.toJSON() } }]);
}

test("the answer to a request is kept for 30 days and then forgotten, however many there are", async () => {
  const app = await startTestApp();
  try {
    const { id } = await app.addMember();
    const keep = (many: number, name: string, daysAgo: number) => {
      const at = new Date(app.time.now.getTime() - daysAgo * day);
      return sql`insert into idempotency_keys (member_id, key, request_hash, result, created_at)
        select ${id}, ${name} || at, '', '{}', ${at} from generate_series(1, ${many}::int) as at`.execute(
        app.db,
      );
    };
    await keep(2500, "of-long-ago-", 31);
    await keep(1, "of-last-month-", 29);
    await app.worker.drain();
    const kept = await app.db.selectFrom("idempotency_keys").select("key").execute();
    expect(kept).toEqual([{ key: "of-last-month-1" }]);
  } finally {
    await app.stop();
  }
});
