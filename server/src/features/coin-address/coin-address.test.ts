import { checksummed } from "@fc/contract/coin-address/address";
import {
  createFreeCoinAddress,
  editFreeCoinAddress,
  getFreeCoinAddress,
} from "@fc/contract/coin-address/portal";
import { sendOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, giveAddress, longAgo, setSetting } from "../../testing/money.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const first = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const second = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

async function newcomer(): Promise<{ member: TestMember; client: TestClient }> {
  const member = await app.addMember();
  return { member, client: await signedIn(app, member) };
}

const requestCode = (
  client: TestClient,
  { id }: TestMember,
  purpose: OtpPurpose,
  change: Record<string, unknown>,
) => client.call(sendOtp, { params: { userId: id }, body: { purpose, change } });

test("a new address is kept, and coins wait before they are sent to it; so they do after every change", async () => {
  const { member, client } = await newcomer();
  const userId = member.id;
  expect((await client.call(getFreeCoinAddress, { params: { userId } })).body).toEqual({ data: null });

  const creation = { userId, freeCoinAddress: first };
  await confirm(app, client, member, { purpose: "coin-address-create", change: creation });
  const created = await client.call(createFreeCoinAddress, { body: creation });
  expect(created.body).toEqual({ message: "Free coin address created", data: creation });
  const state = (await client.call(withdrawState, { params: { userId } })).body.data;
  const in48Hours = new Date(app.time.now.getTime() + 48 * 3_600_000).toISOString();
  expect(state).toMatchObject({ freeCoinAddress: first, heldAfter: "address", heldUntil: in48Hours });
  const mail = (await app.mailsTo(member.email)).at(-1);
  expect(mail?.subject).toBe("Your FC Portal free coin address was set");
  expect(mail?.text).toContain(`Send coins to: ${first}`);
  expect(mail?.text).toContain("Coin withdrawals on hold until: 17 Nov 2026");

  app.time.advance(72 * 3_600_000);
  const again = await signedIn(app, member);
  expect((await again.call(withdrawState, { params: { userId } })).body.data.heldUntil).toBeNull();
  const change = { ...creation, newAddress: second };
  await confirm(app, again, member, { purpose: "coin-address-update", change });
  const updated = await again.call(editFreeCoinAddress, { params: { address: second }, body: creation });
  expect(updated.body).toEqual({
    message: "Free coin address updated",
    data: { userId, freeCoinAddress: second },
  });
  expect((await again.call(withdrawState, { params: { userId } })).body.data.heldAfter).toBe("address");
  expect((await app.mailsTo(member.email)).at(-1)?.text).toContain(`No longer to: ${first}`);
});

test("an address without capitals is taken, and kept with its checksum", async () => {
  for (const typed of [first.toLowerCase(), `0x${first.slice(2).toUpperCase()}`]) {
    const { member, client } = await newcomer();
    const change = { userId: member.id, freeCoinAddress: typed };
    await confirm(app, client, member, { purpose: "coin-address-create", change });
    expect((await app.mailsTo(member.email)).at(-1)?.text).toContain(first);
    const { body } = await client.call(createFreeCoinAddress, { body: change });
    expect(body.data.freeCoinAddress).toBe(first);
  }
});

test.each([
  ["nothing", "", "Please enter an address"],
  ["spaces", "   ", "Please enter an address"],
  ["one of Bitcoin's", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "A BEP20 address begins with 0x"],
  ["one without 0x", first.slice(2), "A BEP20 address begins with 0x"],
  [
    "one character less",
    first.slice(0, -1),
    "This is too short: a BEP20 address has 42 characters, 0x included",
  ],
  ["one character more", `${first}0`, "This is too long: a BEP20 address has 42 characters, 0x included"],
  [
    "10,000 characters",
    `0x${"a".repeat(10_000)}`,
    "This is too long: a BEP20 address has 42 characters, 0x included",
  ],
  [
    "a letter that is none of them",
    first.replace("5a", "5g"),
    "After 0x there are only the digits 0 to 9 and the letters a to f",
  ],
  [
    "a script",
    "0x<script>alert(1)</script>",
    "After 0x there are only the digits 0 to 9 and the letters a to f",
  ],
  ["an emoji", `0x${"🙂".repeat(20)}`, "After 0x there are only the digits 0 to 9 and the letters a to f"],
  [
    "signs that turn the reading direction",
    `0x\u202e${first.slice(3)}`,
    "After 0x there are only the digits 0 to 9 and the letters a to f",
  ],
  [
    "a wrong digit",
    first.replace("6053", "6054"),
    "The checksum does not fit: a character is wrong, or a capital letter. Please copy it again",
  ],
  [
    "a wrong capital",
    first.replace("5aA", "5AA"),
    "The checksum does not fit: a character is wrong, or a capital letter. Please copy it again",
  ],
  ["nobody's", `0x${"0".repeat(40)}`, "Nobody holds this address: coins sent to it are lost"],
  [
    "the place for burning",
    `0x${"0".repeat(36)}dEaD`,
    "Nobody holds this address: coins sent to it are lost",
  ],
])("%s is refused with what is wrong, before a code is sent", async (_, freeCoinAddress, message) => {
  const { member, client } = await newcomer();
  const body = { userId: member.id, freeCoinAddress };
  const answer = await requestCode(client, member, "coin-address-create", body);
  expect(answer).toMatchObject({ status: 400, body: { fields: { freeCoinAddress: message } } });
  expect((await client.call(createFreeCoinAddress, { body })).status).toBe(400);
  expect(await app.mailsTo(member.email)).toEqual([]);
});

