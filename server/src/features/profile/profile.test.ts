import { session } from "@fc/contract/login/session";
import { sendOtp } from "@fc/contract/otp/portal";
import { getProfile, type Profile } from "@fc/contract/profile/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirm } from "../../testing/money.ts";
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
beforeAll(async () => {
  app = await startTestApp();
  member = await app.addMember({ name: "Asha Verma" });
  client = await signedIn(app, member);
});
afterAll(() => app.stop());

const filled = {
  name: "Asha Verma",
  gender: "F",
  mobileNumber: "098765 43210",
  dob: "1990-02-28",
  nominee: "Ravi Verma",
  relation: "Husband",
  address: "Flat 4/2, Shanti Nagar, M.G. Road",
  city: "Kochi",
  pin: "682001",
  country: "IN",
} as const;

type Values = Partial<Record<keyof typeof filled | "id", unknown>>;
const changeOf = ({ id }: TestMember, values: Values = {}) => ({ id, ...filled, ...values });

async function profileOf(reader: TestClient, { id }: TestMember): Promise<Profile> {
  return (await reader.call(getProfile, { params: { userId: id } })).body.data;
}

function askCode(change: Record<string, unknown>) {
  return client.call(sendOtp, { params: { userId: member.id }, body: { purpose: "profile", change } });
}

const send = (by: TestClient, change: Record<string, unknown>) =>
  by.send("POST", "/api/user/updateUser", change);

test("a member fills in the profile, and the phone number is stored in international form", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  expect(await profileOf(browser, own)).toMatchObject({ dob: null, nominee: "", pin: "", country: "" });
  const change = changeOf(own, { name: "Asha Nair" });
  await confirm(app, browser, own, { purpose: "profile", change });
  expect((await send(browser, change)).body).toEqual({ data: true, message: "Profile updated" });
  expect(await profileOf(browser, own)).toEqual({
    ...change,
    mobileNumber: "+919876543210",
    refId: own.refId,
    mailId: own.email,
    joiningDate: "2026-11-15T06:30:00.000Z",
  });
  expect((await browser.call(session, {})).body.data.name).toBe("Asha Nair");
  const mail = (await app.mailsTo(own.email)).at(-1);
  expect(mail?.subject).toBe("Your FC Portal profile was changed");
  expect(mail?.text).toContain("Changed: Name, Gender, Date of birth, Nominee");
  for (const text of [(await app.mailsTo(own.email)).at(-2)?.text, mail?.text]) {
    expect(text).toContain("New name: Asha Nair");
    expect(text).toContain("New nominee: Ravi Verma");
    // Who reads an old mail learns neither when somebody was born nor where they live.
    expect(text).not.toMatch(/1990|Shanti/);
  }
  expect(mail?.text).toContain("192.0.2.1");
  expect(mail?.text).toContain("change your password at once");
});

test("a retry after a lost response changes and mails nothing more", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  const change = changeOf(own);
  await confirm(app, browser, own, { purpose: "profile", change });
  await Promise.all([send(browser, change), send(browser, change)]);
  expect((await send(browser, change)).status).toBe(200);
  expect((await app.mailsTo(own.email)).filter(({ subject }) => /was changed/.test(subject))).toHaveLength(1);
});

test("a code is invalid once the profile has changed since it was sent", async () => {
  const own = await app.addMember();
  const [first, second] = [await signedIn(app, own), await signedIn(app, own)];
  const [mine, other] = [changeOf(own), changeOf(own, { city: "Pune" })];
  await confirm(app, first, own, { purpose: "profile", change: mine });
  await confirm(app, second, own, { purpose: "profile", change: other });
  expect((await send(second, other)).status).toBe(200);
  expect((await send(first, mine)).body.code).toBe("INVALID_OTP");
  expect((await profileOf(first, own)).city).toBe("Pune");
});

test("an unchanged profile is refused before a code is sent", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  const change = changeOf(own);
  await confirm(app, browser, own, { purpose: "profile", change });
  await send(browser, change);
  const again = await browser.call(sendOtp, {
    params: { userId: own.id },
    body: { purpose: "profile", change },
  });
  expect(again.body.message).toBe("Nothing has been changed");
});

test("the e-mail cannot be sent along, nor another member's id", async () => {
  const other = await app.addMember();
  expect((await askCode({ ...changeOf(member), mailId: "new@example.com" })).body.fields).toEqual({
    mailId: "This field is not known",
  });
  expect((await askCode(changeOf(other))).status).toBe(404);
  expect((await send(client, changeOf(other))).status).toBe(404);
});

const brief = (value: unknown) => JSON.stringify(value).slice(0, 40);
const longest = (length: number) => "न".repeat(length);
const name80 = `A${"b".repeat(79)}`;

