// @vitest-environment happy-dom
import { asFc } from "@fc/contract/units";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { FcAmountField } from "./fc-amount-field.tsx";

const coins = (count: number) => BigInt(Math.round(count * 10_000));

function wallet(least: number, most: number) {
  function Amount() {
    const [value, setValue] = useState("");
    const range = { leastFc: asFc(coins(least)), mostFc: asFc(coins(most)) };
    return <FcAmountField label="Amount" value={value} onChange={setValue} range={range} error={undefined} />;
  }
  const { user } = renderUi(<Amount />);
  return { user, field: screen.getByLabelText<HTMLInputElement>("Amount") };
}

const remark = () => screen.getByRole("status").textContent;

test("what is allowed stands below the field and is checked while one types", async () => {
  const { user, field } = wallet(5_000_000, 180_354_302);
  expect(field.getAttribute("aria-describedby")).not.toBeNull();
  expect(screen.getByText("50,00,000 to 18,03,54,302 FC")).toBeTruthy();
  await user.type(field, "499999");
  expect(remark()).toBe("Less than the minimum.");
  await user.type(field, "9");
  expect(remark()).toBe("Less than the minimum.");
  await user.clear(field);
  await user.type(field, "180354303");
  expect(remark()).toBe("More than you have.");
  await user.type(field, "{Backspace}2");
  expect(remark()).toBe("");
});

test("Max fills in all that is allowed, the others whole coins, and what is below the minimum cannot be pressed", async () => {
  const { user, field } = wallet(300, 1001.526);
  expect(screen.getByText("300 to 1,001.526 FC")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "25 %" }).disabled).toBe(true);
  for (const [name, value] of [
    ["Min: 300 FC", "300"],
    ["50 %: 500 FC", "500"],
    ["Max: 1,001.526 FC", "1,001.526"],
  ] as const) {
    await user.click(screen.getByRole("button", { name }));
    expect(field.value).toBe(value);
    expect(remark()).toBe("");
  }
});

test("a wallet below the minimum says what is missing", () => {
  wallet(5_000_000, 12_345);
  expect(screen.getByText("From 50,00,000 FC; you have 12,345 FC.")).toBeTruthy();
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) expect(button.disabled).toBe(true);
});
