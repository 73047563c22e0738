import { asFc } from "./units.ts";
import * as z from "zod/mini";
import { fcText } from "./amount-text.ts";
import { fcFromWire, mostExact } from "./money.ts";

/** An amount of FC that an operator types: above zero and exact to the unit. The messages say what is wrong. */
export const typedFc = z.number("Please enter an amount").check(
  z.refine((coins) => coins > 0, "Please enter an amount above zero"),
  z.refine(
    (coins) => coins <= 0 || fcFromWire(coins) !== undefined,
    `At most ${fcText(asFc(mostExact))}, with no more than 4 decimals`,
  ),
);
