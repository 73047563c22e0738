import { expect, test } from "vitest";
import * as z from "zod/mini";
import { wireFc, wireUsd } from "./amounts.ts";
import { typedFc } from "./console-amounts.ts";

const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message);

test.each([
  [1, true, true],
  [0.01, true, true],
  [0.0001, true, false],
  [0, false, false],
  [-1, false, false],
  [0.00001, false, false],
  ["1", false, false],
  [undefined, false, false],
])("a request may carry %s: as FC %s, as dollars %s", (value, isFc, isUsd) => {
  const refused = ["Please enter valid amount"];
  expect(messages(wireFc, value)).toEqual(isFc ? undefined : refused);
  expect(messages(wireUsd, value)).toEqual(isUsd ? undefined : refused);
});

test.each([
  [0.0001, undefined],
  [99_999_999_999.9999, undefined],
  ["1", ["Please enter an amount"]],
  [0, ["Please enter an amount above zero"]],
  [-1, ["Please enter an amount above zero"]],
  [0.00001, ["At most 99,99,99,99,999.9999 FC, with no more than 4 decimals"]],
  [100_000_000_000, ["At most 99,99,99,99,999.9999 FC, with no more than 4 decimals"]],
])("an operator who types %s as FC is shown what is wrong with it", (value, problems) => {
  expect(messages(typedFc, value)).toEqual(problems);
});
