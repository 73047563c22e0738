import * as z from "zod/mini";
import { fcFromWire, usdCentsFromWire } from "./money.ts";

export const invalidAmount = "Please enter valid amount";

/**
 * Amounts in requests: JSON numbers in coins or dollars that are exact to the unit and above zero. Anything else is
 * refused here, before any rule sees it. They stay numbers, so that a code confirms exactly what was sent;
 * `fcFromWire` and `usdCentsFromWire` convert them to money.
 */
export const wireFc = z
  .number(invalidAmount)
  .check(z.refine((value) => (fcFromWire(value) ?? 0n) > 0n, invalidAmount));

export const wireUsd = z
  .number(invalidAmount)
  .check(z.refine((value) => (usdCentsFromWire(value) ?? 0n) > 0n, invalidAmount));
