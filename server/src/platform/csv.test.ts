import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { csvLines } from "./csv.ts";

const written = async (cell: string) =>
  (await text(csvLines(["Name"], [cell], (each) => [each]))).split("\r\n").slice(1).join("\r\n").trimEnd();

test.each(["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠A1"])(
  "a spreadsheet shows the text %j and does not execute it",
  async (cell) => {
    expect(await written(cell)).toMatch(/^"?'/);
  },
);

test("a phone number, a dash and other text stay as they are", async () => {
  for (const cell of ["+91 98765 43210", "-", "Asha Verma", "1 = 1"]) expect(await written(cell)).toBe(cell);
});
