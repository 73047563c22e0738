import type { SettingGroup } from "@fc/contract/settings/business-settings";
import * as contract from "@fc/contract/settings/console";
import type { BodyOf } from "@fc/contract/route";
import { walletSettings } from "@fc/contract/wallet/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAddress } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { confirmNewest } from "../../testing/proposals.ts";
import { signedIn, startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await operatorSignedIn(app, "admin");
});
afterAll(() => app.stop());

type Changes = BodyOf<typeof contract.changeSettings>["changes"];
const all = async () => (await admin.call(contract.consoleSettings, {})).body.data;
/** What takes two people is confirmed by another admin. */
async function change(group: SettingGroup, changes: Changes, operator = admin) {
  const body = { changes, reason: "Agreed by the board" };
  const answer = await operator.call(contract.changeSettings, { params: { group }, body });
  if (answer.body.data?.proposed.length > 0) expect((await confirmNewest(app)).status).toBe(200);
  return answer;
}
const history = async (setting: string) =>
  (await admin.call(contract.consoleSettingHistory, { query: { setting } })).body.data;

test("a changed setting counts at once, and the history says who changed it, when, from what to what", async () => {
  expect((await all())["withdrawal.feeFc"]).toEqual({ value: 200_000, changed: null });
  expect((await change("withdrawal", [{ name: "feeFc", from: 200_000, to: 250_000 }])).status).toBe(200);
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const { data } = (await client.call(walletSettings, { params: { userId: member.id } })).body;
  expect(data.withdrawal).toMatchObject({ feeFc: 250_000, minimumFc: 5_000_000 });
  const changed = { by: "The admin", at: app.time.now.toISOString() };
  expect((await all())["withdrawal.feeFc"]).toEqual({ value: 250_000, changed });
  expect(await history("withdrawal.feeFc")).toMatchObject([
    { ...changed, from: "2,00,000 FC", to: "2,50,000 FC" },
  ]);
  expect(await history("withdrawal.hours")).toEqual([]);
});

test("a stale page overwrites nothing, and the error says who was first and when", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    others.map((other, at) => change("withdrawal", [{ name: "holdHours", from: 48, to: 50 + at }], other)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    const fields = { by: "The admin", at: app.time.now.toISOString() };
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields });
  }
  expect(await history("withdrawal.holdHours")).toHaveLength(1);
});

test("settings of a group are changed all or none", async () => {
  const bank = { name: "bankName", from: "", to: "Example Bank" };
  const stale = { name: "upiId", from: "somebody@example", to: "fcportal@example" };
  expect((await change("payment", [bank, stale])).body.code).toBe("DECIDED_ALREADY");
  expect((await all())["payment.bankName"].value).toBe("");
  expect((await change("payment", [bank, { ...stale, from: "" }])).status).toBe(200);
  expect((await all())["payment.upiId"].value).toBe("fcportal@example");
});

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([
  ["of another kind", "withdrawal", { name: "hours", from: 24, to: "soon" }],
  ["out of its range", "withdrawal", { name: "hours", from: 24, to: 0 }],
  ["not whole", "withdrawal", { name: "minimumFc", from: 5_000_000, to: 1.5 }],
  ["against another setting", "withdrawal", { name: "standardToFc", from: 100_000_000, to: 9_000_000 }],
  ["no address", "payment", { name: "coinAddress", from: "", to: "my wallet" }],
  ["with a wrong character", "payment", { name: "coinAddress", from: "", to: `${address.slice(0, -1)}c` }],
  ["no IFSC code", "payment", { name: "ifscCode", from: "", to: "EXMP1" }],
  ["no UPI ID", "payment", { name: "upiId", from: "fcportal@example", to: "fcportal" }],
  ["no user id", "transfer", { name: "defaultReceiverRefId", from: "", to: "somebody" }],
  ["nobody's user id", "transfer", { name: "hiddenReceiverRefIds", from: [], to: ["FCASHA22Z"] }],
] as const)("a value %s is refused with the reason at its field", async (_, group, wrong) => {
  const { status, body } = await change(group, [wrong as unknown as Changes[number]]);
  expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [wrong.name] });
});

test("the address that members pay to is kept with its checksum, and of another network as it is", async () => {
  const small = { name: "coinAddress", from: "", to: address.toLowerCase() };
  expect((await change("payment", [small])).status).toBe(200);
  expect((await all())["payment.coinAddress"].value).toBe(address);
  const other = [
    { name: "coinNetwork", from: "BEP20", to: "Example network" },
    { name: "coinAddress", from: address, to: "example-address" },
  ];
  expect((await change("payment", other)).status).toBe(200);
  const back = await change("payment", [{ name: "coinNetwork", from: "Example network", to: "BEP20" }]);
  expect(Object.keys(back.body.fields)).toEqual(["coinAddress"]);
});

test("while members can pay by coin, the coin and its network are named", async () => {
  const from = (await all())["payment.coinAddress"].value;
  const at = { name: "coinAddress", from, to: "another-address" };
  const unnamed = await change("payment", [at, { name: "coinToken", from: "FC", to: "" }]);
  expect(Object.keys(unnamed.body.fields)).toEqual(["coinToken"]);
  const network = (await all())["payment.coinNetwork"].value;
  const nowhere = await change("payment", [at, { name: "coinNetwork", from: network, to: "" }]);
  expect(Object.keys(nowhere.body.fields)).toEqual(["coinNetwork"]);
});

test("a member's own address cannot become the one that members pay to", async () => {
  const member = await app.addMember();
  const [theirs, fmdc] = [
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  ];
  await giveAddress(app.db, member, theirs, app.time.now);
  await app.db
    .insertInto("fmdc_addresses")
    .values({ member_id: member.id, address: fmdc, created_at: app.time.now })
    .execute();
  const from = (await all())["payment.coinAddress"].value;
  for (const to of [theirs.toLowerCase(), fmdc]) {
    const { status, body } = await change("payment", [{ name: "coinAddress", from, to }]);
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { coinAddress: `The member ${member.refId} has entered this address as their own` },
    });
  }
});

test("a setting or a group that there is not is not found, and no change is none", async () => {
  expect((await change("withdrawal", [{ name: "toString", from: 1, to: 2 }])).status).toBe(404);
  expect((await admin.send("POST", "/api/console/settings/demo", { changes: [] })).status).toBeGreaterThan(
    399,
  );
  const same = await change("withdrawal", [{ name: "hours", from: 24, to: 24 }]);
  expect(same.body.code).toBe("NOTHING_CHANGED");
});

test("the receiver of transfers is a member whose account is open, however its user id is typed", async () => {
  const { id, refId } = await app.addMember();
  const setStatus = (status: "closed" | "active") =>
    app.db.updateTable("members").set({ status }).where("id", "=", id).execute();
  await setStatus("closed");
  const closed = await change("transfer", [{ name: "defaultReceiverRefId", from: "", to: refId }]);
  expect(closed.body.fields.defaultReceiverRefId).toBe(`There is no member with the user ID ${refId}`);
  await setStatus("active");
  const typed = { name: "defaultReceiverRefId", from: "", to: refId.toLowerCase() };
  expect((await change("transfer", [typed])).status).toBe(200);
  expect((await all())["transfer.defaultReceiverRefId"].value).toBe(refId);
});
