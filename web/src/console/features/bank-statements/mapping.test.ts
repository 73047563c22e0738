import { expect, test } from "vitest";
import { columnsOf, guessedMapping, headingsIn, mappingOf } from "./mapping.ts";

const titles = [
  "Date",
  "Narration",
  "Chq./Ref.No.",
  "Value Dt",
  "Withdrawal Amt.",
  "Deposit Amt.",
  "Closing Balance",
];
const line = ["01/11/26", "UPI-ASHA VERMA", "412345678901", "01/11/26", "", "12,450.00", "12,450.00"];

test("the headings of a statement are found below the lines about the account, and guessed", () => {
  const { headings, sample } = headingsIn([
    ["Statement of account"],
    ["Account No", "XXXXXX1234"],
    titles,
    line,
  ]);
  expect([headings, sample]).toEqual([titles, line]);
  const columns = columnsOf(guessedMapping(headings));
  expect(columns).toEqual({
    day: "Date",
    dayOrder: "dmy",
    words: "Narration",
    reference: "Chq./Ref.No.",
    payer: null,
    amounts: { credit: "Deposit Amt.", debit: "Withdrawal Amt." },
    balance: "Closing Balance",
  });
  expect(columnsOf(mappingOf(columns))).toEqual(columns);
});

test("one column of amounts with its direction is guessed as well", () => {
  const columns = columnsOf(
    guessedMapping(["Txn Date", "Description", "UTR", "Remitter", "Amount", "Cr/Dr", "Balance"]),
  );
  expect(columns).toMatchObject({
    reference: "UTR",
    payer: "Remitter",
    amounts: { amount: "Amount", direction: "Cr/Dr" },
  });
  expect(columnsOf(mappingOf(columns))).toEqual(columns);
});
