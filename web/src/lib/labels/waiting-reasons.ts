import type { HeldAfter } from "@fc/contract/withdraw/portal";

/** Why coin withdrawals wait, as operators read it. */
export const waitingReasons = {
  address: "the free coin address is new",
  password: "the password was changed",
  joining: "the member is new and chose the first password",
  email: "the member changed the e-mail address",
  "email-by-support": "operators changed the e-mail address",
} as const satisfies Record<HeldAfter, string>;
