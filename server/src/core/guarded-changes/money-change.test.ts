import { randomUUID } from "node:crypto";
import type { SentChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { Route } from "@fc/contract/route";
import { topUpStake, transferCoins } from "@fc/contract/transfer/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { confirm, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { addWithdrawer } from "../../testing/withdrawals.ts";

/** What holds for every change that moves money, whichever it is. */

interface MoneyCall<Purpose extends OtpPurpose> {
  purpose: Purpose;
  route: Route;
  body: (member: TestMember, amount: "usual" | "other") => SentChange<Purpose>;
}

const withdrawal: MoneyCall<"withdraw"> = {
  purpose: "withdraw",
  route: requestWithdrawal,
  body: ({ id }, amount) => ({
    userId: id,
    amount: amount === "usual" ? 6_000_000 : 7_000_000,
    currencyType: "coin",
  }),
};
const internalTransfer: MoneyCall<"internal-transfer"> = {
  purpose: "internal-transfer",
  route: transferInternally,
  body: ({ id, refId }, amount) => ({
    userId: id,
    refId,
    amount: amount === "usual" ? 1000 : 2000,
    currencyType: "internal transfer",
  }),
};
const transfer: MoneyCall<"transfer"> = {
  purpose: "transfer",
  route: transferCoins,
  body: ({ refId }, amount) => ({
    fromRefId: refId,
    toRefId: receiver.refId,
    amount: amount === "usual" ? 30_000 : 31_000,
  }),
};
const topUp: MoneyCall<"staking-topup"> = {
  purpose: "staking-topup",
  route: topUpStake,
  body: ({ id }, amount) => ({ userId: id, refId: receiver.refId, amount: amount === "usual" ? 15 : 30 }),
};
const calls: readonly MoneyCall<OtpPurpose>[] = [withdrawal, internalTransfer, transfer, topUp];

let app: TestApp;
let receiver: TestMember;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1000, longAgo(app.time.now));
  await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
  receiver = await app.addMember({ name: "Ravi Kumar" });
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  member = await addWithdrawer(app, { staking: 20_000_000, transfer: 100_000 });
  client = await signedIn(app, member);
});

/** How much is stored of everything that a change writes. */
async function written() {
  const { rows } = await sql<Record<string, bigint>>`
    select (select count(*) from idempotency_keys) as keys, (select count(*) from member_events) as events,
      (select count(*) from mails) as mails, (select count(*) from withdrawals) as withdrawals,
      (select count(*) from stakes) as stakes, (select count(*) from ledger_postings) as postings,
      (select count(*) from otp_grants where consumed_at is not null) as spent_codes`.execute(app.db);
  return rows[0]!;
}

describe.each(calls)("$purpose", ({ purpose, route, body }) => {
  const send = (key: string, amount: "usual" | "other" = "usual", by = client) =>
    by.call(route, { body: body(member, amount) } as never, key);
  const enterCode = () => confirm(app, client, member, { purpose, change: body(member, "usual") });

  test("without a code, with one for other terms or of another session, leaves nothing behind", async () => {
    const otherSession = await signedIn(app, member);
    await enterCode();
    const before = await written();
    const key = randomUUID();
    expect((await send(key, "other")).body.code).toBe("INVALID_OTP");
    expect((await send(key, "usual", otherSession)).body.code).toBe("INVALID_OTP");
    expect(await written()).toEqual(before);
    // The refusals have released the key, and the code is still good for its own terms.
    expect((await send(key)).status).toBe(200);
  });

  test("sent many times at once under one key is made once, and a spent code makes no second one", async () => {
    await enterCode();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(key)));
    expect(new Set(answers.map(({ status, body: answer }) => JSON.stringify([status, answer]))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(answers[0]!.body.data.reference).toMatch(/^[A-Z]{2}-[A-Z2-9]{8}$/);
    const before = await written();
    const replays = await Promise.all(Array.from({ length: 8 }, () => send(randomUUID())));
    expect(new Set(replays.map(({ body: answer }) => answer.code))).toEqual(new Set(["INVALID_OTP"]));
    expect(await written()).toEqual(before);
  });

  test("gets its first answer again when the rules would refuse it by now", async () => {
    await enterCode();
    const key = randomUUID();
    const first = await send(key);
    await setSetting(app.databaseUrl, "transfer", { betweenMembers: false, internalMinimumFc: 1_000_000 });
    await setSetting(app.databaseUrl, "withdrawal", { minimumFc: 50_000_000 });
    const [again, refused] = [await send(key), await send(randomUUID())];
    await setSetting(app.databaseUrl, "transfer", { betweenMembers: true });
    await setSetting(app.databaseUrl, "withdrawal", {});
    expect(refused.status).not.toBe(200);
    expect(refused.body.code).not.toBe("INVALID_OTP");
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test("keeps its key: neither other terms nor another kind of change get it", async () => {
    await enterCode();
    const key = randomUUID();
    await send(key);
    const before = await written();
    expect((await send(key, "other")).body.code).toBe("IDEMPOTENCY_CONFLICT");
    for (const other of calls.filter((call) => call.purpose !== purpose)) {
      const { body: answer } = await client.call(
        other.route,
        { body: other.body(member, "usual") } as never,
        key,
      );
      expect(answer.code).toBe("IDEMPOTENCY_CONFLICT");
    }
    expect(await written()).toEqual(before);
  });
});
