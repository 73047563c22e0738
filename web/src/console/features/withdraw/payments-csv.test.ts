import { referenceOf } from "@fc/contract/receipts/reference";
import { expect, test } from "vitest";
import { paymentsIn } from "./payments-csv.ts";

test("only lines with a transaction are payments, whatever a spreadsheet made of quotes and line ends", () => {
  const file = [
    "\uFEFFId,User ID,Name,Address,Coins (FC),Transaction ID",
    '7,FCASHA22Z,"Verma, Asha ""A""",0x52,7800000,0xabc',
    '8,FCRAVK33R,Ravi,0x53,100,"0x,d"',
    "9,FCMEERA4F,Meera,0x54,100,",
    '10,FCMEERA4F,Meera,0x54,"48,00,000.5",0xf',
    "11,FCMEERA4F,Meera,0x54,,0x10",
    "not a number,FCX,X,0x55,1,0xe",
    "",
  ].join("\r\n");
  expect(paymentsIn(file)).toEqual([
    { line: 2, id: 7, transactionId: "0xabc", net: 7_800_000 },
    { line: 3, id: 8, transactionId: "0x,d", net: 100 },
    { line: 5, id: 10, transactionId: "0xf", net: 4_800_000.5 },
    { line: 6, id: 11, transactionId: "0x10", net: Number.NaN },
    // Never left out: somebody was paid.
    { line: 7, id: undefined, transactionId: "0xe", net: 1 },
  ]);
});

test("a line names its withdrawal by its reference, in small letters too, and by no other record", () => {
  const [withdrawal, stake] = [referenceOf("withdrawal", 7), referenceOf("staking-request", 7)];
  const file = [
    "Reference,User ID,Name,Address,Coins (FC),Transaction ID",
    `${withdrawal},FCASHA22Z,Asha,0x52,5,0xabc`,
    `${withdrawal.toLowerCase()},FCASHA22Z,Asha,0x52,5,0xabc`,
    `${stake},FCASHA22Z,Asha,0x52,5,0xabc`,
  ].join("\r\n");
  expect(paymentsIn(file).map(({ line, id }) => [line, id])).toEqual([
    [2, 7],
    [3, 7],
    [4, undefined],
  ]);
});

test("a reference with a wrong letter keeps no other line from being read", () => {
  const file = [
    "Reference,User ID,Name,Address,Coins (FC),Transaction ID",
    "WD-XXXXXXXX,FCASHA22Z,Asha,0x52,5,0xabc",
    `${referenceOf("withdrawal", 7)},FCASHA22Z,Asha,0x52,5,0xabd`,
  ].join("\r\n");
  expect(paymentsIn(file).map(({ line, id }) => [line, id])).toEqual([
    [2, undefined],
    [3, 7],
  ]);
});

test("semicolons, line breaks within a cell, and formulas that stand for text are understood", () => {
  const file = [
    "\uFEFFId;User ID;Name;Address;Coins (FC);Transaction ID",
    '="7";FCASHA22Z;"Verma,\nAsha";0x52;7800000;="0xabc"',
    "8;FCRAVK33R;Ravi;0x53;'100;0xd",
  ].join("\r\n");
  expect(paymentsIn(file)).toEqual([
    { line: 2, id: 7, transactionId: "0xabc", net: 7_800_000 },
    { line: 3, id: 8, transactionId: "0xd", net: 100 },
  ]);
});

test("empty columns at the end, which a spreadsheet adds, hide no payment", () => {
  const file = ["Id,Coins (FC),Transaction ID,,", "7,7800000,0xabc,,", "8,100,,,", "9,100,0xd"].join("\n");
  expect(paymentsIn(file)).toEqual([
    { line: 2, id: 7, transactionId: "0xabc", net: 7_800_000 },
    { line: 4, id: 9, transactionId: "0xd", net: 100 },
  ]);
});
