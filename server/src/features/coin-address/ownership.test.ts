import { acceptUnsignedAddress } from "@fc/contract/coin-address/console";
import { coinAddressOwnership, proveCoinAddress } from "@fc/contract/coin-address/portal";
import { consoleMember } from "@fc/contract/members/console";
import { sendOtp } from "@fc/contract/otp/portal";
import { confirmProposal } from "@fc/contract/proposals/console";
import { memberEvents } from "@fc/contract/security/portal";
import * as console from "@fc/contract/withdraw/console";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import type { Address } from "../../platform/chain/types.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { walletCreation } from "../../testing/chain/contract-wallet.ts";
import { noFaults } from "../../testing/chain/faulty-endpoint.ts";
import { asOwner } from "../../testing/database-content.ts";
import { giveAddress, longAgo, setSetting } from "../../testing/money.ts";
import { startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { waitingFor } from "../../testing/proposals.ts";

let t: PayoutTest;
let asha: PayingMember;
let key: PrivateKeyAccount;
beforeAll(async () => {
  t = await startPayoutTest();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});
beforeEach(async () => {
  await needProofs();
  asha = await t.addMember();
  key = privateKeyToAccount(generatePrivateKey());
  await moveTo(asha, key.address);
});
afterEach(() => {
  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
});

const limit = 10_000_000;
const needProofs = (isNeeded = true) =>
  setSetting(t.app.databaseUrl, "addressProof", { isNeeded, neededAboveFc: limit });
const moveTo = (payee: PayingMember, address: Address, since = longAgo(t.app.time.now)) =>
  giveAddress(t.app.db, payee.member, address, since);
const ownershipOf = async ({ client, member }: PayingMember) =>
  (await client.call(coinAddressOwnership, { params: { userId: member.id } })).body.data;
const enter = ({ client, member }: PayingMember, signature: string) =>
  client.call(proveCoinAddress, { body: { userId: member.id, signature } });
const signedBy = async (account: PrivateKeyAccount, payee: PayingMember) =>
  account.signMessage({ message: (await ownershipOf(payee)).text });
const stateOf = async ({ client, member }: PayingMember) =>
  (await client.call(withdrawState, { params: { userId: member.id } })).body.data;

async function codeFor({ client, member }: PayingMember, amount: number): Promise<string | undefined> {
  // The same amount may be asked for again by then without a question.
  t.app.time.advance(5 * minute);
  const change = { userId: member.id, amount, currencyType: "coin" as const };
  const { body } = await client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "withdraw", change },
  });
  return body.code;
}

test("above the amount a withdrawal needs the address's signature, and so do several within 24 hours", async () => {
  expect(await codeFor(asha, limit + 1)).toBe("ADDRESS_PROOF_NEEDED");
  await t.withdraw(asha, 6_000_000);
  expect((await stateOf(asha)).unproven).toEqual({ limitFc: limit, leftFc: 4_000_000 });
  expect(await codeFor(asha, 5_000_000)).toBe("ADDRESS_PROOF_NEEDED");
  const answer = await enter(asha, await signedBy(key, asha));
  expect(answer.body.data.proof).toMatchObject({ kind: "signature" });
  expect((await stateOf(asha)).unproven).toBeUndefined();
  expect(await codeFor(asha, limit + 1)).toBeUndefined();
  const { body: page } = await t.finance.call(consoleMember, { params: { refId: asha.member.refId } });
  expect(page.data.addressProof).toMatchObject({ kind: "signature", reason: null });
});

test("after a day the amount may be withdrawn again, and without the setting nothing needs a proof", async () => {
  const id = await t.withdraw(asha, limit);
  expect(await codeFor(asha, 5_000_000)).toBe("ADDRESS_PROOF_NEEDED");
  await asOwner(t.app.databaseUrl, (client) =>
    client.query("update withdrawals set requested_at = requested_at - interval '1 day' where id = $1", [id]),
  );
  expect(await codeFor(asha, 5_000_000)).toBeUndefined();
  await needProofs(false);
  expect((await ownershipOf(asha)).neededAboveFc).toBeNull();
  expect(await codeFor(asha, 2 * limit)).toBeUndefined();
});

