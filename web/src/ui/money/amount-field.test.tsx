// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import fc from "fast-check";
import { useState } from "react";
import { expect, test } from "vitest";
import { fcTyped } from "@fc/contract/typed-amount";
import { renderUi } from "../../testing/render.tsx";
import { editBetween, editedAmount } from "./amount-edit.ts";
import { AmountField } from "./amount-field.tsx";

function Amount({ initial = "", decimals = 4 }: { initial?: string; decimals?: 0 | 4 }) {
  const [value, setValue] = useState(initial);
  return <AmountField label="Amount" unit="FC" value={value} onChange={setValue} decimals={decimals} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>("Amount");
const reason = () => screen.queryByRole("status")?.textContent ?? "";

async function typed(text: string, decimals: 0 | 4 = 4) {
  const { user, unmount } = renderUi(<Amount decimals={decimals} />);
  await user.type(field(), text);
  const result = [field().value, reason()];
  unmount();
  return result;
}

async function pasted(text: string, initial = "") {
  const { user, unmount } = renderUi(<Amount initial={initial} />);
  await user.tripleClick(field());
  await user.paste(text);
  const result = [field().value, reason()];
  unmount();
  return result;
}

const misread = "This can be misread. Please type the amount without commas and spaces.";

test("an amount is grouped while it is typed", async () => {
  expect(await typed("1234567.5000")).toEqual(["12,34,567.5000", ""]);
  expect(await typed(".5")).toEqual(["0.5", ""]);
});

test("typed separators are understood where they belong, in India and elsewhere", async () => {
  expect(await typed("50,00,000")).toEqual(["50,00,000", ""]);
  expect(await typed("5,000,000")).toEqual(["50,00,000", ""]);
  expect(await typed("5 000 000")).toEqual(["50,00,000", ""]);
  expect(await typed("1,5")).toEqual(["1,5", misread]);
  expect(await typed("1 5")).toEqual(["1 5", misread]);
});

test("15.00 is fifteen where only whole numbers are taken, and 15.75 is refused with its reason", async () => {
  expect(await typed("15.00", 0)).toEqual(["15.00", ""]);
  expect(await typed("15.75", 0)).toEqual(["15.75", "Please enter a whole number."]);
});

test("what cannot be read stays as it was typed, with the reason", async () => {
  expect(await typed("-5000")).toEqual(["-5000", "Please enter the amount without a sign."]);
  expect(await typed("1.2.3")).toEqual(["1.2.3", "An amount has one decimal point only."]);
  expect(await typed("50k")).toEqual(["50k", "“k” does not belong in an amount."]);
  expect(await typed("1.23456")).toEqual(["1.23456", "An amount has at most 4 decimals."]);
  expect(field).toThrow();
});

test("an amount that the form refused has one message: that it is refused, and why", async () => {
  const refused = {
    label: "Amount",
    unit: "FC",
    error: "Please enter valid amount",
    onChange: () => {},
  } as const;
  const { container, rerender } = renderUi(<AmountField {...refused} value="-5" allowed="1 to 9 FC" />);
  const words = () => container.querySelector(".mantine-TextInput-description")?.parentElement?.textContent;
  const why = "Please enter the amount without a sign.";
  expect(words()).toBe(`AmountFCPlease enter valid amount: ${why} 1 to 9 FC`);
  rerender(<AmountField {...refused} value="" />);
  expect(words()).toBe("AmountFCPlease enter valid amount ");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(field().getAttribute("aria-describedby")).toContain("description");
});

test("a wrong character that is taken away leaves the amount as it was", async () => {
  const { user } = renderUi(<Amount initial="50,00,000" />);
  await user.type(field(), "x5{Backspace}{Backspace}");
  expect(field().value).toBe("50,00,000");
});

test("Devanagari and Arabic-Indic digits are understood", async () => {
  expect(await typed("५०००")).toEqual(["5,000", ""]);
  expect(await pasted("٥٠٠٠")).toEqual(["5,000", ""]);
  expect(await pasted("۵۰۰۰")).toEqual(["5,000", ""]);
});

test("a pasted amount is what was meant, or it is refused", async () => {
  expect(await pasted("-5000000")).toEqual(["-5000000", "Please enter the amount without a sign."]);
  expect(await pasted(" 50,00,000 FC\n")).toEqual(["50,00,000", ""]);
  expect(await pasted("5,000,000")).toEqual(["50,00,000", ""]);
  expect(await pasted("1.234,5")).toEqual(["1.234,5", misread]);
  expect(await pasted("5,0001", "5,000")).toEqual(["5,0001", misread]);
  expect(await pasted("5000\n6000")).toEqual(["5000 6000", misread]);
  expect(await pasted("9".repeat(40))).toEqual(["9".repeat(40), "Please enter a smaller amount."]);
});

test("a keyboard that composes is left alone until it has finished", () => {
  renderUi(<Amount initial="5,000" />);
  fireEvent.compositionStart(field());
  fireEvent.input(field(), { target: { value: "5,000५" } });
  fireEvent.input(field(), { target: { value: "5,000५०" } });
  expect([field().value, reason()]).toEqual(["5,000५०", ""]);
  fireEvent.compositionEnd(field());
  expect(field().value).toBe("5,00,050");
});

test("a keyboard's suggestion that replaces the text is read as a whole", () => {
  renderUi(<Amount initial="5,000" />);
  fireEvent.input(field(), { target: { value: "50,00,000" } });
  expect(field().value).toBe("50,00,000");
});

test("the caret stays behind the digit that was typed in the middle", async () => {
  const { user } = renderUi(<Amount initial="12,345" />);
  await user.type(field(), "9", { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field().value).toBe("1,29,345");
  expect(field().selectionStart).toBe("1,29".length);
});

test("whatever is typed key by key is the amount that the whole text is, or it is refused", () => {
  const format = { unit: "FC", decimals: 4 } as const;
  const written = fc.string({ unit: fc.constantFrom(..."0123456789,. -०٣F"), maxLength: 10 });
  fc.assert(
    fc.property(written, (text) => {
      let shown = "";
      for (const key of text) shown = editedAmount(shown, editBetween(shown, shown + key), format);
      const amount = fcTyped(shown);
      // A digit behind a finished group continues it: 1,000 and then 0 is 10,000.
      return amount === undefined || amount === (fcTyped(text) ?? fcTyped(text.replace(/[, ]/g, "")));
    }),
    { numRuns: 3000 },
  );
});