describe("values at the limits are accepted", () => {
  test.each<[string, Values]>([
    ["a name of 80 letters", { name: name80 }],
    ["a name in Urdu", { name: "عائشہ خان" }],
    ["a name in Hindi", { name: "आशा वर्मा" }],
    ["a name with an apostrophe", { name: "Mary D'Souza-Pinto Jr." }],
    ["somebody who is 18 today", { dob: "2008-11-15" }],
    ["somebody who is 120 today", { dob: "1906-11-15" }],
    ["no date of birth", { dob: null }],
    ["an address of 200 characters", { address: longest(200) }],
    ["an address in Hindi, with a joiner", { address: "क्\u200dषेत्र 4, शिवाजी नगर" }],
    ["an empty address", { address: "", city: "", nominee: "", relation: "", pin: "" }],
    ["the first PIN of India", { pin: "100000" }],
    ["a PIN of Nepal", { country: "NP", pin: "44600" }],
    ["a country without a fixed length", { country: "PL", pin: "00950" }],
    ["a number of the Emirates", { mobileNumber: "+971 50 123 4567" }],
  ])("%s", async (_, values) => {
    app.time.advance(31_000);
    const own = await app.addMember();
    const browser = await signedIn(app, own);
    const change = changeOf(own, values);
    const answer = await browser.call(sendOtp, {
      params: { userId: own.id },
      body: { purpose: "profile", change },
    });
    expect(answer.body.fields ?? answer.status).toBe(200);
  });
});

describe("an invalid value is refused with its field, before a code is sent", () => {
  const wrongName = "Please use letters, spaces and . ' - only";
  const wrongText = "Please use letters, digits and , . / - # & ( ) ' : only";
  const wrongPin = "A PIN of India has 6 digits and does not begin with 0";
  const cases: [keyof Values, unknown, string][] = [
    ["name", "", "Please enter the name"],
    ["name", "   ", "Please enter the name"],
    ["name", `${name80}b`, "Please use at most 80 characters"],
    ["name", "x".repeat(10_000), "Please use at most 80 characters"],
    ["name", "<script>alert(1)</script>", wrongName],
    ["name", "Asha 🙂", wrongName],
    ["name", "Asha\u202eamreV", wrongName],
    ["name", "Asha\nVerma", wrongName],
    ["name", 7, "Please enter the name"],
    ["gender", "X", "Please choose M or F"],
    ["mobileNumber", "", "Please enter a mobile number"],
    ["mobileNumber", "12345", "This is not a valid mobile number"],
    ["mobileNumber", "+91 00000 00000", "This is not a valid mobile number"],
    ["mobileNumber", "9".repeat(10_000), "This is not a valid mobile number"],
    ["dob", "2008-11-16", "You must be at least 18 years old"],
    ["dob", "2026-11-15", "Please enter a date in the past"],
    ["dob", "2030-01-01", "Please enter a date in the past"],
    ["dob", "1906-11-14", "Please check the year"],
    ["dob", "1990-02-30", "Please enter a date"],
    ["dob", "28.02.1990", "Please enter a date"],
    ["dob", "", "Please enter a date"],
    ["nominee", "<b>Ravi</b>", wrongName],
    ["nominee", "R".repeat(81), "Please use at most 80 characters"],
    ["relation", "=1+1", wrongName],
    ["relation", "❤️", wrongName],
    ["address", longest(201), "Please use at most 200 characters"],
    ["address", "x".repeat(10_000), "Please use at most 200 characters"],
    ["address", "<img src=x onerror=alert(1)>", wrongText],
    ["address", "=HYPERLINK(1)", wrongText],
    ["address", "🏠 Kochi", wrongText],
    ["address", "Kochi \u202e road", wrongText],
    ["address", `A${"\u0301".repeat(100)}`, wrongText],
    ["city", "\u3164", wrongText],
    ["city", "Ko\u200bchi", wrongText],
    ["city", "K".repeat(81), "Please use at most 80 characters"],
    ["city", "javascript:;", wrongText],
    ["pin", "68200", wrongPin],
    ["pin", "6820011", wrongPin],
    ["pin", "082001", wrongPin],
    ["pin", "68200a", "A PIN has digits only"],
    ["pin", "६८२००१", "A PIN has digits only"],
    ["pin", "1".repeat(11), "This is not a PIN of that country"],
    ["country", "XX", "Please choose a country"],
    ["country", "India", "Please choose a country"],
    ["country", "", "Please choose a country"],
  ];
  test.each(cases.map((row) => [row[0], brief(row[1]), row] as const))("%s %s", async (_, _value, row) => {
    const [field, value, message] = row;
    const mailsBefore = (await app.mailsTo(member.email)).length;
    const answer = await askCode(changeOf(member, { [field]: value }));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.fields).toMatchObject({ [field]: message });
    expect((await app.mailsTo(member.email)).length).toBe(mailsBefore);
    expect((await send(client, changeOf(member, { [field]: value }))).status).toBe(answer.status);
  });
});
