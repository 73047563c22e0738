import { addPrice, consolePriceCurve } from "@fc/contract/prices/console";
import {
  confirmProposal,
  consoleProposals,
  refuseProposal,
  type ConsoleProposal,
} from "@fc/contract/proposals/console";
import * as operators from "@fc/contract/operators/console";
import type { OperatorRole } from "@fc/contract/operator-access";
import type { SettingGroup } from "@fc/contract/settings/business-settings";
import { changeSettings, consoleSettingHistory, consoleSettings } from "@fc/contract/settings/console";
import { consoleToday } from "@fc/contract/today/console";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { day, minute } from "../../platform/clock.ts";
import { addOperator, disable, operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { waitingFor } from "../../testing/proposals.ts";

let app: TestApp;
let admin: TestClient;
beforeEach(async () => {
  app = await startTestApp();
  admin = await operatorSignedIn(app, "admin");
});
afterEach(() => app.stop());

const reason = "Agreed by the board";
const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

type Value = string | number | boolean | string[];
const valueOf = async (setting: string) =>
  (await admin.call(consoleSettings, {})).body.data[setting].value as Value;
/** Sends the value that the page shows and the new one. */
async function set(setting: string, to: Value, by = admin) {
  const [group = "", name = ""] = setting.split(".");
  const changes = [{ name, from: await valueOf(setting), to }];
  return by.call(changeSettings, {
    params: { group: group as SettingGroup },
    body: { changes, reason },
  });
}
const confirm = (by: TestClient, { id }: Pick<ConsoleProposal, "id">) =>
  by.call(confirmProposal, { params: { id } });
const refuse = (by: TestClient, { id }: Pick<ConsoleProposal, "id">) =>
  by.call(refuseProposal, { params: { id }, body: { reason: "Not now" } });
const newest = async (): Promise<ConsoleProposal> => {
  const proposal = (await waitingFor(admin)).at(-1);
  if (!proposal) throw new Error("nothing waits");
  return proposal;
};
const emailOf = async (client: TestClient): Promise<string> =>
  (await client.call(operators.operatorSession, {})).body.data.email;
const idOf = async (client: TestClient): Promise<number> =>
  (await client.call(operators.operatorSession, {})).body.data.id;
const change = (
  by: TestClient,
  id: number,
  body: Omit<Parameters<typeof by.call<typeof operators.changeOperator>>[1]["body"], "reason">,
) => by.call(operators.changeOperator, { params: { id }, body: { ...body, reason } });
const actions = async () =>
  (await app.db.selectFrom("operator_log").select("action").orderBy("id").execute()).map(
    ({ action }) => action,
  );

describe("while there has been one admin", () => {
  test("the admin acts alone; it is logged, and mailed to the admin", async () => {
    const email = (await admin.call(operators.operatorSession, {})).body.data.email;
    expect((await set("payment.coinAddress", address)).body).toEqual({ data: { proposed: [] } });
    expect(await valueOf("payment.coinAddress")).toBe(address);
    expect(await actions()).toContain("proposal/alone");
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toBe("Done by one person: Settings: Payment for staking");
    expect(mail?.text).toContain(address);
    expect((await admin.call(consoleProposals, {})).body.data.decided).toMatchObject([
      { isAlone: true, status: "A", decidedBy: "The admin" },
    ]);
  });

  test("somebody else than an admin still needs the admin", async () => {
    const finance = await operatorSignedIn(app, "finance");
    const price = async (cost: number) => {
      const { seen } = (await finance.call(consolePriceCurve, {})).body;
      const typed = { cost, inrPerUsd: 88 };
      const body = { ...typed, effectiveFrom: null, again: typed, reason, seen };
      return (await finance.call(addPrice, { body })).body.data.id;
    };
    expect(await price(300_000)).not.toBeNull();
    app.time.advance(minute);
    expect(await price(600_000)).toBeNull();
    expect((await confirm(finance, await newest())).body.code).toBe("NOT_ALLOWED");
    expect((await confirm(admin, await newest())).status).toBe(200);
  });
});

describe("once a second admin has signed in", () => {
  let second: TestClient;
  beforeEach(async () => {
    await set("payment.coinAddress", address);
    second = await operatorSignedIn(app, "admin");
  });

  test("one admin alone does not change where members pay to; all admins are told", async () => {
    const third = await addOperator(app, "admin");
    const own = (await admin.call(operators.operatorSession, {})).body.data.email;
    expect((await set("payment.coinAddress", other)).body).toEqual({ data: { proposed: ["coinAddress"] } });
    expect(await valueOf("payment.coinAddress")).toBe(address);
    for (const email of [third.email, own]) {
      const mail = (await app.mailsTo(email)).at(-1);
      expect(mail?.subject).toBe("Waiting for a second person: Settings: Payment for staking");
      for (const said of [address, other, reason, "The admin"]) expect(mail?.text).toContain(said);
    }
    const proposal = await newest();
    expect(proposal).toMatchObject({
      title: "Settings: Payment for staking",
      lines: [{ label: "Coin address", from: address, to: other }],
      problem: null,
    });
    expect((await confirm(admin, proposal)).body.code).toBe("OTHER_OPERATOR_NEEDED");
    expect((await admin.call(consoleToday, {})).body.data.queues.proposals.count).toBe(1);
    expect((await confirm(second, proposal)).status).toBe(200);
    expect(await valueOf("payment.coinAddress")).toBe(other);
    const query = { setting: "payment.coinAddress" };
    const { data } = (await admin.call(consoleSettingHistory, { query })).body;
    expect(data[0]).toMatchObject({ from: address, to: other, proposedBy: "The admin" });
    expect((await confirm(second, proposal)).body.code).toBe("DECIDED_ALREADY");
  });

  test.each([
    ["payment.accountNumber", "0012345678"],
    ["payment.ifscCode", "SBIN0000001"],
    ["payment.upiId", "fcportal@example"],
    ["payment.accountName", "Example Ltd"],
    ["transfer.betweenMembers", true],
    ["withdrawal.twoOperatorsFromFc", 900_000_000],
    ["withdrawal.holdHours", 0],
    ["pool.twoOperatorsFromFc", 900_000_000],
    ["prices.twoAbovePercent", 90],
  ])("%s waits for a second admin", async (setting, to) => {
    const before = await valueOf(setting);
    expect((await set(setting, to)).body.data.proposed).toHaveLength(1);
    expect(await valueOf(setting)).toBe(before);
    expect((await confirm(second, await newest())).status).toBe(200);
    expect(await valueOf(setting)).toBe(to);
  });

  test("an alert that comes later waits for a second admin; one that comes earlier does not", async () => {
    const params = { group: "alerts" as const };
    const changeAll = async (to: Record<string, number>) => {
      const { data } = (await admin.call(consoleSettings, {})).body;
      const changes = Object.entries(to).map(([name, value]) => ({
        name,
        from: data[`alerts.${name}`].value as number,
        to: value,
      }));
      return (await admin.call(changeSettings, { params, body: { changes, reason } })).body.data.proposed;
    };
    const minutes = ["closingLateMinutes", "failingMinutes", "codesWaitingMinutes", "sealingBehindMinutes"];
    const later = { ...Object.fromEntries(minutes.map((name) => [name, 60])), closingLateMinutes: 1440 };
    const worse = { ...later, poolDays: 1, backupHours: 720, diskPercent: 1 };
    expect((await changeAll(worse)).toSorted()).toEqual(Object.keys(worse).toSorted());
    expect(await valueOf("alerts.backupHours")).toBe(24);
    expect(
      await changeAll({ closingLateMinutes: 10, poolDays: 30, backupHours: 6, diskPercent: 20 }),
    ).toEqual([]);
    expect(await valueOf("alerts.backupHours")).toBe(6);
  });

  test("hiding an account from the transfer report waits for a second admin; showing it again does not", async () => {
    const { refId } = await app.addMember();
    expect((await set("transfer.hiddenReceiverRefIds", [refId])).body.data.proposed).toHaveLength(1);
    expect(await valueOf("transfer.hiddenReceiverRefIds")).toEqual([]);
    expect((await confirm(second, await newest())).status).toBe(200);
    expect(await valueOf("transfer.hiddenReceiverRefIds")).toEqual([refId]);
    expect((await set("transfer.hiddenReceiverRefIds", [])).body.data.proposed).toEqual([]);
  });

  test("whoever is disabled is told by mail, and so are all admins", async () => {
    const [third, own] = [await addOperator(app, "admin"), await emailOf(admin)];
    const gone = await emailOf(second);
    await disable(second, admin);
    for (const email of [gone, third.email, own]) {
      const mail = (await app.mailsTo(email)).at(-1);
      expect(mail?.subject).toBe(`Disabled in the console: The admin, ${gone}`);
    }
  });

  test("what lowers the risk one admin does at once, which ends a proposal against the old value", async () => {
    await set("payment.coinAddress", other);
    expect((await set("payment.coinAddress", "", second)).body.data.proposed).toEqual([]);
    expect(await valueOf("payment.coinAddress")).toBe("");
    expect(await waitingFor(admin)).toEqual([]);
    expect((await set("withdrawal.twoOperatorsFromFc", 50_000_000)).body.data.proposed).toEqual([]);
    expect((await set("withdrawal.holdHours", 72)).body.data.proposed).toEqual([]);
  });

  test("a reason is needed, and a second proposal about the same waits for the first", async () => {
    const changes = [{ name: "coinAddress", from: address, to: other }];
    const params = { group: "payment" as const };
    expect((await admin.call(changeSettings, { params, body: { changes } })).body.code).toBe("REASON_NEEDED");
    await set("payment.coinAddress", other);
    expect((await set("payment.upiId", "fcportal@example", second)).body).toMatchObject({
      code: "PROPOSED_ALREADY",
      fields: { by: "The admin" },
    });
    expect((await refuse(admin, await newest())).status).toBe(200);
    expect(await valueOf("payment.coinAddress")).toBe(address);
    expect((await set("payment.upiId", "fcportal@example", second)).status).toBe(200);
    expect((await refuse(admin, await newest())).status).toBe(200);
    const { decided } = (await admin.call(consoleProposals, {})).body.data;
    expect(decided[0]).toMatchObject({ status: "R", refusal: "Not now", decidedBy: "The admin" });
    expect(await actions()).toEqual(expect.arrayContaining(["proposal/take-back", "proposal/refuse"]));
  });

  test("a proposal whose old value has changed is not confirmed, and does not stand in the way", async () => {
    await set("payment.coinAddress", other);
    const stale = await newest();
    await app.db
      .updateTable("business_settings")
      .set({ value: JSON.stringify({ coinAddress: "" }) })
      .where("name", "=", "payment")
      .execute();
    expect((await newest()).problem).toBe("What it would replace has changed. Please propose it again");
    expect((await confirm(second, stale)).body.code).toBe("PROPOSAL_CHANGED");
    expect(await valueOf("payment.coinAddress")).toBe("");
    expect((await set("payment.coinAddress", other, second)).body.data.proposed).toEqual(["coinAddress"]);
    expect((await confirm(admin, await newest())).status).toBe(200);
  });

  test("a proposal expires after seven days", async () => {
    await set("payment.coinAddress", other);
    const proposal = await newest();
    app.time.advance(7 * day);
    const later = await operatorSignedIn(app, "admin");
    expect((await confirm(later, proposal)).body.code).toBe("PROPOSAL_EXPIRED");
    expect((await later.call(consoleToday, {})).body.data.queues.proposals.count).toBe(0);
  });

  test("of 32 who confirm or refuse at once one decides, and it is done once", async () => {
    const others: TestClient[] = [];
    // Not at once: one address may have 30 passwords waiting.
    for (let at = 0; at < 32; at++) others.push(await operatorSignedIn(app, "admin"));
    await set("payment.coinAddress", other);
    const proposal = await newest();
    const answers = await Promise.all(others.map((each) => confirm(each, proposal)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "DECIDED_ALREADY")).toHaveLength(31);
    const query = { setting: "payment.coinAddress" };
    expect((await second.call(consoleSettingHistory, { query })).body.data).toHaveLength(2);
  });

  test("what an admin proposed is not confirmed once the admin has lost the role, or the account", async () => {
    await set("payment.coinAddress", other, second);
    const proposal = await newest();
    const id = await idOf(second);
    expect((await change(admin, id, { change: "disable" })).status).toBe(200);
    expect(await waitingFor(admin)).toEqual([]);
    // It does not wait again when the account is enabled again.
    await app.db.updateTable("operators").set({ status: "active" }).where("id", "=", id).execute();
    expect(await waitingFor(admin)).toEqual([]);
    expect((await confirm(admin, proposal)).body.code).toBe("DECIDED_ALREADY");
    expect(await valueOf("payment.coinAddress")).toBe(address);
  });

  test.each(["support", "finance", "admin"] as const)(
    "an admin does not let in a %s of their own alone",
    async (role) => {
      const email = `${role}-two@example.com`;
      const body = { name: "A second self", email, role, reason };
      const { data } = (await admin.call(operators.inviteOperator, { body })).body;
      expect(data).toEqual({ id: null });
      expect(await app.mailsTo(email)).toEqual([]);
      expect((await confirm(admin, await newest())).body.code).toBe("OTHER_OPERATOR_NEEDED");
      expect((await confirm(second, await newest())).status).toBe(200);
      expect((await app.mailsTo(email))[0]?.subject).toContain("access to the FC Portal console");
    },
  );

  test("an admin lets in a viewer alone, who becomes more only by two", async () => {
    const body = { name: "A viewer", email: "viewer@example.com", role: "viewer" as const };
    const { id } = (await admin.call(operators.inviteOperator, { body })).body.data;
    const role = { from: "viewer" as OperatorRole, to: "admin" as OperatorRole };
    expect((await change(admin, id, { role })).body.data.isWaiting).toBe(true);
    const { data } = (await admin.call(operators.operators, {})).body;
    expect(data.find((each: operators.Operator) => each.id === id).role).toBe("viewer");
  });

  test("an admin who disables the other one does not act alone afterwards, nor lets them in again alone", async () => {
    const id = await idOf(second);
    expect((await change(admin, id, { change: "disable" })).body.data.isWaiting).toBe(false);
    expect((await set("payment.coinAddress", other)).body.data.proposed).toEqual(["coinAddress"]);
    expect((await change(admin, id, { change: "enable" })).body.data.isWaiting).toBe(true);
    expect(await valueOf("payment.coinAddress")).toBe(address);
  });

  test.each(["reset-second-step", "invite-again"] as const)(
    "%s of an operator takes two, and the operator is none of them",
    async (what) => {
      const third = await operatorSignedIn(app, "admin");
      const id = await idOf(third);
      expect((await change(admin, id, { change: what })).body.data.isWaiting).toBe(true);
      const proposal = await newest();
      expect((await confirm(third, proposal)).body.code).toBe("CONCERNS_YOU");
      expect((await confirm(second, proposal)).status).toBe(200);
      expect((await third.call(operators.operatorSession, {})).status).toBe(401);
    },
  );

  test("finance decides nothing that is the admins' to confirm", async () => {
    await set("payment.coinAddress", other);
    const finance = await operatorSignedIn(app, "finance");
    expect((await confirm(finance, await newest())).body.code).toBe("NOT_ALLOWED");
    expect((await refuse(finance, await newest())).body.code).toBe("NOT_ALLOWED");
    expect((await confirm(second, { id: 99_999 })).status).toBe(404);
  });
});