test("the member is told of the proof once, also where the signature is entered twice", async () => {
  const signature = await signedBy(key, asha);
  for (const one of [signature, signature]) expect((await enter(asha, one)).status).toBe(200);
  const mails = await t.app.mailsTo(asha.member.email);
  expect(mails.filter(({ subject }) => subject === "Your FC Portal coin address was proven")).toHaveLength(1);
  const { body } = await asha.client.call(memberEvents, { params: { userId: asha.member.id }, query: {} });
  expect(JSON.stringify(body.data)).toContain("coin-address-proven");
});

test("a signature of another member for the same address proves nothing", async () => {
  const ravi = await t.addMember();
  await moveTo(ravi, key.address);
  expect((await enter(asha, await signedBy(key, ravi))).body.code).toBe("ADDRESS_PROOF_WRONG");
  expect((await ownershipOf(asha)).proof).toBeNull();
});

test("a signature by another address, over another text or of no key proves nothing", async () => {
  const thief = privateKeyToAccount(generatePrivateKey());
  const { text } = await ownershipOf(asha);
  const wrong = [
    await thief.signMessage({ message: text }),
    await key.signMessage({ message: text.replace("mine", "ours") }),
    await key.signMessage({ message: `${text}\n` }),
    "0x00",
    `0x${"0".repeat(130)}`,
    `0x${"f".repeat(8192)}`,
  ];
  for (const signature of wrong) {
    expect((await enter(asha, signature)).body.code).toBe("ADDRESS_PROOF_WRONG");
  }
  for (const none of ["", "signed", "0x1", "0xzz", `0x${"f".repeat(9000)}`]) {
    expect((await enter(asha, none)).status).toBe(400);
  }
});

test("a proof ends with the address: another one, or the same one set again, is signed anew", async () => {
  const signature = await signedBy(key, asha);
  await enter(asha, signature);
  const other = privateKeyToAccount(generatePrivateKey());
  await moveTo(asha, other.address);
  expect((await ownershipOf(asha)).proof).toBeNull();
  expect((await enter(asha, signature)).body.code).toBe("ADDRESS_PROOF_WRONG");
  expect(await codeFor(asha, limit + 1)).toBe("ADDRESS_PROOF_NEEDED");
  await moveTo(asha, key.address, new Date(longAgo(t.app.time.now).getTime() + 1000));
  expect((await ownershipOf(asha)).proof).toBeNull();
  expect((await enter(asha, signature)).body.code).toBe("ADDRESS_PROOF_WRONG");
  expect((await enter(asha, await signedBy(key, asha))).status).toBe(200);
});

test("a wallet that is a contract says itself whether it has signed", async () => {
  const address = await t.tested.owner.nextContract();
  await moveTo(asha, address);
  expect((await enter(asha, "0x1234")).body.code).toBe("ADDRESS_PROOF_WRONG");
  const { text } = await ownershipOf(asha);
  await t.tested.owner.send({ data: walletCreation(text) });
  await t.tested.local.mine();
  const [one, two] = t.tested.endpoints;
  one!.faults.isDown = true;
  two!.faults.isDown = true;
  expect((await enter(asha, "0x1234")).body.code).toBe("ADDRESS_PROOF_UNKNOWN");
  two!.faults.isDown = false;
  two!.faults.lie = ({ method }) => (method === "eth_call" ? `0x${"0".repeat(64)}` : undefined);
  expect((await enter(asha, "0x1234")).body.code).toBe("ADDRESS_PROOF_UNKNOWN");
  expect((await ownershipOf(asha)).proof).toBeNull();
  one!.faults.isDown = false;
  expect((await enter(asha, "0x1234")).body.data.proof).toMatchObject({ kind: "signature" });
  const ravi = await t.addMember();
  await moveTo(ravi, address);
  expect((await enter(ravi, "0x1234")).body.code).toBe("ADDRESS_PROOF_WRONG");
});

