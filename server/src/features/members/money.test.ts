import { randomUUID } from "node:crypto";
import * as contract from "@fc/contract/members/console-actions";
import { consoleMember, openAdjustments } from "@fc/contract/members/console";
import { walletReports } from "@fc/contract/reports/portal";
import { memberEvents } from "@fc/contract/security/portal";
import { deductionAmount } from "@fc/contract/wallet/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectDeductions } from "../../core/wallet/deductions.ts";
import { atomically } from "../../platform/db.ts";
import { coins, fund, walletsOf } from "../../testing/money.ts";
import { disable, operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let first: TestClient;
let second: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  first = await operatorSignedIn(app, "finance");
  second = await operatorSignedIn(app, "admin");
});
afterAll(() => app.stop());

const pageOf = async ({ refId }: TestMember) =>
  (await first.call(consoleMember, { params: { refId } })).body.data;

describe("a deduction", () => {
  const set = ({ refId }: TestMember, amountFc = 500, key?: string) =>
    first.call(
      contract.setDeduction,
      { params: { refId }, body: { amountFc, reason: "A reward was paid twice" } },
      key,
    );
  const cancel = (client: TestClient, id: number) =>
    client.call(contract.cancelDeduction, { params: { id }, body: { reason: "It was paid otherwise" } });
  const owed = async (member: TestMember) => {
    const client = await signedIn(app, member);
    return (await client.call(deductionAmount, { params: { userId: member.id } })).body.data;
  };

  test("is owed from then on, with the reason that the member reads and a mail", async () => {
    const member = await app.addMember();
    expect((await set(member)).status).toBe(200);
    expect(await owed(member)).toMatchObject({
      DeductionFcAmount: 500,
      items: [{ amount: 500, reason: "A reward was paid twice" }],
    });
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("A reward was paid twice");
    expect(await pageOf(member)).toMatchObject({
      owedFc: 500,
      deductions: [{ amountFc: 500, collectedFc: 0, setBy: "The finance", cancelled: null }],
      log: [{ action: "member/set-deduction" }],
      changes: [{ kind: "deduction-set" }],
    });
  });

  test("that is sent twice is set once", async () => {
    const member = await app.addMember();
    const key = randomUUID();
    const [one, other] = await Promise.all([set(member, 500, key), set(member, 500, key)]);
    expect(one.body).toEqual(other.body);
    expect((await pageOf(member)).deductions).toHaveLength(1);
    expect((await set(member, 600, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
  });

  test("that is cancelled is no longer owed; of two who cancel it one gets an error that says who was first", async () => {
    const member = await app.addMember();
    const { id } = (await set(member)).body.data;
    const answers = await Promise.all([cancel(first, id), cancel(second, id)]);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(({ body }) => body.code)).toEqual(["DECIDED_ALREADY"]);
    expect(await owed(member)).toMatchObject({ DeductionFcAmount: 0, items: [] });
    expect((await pageOf(member)).deductions).toMatchObject([
      { cancelled: { reason: "It was paid otherwise" } },
    ]);
  });

  test("is cancelled as far as it is not collected yet, and not at all once it is", async () => {
    const member = await app.addMember();
    const { id } = (await set(member, 500)).body.data;
    const collect = (most: number) =>
      atomically(app.db, collectDeductions, { memberId: member.id, mostFc: coins(most) });
    await collect(200);
    await cancel(first, id);
    expect((await collect(1000)).collectedFc).toBe(0n);
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("300 FC");
    const whole = (await set(member, 100)).body.data.id;
    await collect(1000);
    expect((await cancel(first, whole)).body.code).toBe("DECIDED_ALREADY");
  });

  test.each([
    [0, "Please enter an amount above zero"],
    [-5, "Please enter an amount above zero"],
    [0.00001, "At most 99,99,99,99,999.9999 FC, with no more than 4 decimals"],
    [1e30, "At most 99,99,99,99,999.9999 FC, with no more than 4 decimals"],
  ])("of %s is refused with the reason", async (amountFc, why) => {
    const { status, body } = await set(await app.addMember(), amountFc);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { amountFc: why } });
  });
});