test("the address that members pay to is refused as a member's own, however it is written", async () => {
  const platform = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
  await setSetting(app.databaseUrl, "payment", { coinAddress: platform });
  for (const typed of [platform, platform.toLowerCase(), `0x${platform.slice(2).toUpperCase()}`]) {
    const { member, client } = await newcomer();
    const body = { userId: member.id, freeCoinAddress: typed };
    const answer = await requestCode(client, member, "coin-address-create", body);
    expect(answer).toMatchObject({ status: 422, body: { code: "PLATFORM_ADDRESS" } });
    await giveAddress(app.db, member, first, longAgo(app.time.now));
    const change = { userId: member.id, freeCoinAddress: first, newAddress: typed };
    const update = await requestCode(client, member, "coin-address-update", change);
    expect(update.body.code).toBe("PLATFORM_ADDRESS");
    const fmdc = await requestCode(client, member, "fmdc", { refId: member.refId, token: typed });
    expect(fmdc.body.code).toBe("PLATFORM_ADDRESS");
    expect(await app.mailsTo(member.email)).toEqual([]);
  }
});

test("an address that becomes the platform's after its code was sent is not set", async () => {
  const { member, client } = await newcomer();
  const body = { userId: member.id, freeCoinAddress: second };
  await confirm(app, client, member, { purpose: "coin-address-create", change: body });
  await setSetting(app.databaseUrl, "payment", { coinAddress: second });
  expect((await client.call(createFreeCoinAddress, { body })).body.code).toBe("PLATFORM_ADDRESS");
  await setSetting(app.databaseUrl, "payment", {});
  const { body: kept } = await client.call(getFreeCoinAddress, { params: { userId: member.id } });
  expect(kept.data).toBeNull();
});

test("an address that is there already is neither created again nor replaced by itself", async () => {
  const { member, client } = await newcomer();
  const userId = member.id;
  await giveAddress(app.db, member, first, longAgo(app.time.now));
  const create = await requestCode(client, member, "coin-address-create", {
    userId,
    freeCoinAddress: second,
  });
  expect(create.body.code).toBe("CONFLICT");
  const same = { userId, freeCoinAddress: first, newAddress: first.toLowerCase() };
  expect((await requestCode(client, member, "coin-address-update", same)).body.code).toBe("NOTHING_CHANGED");
  const stale = { userId, freeCoinAddress: second, newAddress: second };
  expect((await requestCode(client, member, "coin-address-update", stale)).body.code).toBe("CONFLICT");
});

test("an address that another device changed meanwhile is not replaced", async () => {
  const { member, client } = await newcomer();
  const body = { userId: member.id, freeCoinAddress: first };
  await giveAddress(app.db, member, first, longAgo(app.time.now));
  await confirm(app, client, member, {
    purpose: "coin-address-update",
    change: { ...body, newAddress: second },
  });
  const third = checksummed("0x1234567890abcdef123400000000000000000000", keccak_256);
  await giveAddress(app.db, member, third, longAgo(app.time.now));
  const answer = await client.call(editFreeCoinAddress, { params: { address: second }, body });
  expect(answer.body.code).toBe("CONFLICT");
  const { body: kept } = await client.call(getFreeCoinAddress, { params: { userId: member.id } });
  expect(kept.data.freeCoinAddress).toBe(third);
});
