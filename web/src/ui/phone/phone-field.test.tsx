// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import PhoneField from "./phone-field.tsx";

function phone(value = "") {
  const typed: string[] = [];
  const { user } = renderUi(
    <PhoneField
      label="Phone"
      value={value}
      onChange={(next) => typed.push(next)}
      onBlur={() => undefined}
      inputRef={() => undefined}
    />,
  );
  return { user, typed, field: screen.getByLabelText<HTMLInputElement>("Phone") };
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
