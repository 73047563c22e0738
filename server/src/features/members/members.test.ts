import * as contract from "@fc/contract/members/console";
import { operatorLog } from "@fc/contract/operators/console";
import { memberEvents } from "@fc/contract/security/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveIdentity } from "../../testing/identity.ts";
import { fund, giveStake, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let viewer: TestClient;
let support: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000, app.time.now);
  viewer = await operatorSignedIn(app, "viewer");
  support = await operatorSignedIn(app, "support");
});
afterAll(() => app.stop());

const pageOf = async (client: TestClient, { refId }: Pick<TestMember, "refId">) =>
  (await client.call(contract.consoleMember, { params: { refId } })).body.data;

async function found(search: string, more: object = {}): Promise<string[]> {
  const { body } = await viewer.call(contract.consoleMembers, { query: { search, ...more } });
  return body.data.map(({ refId }: { refId: string }) => refId);
}

describe("a search", () => {
  test("finds a member by part of the name, the e-mail, the number or the user id, whatever the case", async () => {
    const member = await app.addMember({ name: "Wolfgang Quintero" });
    await app.db
      .updateTable("members")
      .set({ email: "quiet.river@example.com", phone: "+919812345670" })
      .where("id", "=", member.id)
      .execute();
    const { refId } = member;
    for (const typed of [
      "wolfgang",
      "QUINT",
      "quintero wolf",
      "wo",
      "quiet.river@",
      "+91 98123 45670",
      refId.toLowerCase(),
      refId.slice(3, 8),
    ]) {
      expect({ typed, found: await found(typed) }).toEqual({ typed, found: [refId] });
    }
  });

  test("finds nobody by wildcards, nor by an empty word", async () => {
    await app.addMember({ name: "Percent Sign" });
    for (const typed of ["%erce%", "p_rcent", "%%%", "--"]) expect(await found(typed)).toEqual([]);
  });

  test("goes on where the last page ended, also while others register", async () => {
    const names = ["Paginated Asha", "Paginated Bina", "Paginated Chitra"];
    const members: TestMember[] = [];
    for (const name of names) members.push(await app.addMember({ name }));
    const membersWith = async (more: object) =>
      (await viewer.call(contract.consoleMembers, { query: { search: "paginated", size: 2, ...more } })).body;
    const first = await membersWith({});
    await app.addMember({ name: "Paginated Late" });
    const second = await membersWith({ cursor: first.next });
    const ids = [...first.data, ...second.data].map(({ refId }: { refId: string }) => refId);
    expect(ids).toEqual(members.map(({ refId }) => refId).toReversed());
    expect(second.next).toBeNull();
  });

  test("can be narrowed to those who are blocked", async () => {
    const [open, blocked] = [
      await app.addMember({ name: "Narrow One" }),
      await app.addMember({ name: "Narrow Two" }),
    ];
    await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", blocked.id).execute();
    expect(await found("narrow", { status: "blocked" })).toEqual([blocked.refId]);
    expect(await found("narrow", { status: "active" })).toEqual([open.refId]);
  });
});

