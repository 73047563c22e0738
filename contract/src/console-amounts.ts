import * as z from "zod/mini";
import { fcText } from "./amount-text.ts";
import { fcFromWire, mostExact } from "./money.ts";

/** An amount of FC as operators type it: above zero and exact to the unit, and they are told what it is not. */
export const operatorsFc = z.number("Please enter an amount").check(
  z.refine((coins) => coins > 0, "Please enter an amount above zero"),
  z.refine(
    (coins) => coins <= 0 || fcFromWire(coins) !== undefined,
    `At most ${fcText(mostExact)}, with no more than 4 decimals`,
  ),
);