test("one endpoint that lies for a contract's wallet proves nothing", async () => {
  await moveTo(asha, await t.tested.owner.nextContract());
  t.tested.endpoints[0]!.faults.lie = ({ method }) =>
    method === "eth_call" ? `0x1626ba7e${"0".repeat(56)}` : undefined;
  expect((await enter(asha, "0x1234")).body.code).toBe("ADDRESS_PROOF_WRONG");
});

test("an exchange's address is accepted by two people with a reason, as long as it stays", async () => {
  const params = { refId: asha.member.refId };
  const body = { reason: "Picture of the exchange's page, ticket 12" };
  expect((await t.finance.call(acceptUnsignedAddress, { params, body: { reason: "" } })).status).toBe(400);
  expect((await t.finance.call(acceptUnsignedAddress, { params, body })).status).toBe(200);
  expect(await codeFor(asha, limit + 1)).toBe("ADDRESS_PROOF_NEEDED");
  const proposal = (await waitingFor(t.finance)).find(({ kind }) => kind === "unsigned-address");
  const confirm = { params: { id: proposal!.id } };
  expect((await t.finance.call(confirmProposal, confirm)).body.code).toBe("OTHER_OPERATOR_NEEDED");
  expect((await t.admin.call(confirmProposal, confirm)).status).toBe(200);
  expect(await codeFor(asha, limit + 1)).toBeUndefined();
  expect((await ownershipOf(asha)).proof).toMatchObject({ kind: "operators" });
  expect((await t.finance.call(acceptUnsignedAddress, { params, body })).body.code).toBe("ADDRESS_PROVEN");
  await moveTo(asha, privateKeyToAccount(generatePrivateKey()).address);
  expect(await codeFor(asha, limit + 1)).toBe("ADDRESS_PROOF_NEEDED");
});

test("a proposal about an address that was changed meanwhile accepts nothing", async () => {
  const params = { refId: asha.member.refId };
  await t.finance.call(acceptUnsignedAddress, { params, body: { reason: "An exchange" } });
  await moveTo(asha, privateKeyToAccount(generatePrivateKey()).address);
  const proposal = (await waitingFor(t.finance)).findLast(({ kind }) => kind === "unsigned-address");
  const answer = await t.admin.call(confirmProposal, { params: { id: proposal!.id } });
  expect(answer.body.code).toBe("PROPOSAL_CHANGED");
  expect((await ownershipOf(asha)).proof).toBeNull();
});

test("what was requested before the setting is paid only once the address is proven", async () => {
  await needProofs(false);
  const id = await t.withdraw(asha, 2 * limit);
  await needProofs();
  expect((await t.handOver(id)).body.code).toBe("PAYOUT_PROOF_NEEDED");
  const start = { params: { id }, body: { from: null } };
  expect((await t.finance.call(console.startPaying, start)).body.code).toBe("PAYOUT_PROOF_NEEDED");
  const file = async () => JSON.stringify((await t.finance.call(console.paymentBatch, {})).body);
  expect(await file()).not.toContain(asha.member.refId);
  await enter(asha, await signedBy(key, asha));
  expect((await t.handOver(id)).status).toBe(200);
});

test("the proof of another address lets nobody pay what was requested to the one before", async () => {
  await needProofs(false);
  const id = await t.withdraw(asha, 2 * limit);
  await needProofs();
  key = privateKeyToAccount(generatePrivateKey());
  await moveTo(asha, key.address);
  expect((await enter(asha, await signedBy(key, asha))).status).toBe(200);
  const start = { params: { id }, body: { from: null } };
  expect((await t.finance.call(console.startPaying, start)).body.code).toBe("PAYOUT_PROOF_NEEDED");
});
