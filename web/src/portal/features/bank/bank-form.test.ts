import { expect, test } from "vitest";
import { bankProblems, blankBank, changeOf } from "./bank-form.ts";

const form = {
  accountNumber: "123456789012",
  accountNumberAgain: "123456789012",
  ifscCode: "HDFC0000001",
  branch: "NARIMAN POINT",
  bankName: "HDFC Bank",
};

test("the second number is compared and not sent", () => {
  expect(bankProblems(form)).toEqual({});
  expect(changeOf(7, form)).toEqual({
    userId: 7,
    accountNumber: "123456789012",
    ifscCode: "HDFC0000001",
    branch: "NARIMAN POINT",
    bankName: "HDFC Bank",
  });
  expect(changeOf(7, { ...form, accountNumber: "1234 5678 9012" }).accountNumber).toBe("123456789012");
  expect(bankProblems({ ...form, accountNumber: "1234 5678 9012" })).toEqual({});
  expect(bankProblems({ ...form, accountNumberAgain: "123456789021" })).toEqual({
    accountNumberAgain: "The two account numbers are not the same",
  });
});

test("each field says its own problem, and a missing bank is shown at the code", () => {
  expect(bankProblems(blankBank)).toMatchObject({
    accountNumber: "Please enter the account number",
    ifscCode: "Please enter the IFSC code",
    branch: "Please enter the branch",
  });
  expect(bankProblems({ ...form, bankName: "" }).ifscCode).toBe("Please enter an IFSC code that we know");
});
