import { createFmdc, getAllFmdcs } from "@fc/contract/fmdc/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm } from "../../testing/money.ts";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const token = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

test("an FMDC address is entered once and cannot be changed, and only its owner sees it", async () => {
  const [member, stranger] = [await app.addMember(), await app.addMember()];
  const [client, theirs] = [await signedIn(app, member), await signedIn(app, stranger)];
  expect((await client.call(getAllFmdcs, {})).body).toEqual([]);
  const change = { refId: member.refId, token };
  await confirm(app, client, member, { purpose: "fmdc", change });
  expect((await client.call(createFmdc, { body: change })).body).toEqual({ data: change });
  expect((await client.call(getAllFmdcs, {})).body).toEqual([change]);
  expect((await theirs.call(getAllFmdcs, {})).body).toEqual([]);

  const again = { refId: member.refId, token: other };
  const response = await client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "fmdc", change: again },
  });
  expect(response.body).toMatchObject({
    code: "ONE_TIME_ONLY",
    message: "This was entered before and cannot be changed",
  });
  expect((await client.call(createFmdc, { body: again })).body.code).toBe("ONE_TIME_ONLY");
  expect((await client.call(getAllFmdcs, {})).body).toEqual([change]);
});

test.each([
  [token.slice(0, -1), "This is too short: a BEP20 address has 42 characters, 0x included"],
  [
    token.replace("Be", "be"),
    "The checksum does not fit: a character is wrong, or a capital letter. Please copy it again",
  ],
])("%s is refused with what is wrong", async (wrong, message) => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const change = { refId: member.refId, token: wrong };
  const response = await client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "fmdc", change },
  });
  expect(response.body.fields).toEqual({ token: message });
});