describe("an adjustment", () => {
  interface Wanted {
    wallet?: "earning" | "transfer";
    direction?: "credit" | "debit";
    amountFc?: number;
  }
  const propose = ({ refId }: TestMember, wanted: Wanted = {}, key?: string, by = first) => {
    const { wallet = "earning", direction = "credit", amountFc = 75.5 } = wanted;
    const body = { wallet, direction, amountFc, reason: "Bonus of 3 May was missed" };
    return by.call(contract.proposeAdjustment, { params: { refId }, body }, key);
  };
  const confirm = (client: TestClient, id: number) =>
    client.call(contract.confirmAdjustment, { params: { id } });
  const refuse = (client: TestClient, id: number) =>
    client.call(contract.refuseAdjustment, { params: { id }, body: { reason: "There was no such bonus" } });

  test("moves nothing before another operator confirms it, and then shows in the member's report", async () => {
    const member = await app.addMember();
    const { id } = (await propose(member)).body.data;
    expect(await walletsOf(app.db, member)).toMatchObject({ earning: 0 });
    expect((await confirm(first, id)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    expect((await confirm(second, id)).status).toBe(200);
    expect(await walletsOf(app.db, member)).toMatchObject({ earning: 75.5 });

    const own = await signedIn(app, member);
    const params = { userId: member.id };
    const report = await own.call(walletReports.earning.page, { params, query: {} });
    expect(report.body.data).toMatchObject([
      { type: "C", fcAmount: 75.5, message: "ADJUSTMENT/Bonus of 3 May was missed" },
    ]);
    expect((await own.call(memberEvents, { params, query: {} })).body.data).toMatchObject([
      { kind: "adjustment", by: "staff", detail: expect.stringContaining("Bonus of 3 May was missed") },
    ]);
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("75.5 FC");
    expect((await pageOf(member)).log).toMatchObject([
      { action: "member/confirm-adjustment", operator: "The admin" },
      { action: "member/propose-adjustment", operator: "The finance" },
    ]);
  });

  test("ends with the account of the operator who proposed it, and does not wait again once that is enabled", async () => {
    const member = await app.addMember();
    const gone = await operatorSignedIn(app, "finance");
    const { id } = (await propose(member, {}, undefined, gone)).body.data;
    await disable(gone, second);
    await app.db
      .updateTable("operators")
      .set({ status: "active" })
      .where("status", "=", "disabled")
      .execute();
    expect((await confirm(second, id)).body.code).toBe("DECIDED_ALREADY");
    expect(await walletsOf(app.db, member)).toMatchObject({ earning: 0 });
  });

  test("waits in a list of what is open, the oldest first, until it is decided", async () => {
    const member = await app.addMember();
    const { id } = (await propose(member)).body.data;
    const open = async () =>
      (await second.call(openAdjustments, {})).body.data.filter(
        (row: { member: { refId: string } }) => row.member.refId === member.refId,
      );
    expect(await open()).toMatchObject([{ id, status: "P", proposedBy: { name: "The finance" } }]);
    await refuse(second, id);
    expect(await open()).toEqual([]);
  });

  test("is decided once: one operator confirms while another refuses, and one gets an error that says who was first", async () => {
    const third = await operatorSignedIn(app, "finance");
    for (let round = 0; round < 5; round++) {
      const member = await app.addMember();
      const { id } = (await propose(member)).body.data;
      const answers = await Promise.all([confirm(second, id), refuse(third, id), confirm(third, id)]);
      const lost = answers.filter(({ status }) => status !== 200);
      expect(lost).toHaveLength(2);
      for (const { body } of lost) {
        expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: expect.any(String) } });
      }
      const [adjustment] = (await pageOf(member)).adjustments;
      const isPosted = adjustment.status === "A";
      expect((await walletsOf(app.db, member)).earning).toBe(isPosted ? 75.5 : 0);
    }
  });

  test("takes from a wallet what it holds and not more, neither when proposed nor when confirmed", async () => {
    const member = await app.addMember();
    await fund(app.db, member, { transfer: 100 }, app.time.now);
    const debit = { wallet: "transfer", direction: "debit" } as const;
    expect((await propose(member, { ...debit, amountFc: 101 })).body.code).toBe("WALLET_TOO_LOW");
    const one = (await propose(member, { ...debit, amountFc: 60 })).body.data.id;
    const other = (await propose(member, { ...debit, amountFc: 60 })).body.data.id;
    expect((await confirm(second, one)).status).toBe(200);
    expect((await confirm(second, other)).body.code).toBe("WALLET_TOO_LOW");
    expect(await walletsOf(app.db, member)).toMatchObject({ transfer: 40 });
    expect((await pageOf(member)).adjustments).toMatchObject([{ status: "P" }, { status: "A" }]);
  });

  test("is taken back by the operator who proposed it, and the member gets no mail about it", async () => {
    const member = await app.addMember();
    const { id } = (await propose(member)).body.data;
    expect((await refuse(first, id)).status).toBe(200);
    const page = await pageOf(member);
    expect(page.adjustments).toMatchObject([{ status: "R", refusal: "There was no such bonus" }]);
    expect(page.changes).toEqual([]);
    expect(await app.mailsTo(member.email)).toEqual([]);
  });

  test("that is sent twice is proposed once", async () => {
    const member = await app.addMember();
    const key = randomUUID();
    await Promise.all([propose(member, {}, key), propose(member, {}, key)]);
    expect((await pageOf(member)).adjustments).toHaveLength(1);
  });
});
