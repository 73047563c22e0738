import type { HeldAfter } from "@fc/contract/withdraw/portal";

/** Why coin withdrawals wait, as operators read it. */
export const waitingReasons = {
  address: "the free coin address is new",
  account: "the password or e-mail is new",
} as const satisfies Record<HeldAfter, string>;
