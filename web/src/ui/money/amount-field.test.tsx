// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { AmountField } from "./amount-field.tsx";

function Amount({ initial = "", decimals }: { initial?: string; decimals?: number }) {
  const [value, setValue] = useState(initial);
  return (
    <AmountField
      label="Amount"
      unit="FC"
      value={value}
      onChange={setValue}
      {...(decimals === undefined ? {} : { decimals })}
    />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Amount");

test("an amount is grouped while it is typed", async () => {
  const { user } = renderUi(<Amount />);
  await user.type(field(), "1234567.50000");
  expect(field().value).toBe("12,34,567.5000");
});

test("the caret stays behind the digit that was typed in the middle", async () => {
  const { user } = renderUi(<Amount initial="12,345" />);
  await user.type(field(), "9", { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field().value).toBe("1,29,345");
  expect(field().selectionStart).toBe("1,29".length);
});

test("a field without decimals takes no point", async () => {
  const { user } = renderUi(<Amount decimals={0} />);
  await user.type(field(), "15.75");
  expect(field().value).toBe("1,575");
});
