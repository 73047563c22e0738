import { sendOtp } from "@fc/contract/otp/portal";
import { createPanRecord, getPanRecord } from "@fc/contract/pan/portal";
import { pictureAddress, uploadPicture, type UploadFolder } from "@fc/contract/uploads/portal";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day } from "../../platform/clock.ts";
import { confirm } from "../../testing/money.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let panImageUrl: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ member, client } = await newcomer());
  panImageUrl = await proofOf(client, member);
});
afterAll(() => app.stop());

async function newcomer(): Promise<{ member: TestMember; client: TestClient }> {
  const added = await app.addMember();
  return { member: added, client: await signedIn(app, added) };
}

async function proofOf(
  by: TestClient,
  { id }: TestMember,
  folder: UploadFolder = "pan-proof-images",
): Promise<string> {
  const sent = await by.call(uploadPicture, { params: { userId: id, folder }, body: asFile(await photo()) });
  return sent.body.data.proofImageUrl;
}

const details = { nameInPan: "ASHA VERMA", panNumber: "ABCPE1234F" };
const requestCode = (by: TestClient, { id }: TestMember, change: Record<string, unknown>) =>
  by.call(sendOtp, { params: { userId: id }, body: { purpose: "pan", change: { userId: id, ...change } } });

test("PAN details are entered once and cannot be changed; only their owner sees number and picture", async () => {
  const own = await newcomer();
  const userId = own.member.id;
  const read = () => own.client.call(getPanRecord, { params: { userId } });
  expect((await read()).body).toEqual({ data: null });
  const change = { userId, ...details, panImageUrl: await proofOf(own.client, own.member) };
  await confirm(app, own.client, own.member, { purpose: "pan", change });
  const created = await own.client.call(createPanRecord, { body: change });
  expect(created.body).toEqual({ message: "Pan details added", data: change });
  expect((await read()).body).toEqual({ data: change });
  const mails = await app.mailsTo(own.member.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your FC Portal code: confirm your PAN details",
    "Your FC Portal PAN details were added",
  ]);
  expect(JSON.stringify(mails)).not.toContain(details.panNumber);

  const other = { ...change, panNumber: "ABCPE1234G" };
  expect((await requestCode(own.client, own.member, other)).body.code).toBe("ONE_TIME_ONLY");
  expect((await own.client.call(createPanRecord, { body: other })).body.code).toBe("ONE_TIME_ONLY");
  expect((await read()).body).toEqual({ data: change });

  // The picture stays as long as the record, without where it was taken, and for nobody else.
  app.time.advance(2 * day);
  await app.worker.drain();
  const again = await signedIn(app, own.member);
  const id = change.panImageUrl.split("/").at(-1) ?? "";
  const { body } = await again.call(pictureAddress, { params: { userId, id } });
  const shown = Buffer.from(await (await fetch(`${app.url}${body.data.url}`)).arrayBuffer());
  expect((await sharp(shown).metadata()).exif).toBeUndefined();
  const stranger = await newcomer();
  const theirs = { params: { userId: stranger.member.id, id } };
  expect((await stranger.client.call(pictureAddress, theirs)).status).toBe(404);
});

test("another member's picture, a picture of a stake and no picture are refused as proof", async () => {
  const [own, stranger] = [await newcomer(), await newcomer()];
  const theirs = await proofOf(stranger.client, stranger.member);
  const stake = await proofOf(own.client, own.member, "stacking-verification-images");
  const nowhere = "/api/user/proofImage/00000000-0000-4000-8000-000000000000";
  for (const url of [theirs, stake, nowhere, "https://example.com/a.jpg", "../../secret-key"]) {
    const change = { ...details, panImageUrl: url };
    expect((await requestCode(own.client, own.member, change)).body.code).toBe("PROOF_UNUSABLE");
    const made = await own.client.call(createPanRecord, { body: { userId: own.member.id, ...change } });
    expect(made.body.code).toBe("PROOF_UNUSABLE");
  }
});

describe("values at the limits are accepted", () => {
  test.each([
    ["a name of 80 letters", { nameInPan: `A${"B".repeat(79)}` }],
    ["a number in small letters", { panNumber: "abcpe1234f" }],
    ["a company's number", { panNumber: "ABCCE1234F" }],
  ])("%s", async (_, values) => {
    const own = await newcomer();
    const change = { ...details, panImageUrl: await proofOf(own.client, own.member), ...values };
    const answer = await requestCode(own.client, own.member, change);
    expect(answer.body.fields ?? answer.status).toBe(200);
  });
});

describe("an invalid value is refused with its field, before a code is sent", () => {
  const wrongName = "Please use letters, spaces and . ' - only";
  const wrongNumber = "A PAN number has five letters, four digits and a letter, as in ABCPE1234F";
  const cases: [string, unknown, string][] = [
    ["nameInPan", "", "Please enter the name"],
    ["nameInPan", "A".repeat(81), "Please use at most 80 characters"],
    ["nameInPan", "A".repeat(10_000), "Please use at most 80 characters"],
    ["nameInPan", "<script>alert(1)</script>", wrongName],
    ["nameInPan", "ASHA 🙂", wrongName],
    ["nameInPan", "ASHA\u202eAMREV", wrongName],
    ["panNumber", "", "Please enter the PAN number"],
    ["panNumber", "ABCPE1234", wrongNumber],
    ["panNumber", "ABCPE12345", wrongNumber],
    ["panNumber", "ABCPE1234FG", wrongNumber],
    ["panNumber", "ABCPE१२३४F", wrongNumber],
    ["panNumber", "A".repeat(10_000), wrongNumber],
    [
      "panNumber",
      "ABCXE1234F",
      "The fourth letter of a PAN shows the kind of its holder, P for a person. Please check this letter",
    ],
    ["panImageUrl", "", "Please add proof image"],
    ["panImageUrl", "x".repeat(10_000), "Please add proof image"],
  ];
  test.each(cases.map((row) => [row[0], JSON.stringify(row[1]).slice(0, 30), row] as const))(
    "%s %s",
    async (_, _value, [field, value, message]) => {
      const answer = await requestCode(client, member, { ...details, panImageUrl, [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
    },
  );
});
