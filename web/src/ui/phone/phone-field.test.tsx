// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import PhoneField from "./phone-field.tsx";

function phone(value = "") {
  const typed: string[] = [];
  const { user, unmount } = renderUi(
    <PhoneField
      label="Phone"
      value={value}
      onChange={(next) => typed.push(next)}
      onBlur={() => undefined}
      inputRef={() => undefined}
    />,
  );
  return { user, unmount, typed, field: screen.getByLabelText<HTMLInputElement>("Phone") };
}

test("a number is Indian unless another country is chosen", async () => {
  const { user, typed, field } = phone();
  await user.type(field, "9876543210");
  expect(typed.at(-1)).toBe("+919876543210");
  await user.selectOptions(screen.getByLabelText("Country code"), "us");
  expect(typed.at(-1)).not.toContain("+91");
});

test("an emptied field is empty, without the country's code", async () => {
  const { user, typed, field } = phone("+919876543210");
  await user.clear(field);
  expect(typed.at(-1)).toBe("");
});

test("India is the first of the countries", () => {
  phone();
  expect(screen.getAllByRole("option")[0]?.textContent).toBe("India (+91)");
});

const ways = [
  "+91 98765 43210",
  "09876543210",
  "919876543210",
  "0091 98765 43210",
  "98765 43210",
  "९८७६५४३२१०",
];
const sameNumber = ["+919876543210", "98765-43210", "in"];
const suggested = (number: string) => ({ target: { value: number }, inputType: "insertText", data: number });
const country = () => screen.getByLabelText<HTMLSelectElement>("Country code").value;

test.each(ways)(
  "%s is the same number typed, pasted and put in by the keyboard's suggestion",
  async (number) => {
    const byKey = phone();
    await byKey.user.type(byKey.field, number);
    expect([byKey.typed.at(-1), byKey.field.value, country()]).toEqual(sameNumber);
    byKey.unmount();

    const byPaste = phone();
    await byPaste.user.click(byPaste.field);
    await byPaste.user.paste(number);
    expect([byPaste.typed.at(-1), byPaste.field.value, country()]).toEqual(sameNumber);
    byPaste.unmount();

    const bySuggestion = phone("+918888877777");
    fireEvent.input(bySuggestion.field, suggested(number));
    expect([bySuggestion.typed.at(-1), bySuggestion.field.value, country()]).toEqual(sameNumber);
  },
);

test("a number that begins with 91 is not cut short", async () => {
  const { user, typed, field } = phone();
  await user.type(field, "9198765432");
  expect(typed.at(-1)).toBe("+919198765432");
});

test("the country of a number of elsewhere is found, typed, pasted or suggested", async () => {
  const typedOne = phone();
  await typedOne.user.type(typedOne.field, "+14155552671");
  expect([typedOne.typed.at(-1), country()]).toEqual(["+14155552671", "us"]);
  typedOne.unmount();
  const pasted = phone();
  await pasted.user.click(pasted.field);
  await pasted.user.paste("+49 1511 2345678");
  expect([pasted.typed.at(-1), country()]).toEqual(["+4915112345678", "de"]);
  pasted.unmount();
  const bySuggestion = phone();
  fireEvent.input(bySuggestion.field, suggested("+1 415 555 2671"));
  expect([bySuggestion.typed.at(-1), country()]).toEqual(["+14155552671", "us"]);
  bySuggestion.unmount();
  const ivorian = phone("+2250701020304");
  expect(ivorian.field.value.replace(/\D/g, "")).toBe("0701020304");
});
