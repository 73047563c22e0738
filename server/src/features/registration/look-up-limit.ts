import { minute } from "../../platform/clock.ts";

/** High enough for an office behind one address, too low to collect names. */
export const lookUpLimit = { name: "look-up-address", points: 60, windowMs: 10 * minute } as const;
