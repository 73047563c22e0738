import { referenceOf } from "@fc/contract/receipts/reference";
import * as inbox from "@fc/contract/support/console";
import * as contract from "@fc/contract/support/portal";
import { uploadPicture, type UploadFolder } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { requestedStake } from "../../testing/staking-requests.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let asha: TestMember;
let member: TestClient;
let support: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 300_000, app.time.now);
});
afterAll(() => app.stop());
beforeEach(async () => {
  asha = await app.addMember({ name: "Asha Verma" });
  member = await signedIn(app, asha);
  support = await operatorSignedIn(app, "support");
});

const contact = { number: "", email: "", supportMessage: "Where is my withdrawal?" };
async function written(details: { receipt?: string } = {}): Promise<string> {
  const body = { ...contact, refId: asha.refId, ...details };
  return (await member.call(contract.createOwnSupportRecord, { body })).body.data.reference;
}
async function pictureOf(
  client: TestClient,
  { id: userId }: TestMember,
  folder: UploadFolder = "support-images",
): Promise<string> {
  const params = { userId, folder };
  return (await client.call(uploadPicture, { params, body: asFile(await photo()) })).body.data.proofImageUrl;
}
const messages = async (client = member, userId = asha.id): Promise<contract.OwnSupportMessage[]> =>
  (await client.call(contract.ownSupportMessages, { params: { userId }, query: {} })).body.data;
const thread = (reference: string, client = member, userId = asha.id) =>
  client.call(contract.ownSupportThread, { params: { userId, reference } });
const threadOf = async (reference: string): Promise<contract.SupportThread> =>
  (await thread(reference)).body.data;
const further = (reference: string, client = member, userId = asha.id) =>
  client.call(contract.writeAgain, {
    body: { userId, reference, supportMessage: "It has still not arrived." },
  });
async function ownReceipt(): Promise<string> {
  return referenceOf("staking-request", await requestedStake(app, { member: asha, client: member }));
}
async function queued(reference: string): Promise<inbox.QueuedSupportMessage> {
  return (await support.call(inbox.consoleSupport, { query: { search: reference } })).body.data[0];
}
const detail = async (id: number): Promise<inbox.SupportDetail> =>
  (await support.call(inbox.consoleSupportMessage, { params: { id } })).body.data;
const reply = (id: number, version: number) =>
  support.call(inbox.replyToSupport, {
    params: { id },
    body: { text: "It is paid today.", to: "member", version },
  });

test("a member reads the answer in the portal, adds to the message, and the operator sees the whole thread", async () => {
  const reference = await written();
  expect(await messages()).toMatchObject([{ reference, status: "open", message: contact.supportMessage }]);
  const { id } = await queued(reference);
  app.time.advance(minute);
  await reply(id, 0);
  expect(await threadOf(reference)).toMatchObject({
    status: "answered",
    dueAt: null,
    changedAt: app.time.now.toISOString(),
    entries: [
      { kind: "message", text: contact.supportMessage },
      { kind: "reply", text: "It is paid today." },
    ],
  });

  app.time.advance(minute);
  expect((await further(reference)).body).toEqual({ message: "Support message sent" });
  const dueAt = new Date(app.time.now.getTime() + 24 * hour).toISOString();
  const open = { status: "open", dueAt } as const;
  expect(await threadOf(reference)).toMatchObject({ ...open, message: "It has still not arrived." });
  expect(await queued(reference)).toMatchObject({ ...open, lastMessage: "It has still not arrived." });
  expect((await detail(id)).events).toMatchObject([
    { kind: "reply", operator: "The support" },
    { kind: "message", operator: null, text: "It has still not arrived." },
  ]);
});

test("the mail of an answer quotes what was written last, and leads to the thread in the portal", async () => {
  const reference = await written();
  await further(reference);
  await reply((await queued(reference)).id, 1);
  const mail = (await app.mailsTo(asha.email)).at(-1);
  expect(mail?.text).toContain("It has still not arrived.");
  expect(mail?.text).toContain(`http://localhost/support/${reference}`);
});

test("an operator who answers what the page shows is told that the member has written again", async () => {
  const reference = await written();
  const { id } = await queued(reference);
  await further(reference);
  expect((await reply(id, 0)).body).toMatchObject({ code: "MEMBER_WROTE_AGAIN" });
  expect((await reply(id, 1)).status).toBe(200);
});

test("writing again keeps the place of a message that waits, and opens one that was closed", async () => {
  const reference = await written();
  const { id, dueAt } = await queued(reference);
  app.time.advance(10 * minute);
  await further(reference);
  expect((await queued(reference)).dueAt).toBe(dueAt);
  await support.call(inbox.setSupportStatus, { params: { id }, body: { status: "closed", version: 1 } });
  expect(await threadOf(reference)).toMatchObject({ status: "closed", dueAt: null });
  await further(reference);
  expect(await threadOf(reference)).toMatchObject({ status: "open" });
});

