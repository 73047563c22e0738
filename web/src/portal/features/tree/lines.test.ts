import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

const measure = (text: string) => text.length * 10;

test("a name breaks between words, and the last line is cut", () => {
  expect(linesOf("Asha Verma", 100, 2, measure)).toEqual(["Asha Verma"]);
  expect(linesOf("Ananya Krishnamurthy", 140, 2, measure)).toEqual(["Ananya", "Krishnamurthy"]);
  expect(linesOf("Venkatanarasimharajuvaripeta Rao", 100, 2, measure)).toEqual(["Venkatana…", "Rao"]);
  expect(linesOf("One Two Three Four Five", 90, 2, measure)).toEqual(["One Two", "Three Fo…"]);
});

test("Hindi signs stay with their letter", () => {
  const [line = ""] = linesOf("श्रीनिवासन", 50, 1, measure);
  expect(line.endsWith("…")).toBe(true);
  expect("श्रीनिवासन".startsWith(line.slice(0, -1))).toBe(true);
  expect(line).toBe("श्री…");
});
