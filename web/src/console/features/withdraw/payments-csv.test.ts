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
    { id: 7, transactionId: "0xabc", net: 7_800_000 },
    { id: 8, transactionId: "0x,d", net: 100 },
    { id: 10, transactionId: "0xf", net: 4_800_000.5 },
    { id: 11, transactionId: "0x10", net: Number.NaN },
  ]);
});

test("semicolons, line breaks within a cell, and formulas that stand for text are understood", () => {
  const file = [
    "\uFEFFId;User ID;Name;Address;Coins (FC);Transaction ID",
    '="7";FCASHA22Z;"Verma,\nAsha";0x52;7800000;="0xabc"',
    "8;FCRAVK33R;Ravi;0x53;'100;0xd",
  ].join("\r\n");
  expect(paymentsIn(file)).toEqual([
    { id: 7, transactionId: "0xabc", net: 7_800_000 },
    { id: 8, transactionId: "0xd", net: 100 },
  ]);
});

test("empty columns at the end, which a spreadsheet adds, hide no payment", () => {
  const file = ["Id,Coins (FC),Transaction ID,,", "7,7800000,0xabc,,", "8,100,,,", "9,100,0xd"].join("\n");
  expect(paymentsIn(file)).toEqual([
    { id: 7, transactionId: "0xabc", net: 7_800_000 },
    { id: 9, transactionId: "0xd", net: 100 },
  ]);
});
