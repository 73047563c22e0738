import { msg } from "../../lib/msg.ts";

/** The specification's words, letter for letter. */
export const loginMessages = {
  noMatch: msg("RefId or Password not match"),
  passwordSent: msg("Password sent to your email Id"),
} as const;