test("what operators note and who takes a message stays among them", async () => {
  const reference = await written();
  const { id } = await queued(reference);
  await support.call(inbox.noteOnSupport, { params: { id }, body: { text: "Check the PAN first." } });
  await support.call(inbox.assignSupport, { params: { id }, body: { to: "me", from: null } });
  const { body } = await thread(reference);
  expect(body.data.entries).toHaveLength(1);
  expect(JSON.stringify(body)).not.toMatch(/Check the PAN|The support/);
});

test("nobody reads or adds to another member's messages", async () => {
  const reference = await written();
  const ravi = await app.addMember();
  const other = await signedIn(app, ravi);
  expect(await messages(other, ravi.id)).toEqual([]);
  expect((await thread(reference, other, ravi.id)).status).toBe(404);
  expect((await further(reference, other, ravi.id)).status).toBe(404);
  expect((await threadOf(reference)).entries).toHaveLength(1);
});

test("a member attaches pictures; the operator sees each beside its message, a viewer none, and nobody else's is taken", async () => {
  const picture = await pictureOf(member, asha);
  const body = { ...contact, refId: asha.refId, proofImageUrl: picture };
  const { reference } = (await member.call(contract.createOwnSupportRecord, { body })).body.data;
  const second = await pictureOf(member, asha);
  const again = { userId: asha.id, reference, supportMessage: "Here is the receipt.", proofImageUrl: second };
  expect((await member.call(contract.writeAgain, { body: again })).status).toBe(200);
  expect((await threadOf(reference)).entries).toMatchObject([
    { proofImageUrl: picture },
    { text: "Here is the receipt.", proofImageUrl: second },
  ]);
  const { id } = await queued(reference);
  const { pictureUrl, events } = await detail(id);
  for (const url of [pictureUrl, events[0]!.pictureUrl]) {
    expect((await fetch(`${app.url}${url}`)).status).toBe(200);
  }
  const viewer = await operatorSignedIn(app, "viewer");
  const seen = (await viewer.call(inbox.consoleSupportMessage, { params: { id } })).body.data;
  expect(seen).toMatchObject({
    pictureUrl: null,
    events: [{ text: "Here is the receipt.", pictureUrl: null }],
  });

  // It is in use, so the task that removes unused pictures leaves it.
  app.time.advance(25 * hour);
  await app.worker.drain();
  support = await operatorSignedIn(app, "support");
  expect((await fetch(`${app.url}${(await detail(id)).pictureUrl}`)).status).toBe(200);

  const ravi = await app.addMember();
  const other = await signedIn(app, ravi);
  for (const proofImageUrl of [picture, await pictureOf(other, ravi, "bank-proof-images"), "nothing"]) {
    const stolen = { ...contact, refId: ravi.refId, proofImageUrl };
    const { body: refused } = await other.call(contract.createOwnSupportRecord, { body: stolen });
    expect(refused.code).toBe("PROOF_UNUSABLE");
  }
});

test("a visitor's message with a member's user id and address is not shown in that member's portal", async () => {
  const body = { ...contact, refId: asha.refId, email: asha.email, number: "+919876543210" };
  const { reference } = (await new TestClient(app).call(contract.createSupportRecord, { body })).body.data;
  expect(await messages()).toEqual([]);
  expect((await thread(reference)).status).toBe(404);
  expect((await further(reference)).status).toBe(404);
  // Nor after an operator has answered it to the member's address.
  await reply((await queued(reference)).id, 0);
  expect(await messages()).toEqual([]);
  expect((await app.mailsTo(asha.email)).at(-1)?.text).not.toContain("/support/SR-");
});

test("help with a receipt names it, and the operator sees what it is and how it stands", async () => {
  const receipt = await ownReceipt();
  const reference = await written({ receipt: receipt.toLowerCase() });
  expect(await threadOf(reference)).toMatchObject({ receipt });
  expect((await detail((await queued(reference)).id)).receipt).toMatchObject({
    reference: receipt,
    kind: "staking-request",
    status: "P",
  });
});

test("another member's receipt cannot be named", async () => {
  const receipt = await ownReceipt();
  const ravi = await app.addMember();
  const other = await signedIn(app, ravi);
  const body = { ...contact, refId: ravi.refId, receipt };
  expect((await other.call(contract.createOwnSupportRecord, { body })).status).toBe(404);
  expect(await messages(other, ravi.id)).toEqual([]);
});
