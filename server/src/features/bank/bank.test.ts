import { getBankDetails, lookUpIfsc, updateBankDetails } from "@fc/contract/bank/portal";
import { sendOtp } from "@fc/contract/otp/portal";
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

const details = {
  accountNumber: "001234567890",
  ifscCode: "HDFC0000001",
  branch: "TULSIANI CHMBRS - NARIMAN PT",
  bankName: "HDFC Bank",
};
type Values = Partial<Record<keyof typeof details, unknown>>;

const requestCode = (values: Values) =>
  client.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose: "bank", change: { userId: member.id, ...details, ...values } },
  });

test("bank details are kept, and their number is shown masked, in the portal as in mails", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  const read = () => browser.call(getBankDetails, { params: { userId: own.id } });
  expect((await read()).body).toEqual({ data: null });
  const change = { userId: own.id, ...details };
  await confirm(app, browser, own, { purpose: "bank", change });
  const updated = await browser.call(updateBankDetails, { body: change });
  expect(updated.body).toEqual({ message: "Bank address updated" });
  expect((await read()).body.data).toEqual({ ...details, accountNumber: "•••• 7890" });

  const next = { ...change, accountNumber: "998877665544" };
  await confirm(app, browser, own, { purpose: "bank", change: next });
  expect((await browser.call(updateBankDetails, { body: next })).status).toBe(200);
  const mails = await app.mailsTo(own.email);
  expect(mails.at(-1)?.subject).toBe("Your FC Portal bank details were changed");
  expect(mails.at(-1)?.text).toContain("Account number: •••• 5544");
  expect(JSON.stringify(mails)).not.toMatch(/001234567890|998877665544/);
  expect(
    (await browser.call(sendOtp, { params: { userId: own.id }, body: { purpose: "bank", change: next } }))
      .body.code,
  ).toBe("NOTHING_CHANGED");
});

test("a device without a code does not learn whether a number is the account's", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  const change = { userId: own.id, ...details };
  await confirm(app, browser, own, { purpose: "bank", change });
  expect((await browser.call(updateBankDetails, { body: change })).status).toBe(200);
  const other = await signedIn(app, own);
  for (const accountNumber of [details.accountNumber, "001234567891"]) {
    const answer = await other.call(updateBankDetails, { body: { ...change, accountNumber } });
    expect(answer).toMatchObject({ status: 403, body: { code: "INVALID_OTP" } });
  }
});

test("an account can be changed to another and back within minutes", async () => {
  const own = await app.addMember();
  const browser = await signedIn(app, own);
  for (const accountNumber of ["123456789012", "210987654321", "123456789012"]) {
    const change = { userId: own.id, ...details, accountNumber };
    await confirm(app, browser, own, { purpose: "bank", change });
    expect((await browser.call(updateBankDetails, { body: change })).status).toBe(200);
    const { body } = await browser.call(getBankDetails, { params: { userId: own.id } });
    expect(body.data.accountNumber).toBe(`•••• ${accountNumber.slice(-4)}`);
  }
});

describe("an IFSC code gives bank and branch without a call to another service", () => {
  test.each([
    ["HDFC0000001", { bankName: "HDFC Bank", branch: "TULSIANI CHMBRS - NARIMAN PT" }],
    ["sbin0000691", { bankName: "State Bank of India", branch: "NEW DELHI MAIN BRANCH" }],
    ["ICIC0000001", { bankName: "ICICI Bank", branch: "CHENNAI - CENOTAPH ROAD" }],
    // The bank of a code that it lends to another.
    ["HDFC0CAACOB", { bankName: "Akhand Anand Co.op Bank", branch: "AKHAND ANAND CO OP BANK LTD" }],
    // A branch that is newer than our list.
    ["HDFC0ZZZZZZ", { bankName: "HDFC Bank", branch: null }],
    ["ZZZZ0000001", null],
  ])("%s", async (ifscCode, data) => {
    expect((await client.call(lookUpIfsc, { params: { ifscCode } })).body).toEqual({ data });
  });

  test.each(["HDFC1000001", "HDFC000001", "HDFC00000011", "12340000001", "HDFC0 00001", "x".repeat(90)])(
    "%s is none",
    async (ifscCode) => {
      expect((await client.call(lookUpIfsc, { params: { ifscCode } })).status).toBe(400);
    },
  );
});

describe("values at the limits are accepted", () => {
  test.each<[string, Values]>([
    ["an account number of 9 digits", { accountNumber: "123456789" }],
    ["an account number of 18 digits", { accountNumber: "123456789012345678" }],
    ["a branch of 80 characters", { branch: "B".repeat(80) }],
    ["a branch in Hindi", { branch: "मुख्य शाखा, दिल्ली" }],
    ["a branch that our list does not know", { ifscCode: "HDFC0ZZZZZZ", branch: "New Town" }],
  ])("%s", async (_, values) => {
    app.time.advance(31_000);
    const answer = await requestCode(values);
    expect(answer.body.fields ?? answer.status).toBe(200);
    app.time.advance(600_000);
  });
});

describe("an invalid value is refused with its field, before a code is sent", () => {
  const wrongNumber = "An account number has 9 to 18 digits";
  const wrongIfsc = "An IFSC code has 11 characters: four letters, a zero, and six letters or digits";
  const wrongText = "Please use letters, digits and , . / - # & ( ) ' : only";
  const cases: [keyof Values, unknown, string][] = [
    ["accountNumber", "", "Please enter the account number"],
    ["accountNumber", "12345678", wrongNumber],
    ["accountNumber", "1".repeat(19), wrongNumber],
    ["accountNumber", "1".repeat(10_000), wrongNumber],
    ["accountNumber", "12345678901a", wrongNumber],
    ["accountNumber", "१२३४५६७८९०", wrongNumber],
    ["accountNumber", "1234 5678 9012", wrongNumber],
    ["accountNumber", 123456789012, "Please enter the account number"],
    ["ifscCode", "", "Please enter the IFSC code"],
    ["ifscCode", "HDFC00000", wrongIfsc],
    ["ifscCode", "HDFCO000001", wrongIfsc],
    ["ifscCode", "<script>al", wrongIfsc],
    ["ifscCode", "X".repeat(10_000), wrongIfsc],
    ["ifscCode", "ZZZZ0000001", "No bank has this IFSC code. Please check its first four letters"],
    ["branch", "", "Please enter the branch"],
    ["branch", "<b>Main</b>", wrongText],
    ["branch", "🏦", wrongText],
    ["branch", "Main\u202e", wrongText],
    ["branch", "B".repeat(81), "Please use at most 80 characters"],
    ["bankName", "", "Please enter an IFSC code that we know"],
  ];
  test.each(cases.map((row) => [row[0], JSON.stringify(row[1]).slice(0, 30), row] as const))(
    "%s %s",
    async (_, _value, [field, value, message]) => {
      const answer = await requestCode({ [field]: value });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.fields).toMatchObject({ [field]: message });
    },
  );

  test("a bank that is not the code's own", async () => {
    const answer = await requestCode({ bankName: "Some Other Bank" });
    expect(answer).toMatchObject({ status: 422, body: { code: "BANK_NOT_OF_IFSC" } });
  });
});