describe("a member's page", () => {
  test("shows profile, place, wallets, stakes, sessions and messages of the one member", async () => {
    const sponsor = await app.addMember({ name: "Sponsor Above" });
    const member = await app.addMember({ name: "Middle One", sponsor });
    const below = await app.addMember({ name: "Below One", sponsor: member, side: "right" });
    await fund(app.db, member, { earning: 250 }, app.time.now);
    await giveStake(app.db, below, app.time.now);
    await giveStake(app.db, member, app.time.now);
    await signedIn(app, member);
    const page = await pageOf(viewer, member);
    expect(page).toMatchObject({
      refId: member.refId,
      status: "active",
      profile: { mailId: member.email, mobileNumber: "+919876543210" },
      kyc: { bank: null, pan: null, coinAddress: null, fmdc: null },
      network: {
        sponsor: { refId: sponsor.refId },
        parent: { refId: sponsor.refId },
        side: "left",
        left: { users: 0, businessUsd: 0 },
        right: { users: 1, activeUsers: 1, businessUsd: 15 },
        directReferrals: 1,
      },
      balances: { earning: 250, staked: 1000, staking: 0 },
      stakes: [{ amountUsd: 15, amountFc: 1000, state: "active" }],
    });
    expect(page.sessions).toHaveLength(1);
  });

  test("has the statement that the member has, wallet by wallet and page by page", async () => {
    const member = await app.addMember();
    await fund(app.db, member, { earning: 10, offer: 20 }, app.time.now);
    const params = { refId: member.refId };
    const all = (await viewer.call(contract.consoleMemberStatement, { params, query: {} })).body;
    expect(all.data).toHaveLength(2);
    const first = await viewer.call(contract.consoleMemberStatement, { params, query: { size: 1 } });
    expect(first.body.data[0].balanceAfterFc).toBe(30);
    const query = { size: 1, cursor: first.body.next };
    const second = await viewer.call(contract.consoleMemberStatement, { params, query });
    expect([first.body.data[0].id, second.body.data[0].id]).toEqual(
      all.data.map(({ id }: { id: string }) => id),
    );
    const offer = await viewer.call(contract.consoleMemberStatement, { params, query: { wallet: "offer" } });
    expect(offer.body.data).toMatchObject([{ wallet: "offer", type: "C", amountFc: 20 }]);
  });

  test("is not found for a user id that nobody has", async () => {
    const { status } = await viewer.call(contract.consoleMember, { params: { refId: "FCNOBODY2" } });
    expect(status).toBe(404);
  });
});

describe("KYC data", () => {
  const reveal = (client: TestClient, { refId }: TestMember, part: contract.KycPart) =>
    client.call(contract.revealKyc, { params: { refId }, body: { part } });

  test("are on no page before they are revealed, each part by itself", async () => {
    const member = await app.addMember();
    const identity = await giveIdentity(app.deps, member, app.time.now);
    const shown = JSON.stringify(await pageOf(await operatorSignedIn(app, "admin"), member));
    for (const secret of Object.values(identity)) expect(shown).not.toContain(secret);
    const bank = await reveal(support, member, "bank");
    expect(bank.body.data).toEqual({
      bank: expect.objectContaining({ accountNumber: identity.accountNumber, bankName: "Example Bank" }),
    });
    const pan = (await reveal(support, member, "pan")).body.data.pan;
    expect(pan).toMatchObject({ panNumber: identity.panNumber });
    expect(pan.proofUrl).toContain("signature=");
    expect((await reveal(support, member, "coinAddress")).body.data.coinAddress).toBe(identity.coinAddress);
    expect((await reveal(support, member, "fmdc")).body.data.fmdc).toBe(identity.fmdcAddress);
  });

  test("leave a line in the log and one on the member's Security page, without the operator's name", async () => {
    const member = await app.addMember();
    await giveIdentity(app.deps, member, app.time.now);
    await reveal(support, member, "bank");
    const { data } = (await viewer.call(operatorLog, { query: { search: member.refId } })).body;
    expect(data).toMatchObject([
      { action: "member/read-kyc", operator: "The support", details: { part: "bank" } },
    ]);
    const own = await signedIn(app, member);
    const events = await own.call(memberEvents, { params: { userId: member.id }, query: {} });
    expect(events.body.data).toMatchObject([
      { kind: "kyc-read", detail: "bank", by: "staff", address: "", device: { browser: null, system: null } },
    ]);
    expect(JSON.stringify(events.body)).not.toContain("The support");
  });

  test("that are not there are not found, and nothing is recorded", async () => {
    const member = await app.addMember();
    expect((await reveal(support, member, "pan")).status).toBe(404);
    expect((await pageOf(support, member)).log).toEqual([]);
  });

  test("are refused to a viewer, who leaves no trace at the member's", async () => {
    const member = await app.addMember();
    await giveIdentity(app.deps, member, app.time.now);
    expect((await reveal(viewer, member, "bank")).body.code).toBe("NOT_ALLOWED");
    expect((await pageOf(viewer, member)).changes).toEqual([]);
  });
});
