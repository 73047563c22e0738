import * as z from "zod/mini";
import type { ErrorCode } from "../errors.ts";
import { route } from "../route.ts";

export const passwordChanged = "Password Changed";
export const passwordsDiffer = "The two new passwords are not the same";

const passwordMinLength = 10;
const passwordMaxLength = 128;

export const changePassword = route({
  method: "POST",
  path: "/user/changePassword",
  access: "member",
  summary: "Changes the password, once its one-time password was verified, and signs out every other device.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    /** Not needed in the session that a temporary password has opened: it was typed there a moment ago. */
    oldPassword: z.optional(
      z
        .string("Please enter your old password")
        .check(
          z.minLength(1, "Please enter your old password"),
          z.maxLength(256, "This password is too long"),
        ),
    ),
    newPassword: z
      .string("Please enter a new password")
      .check(z.minLength(1, "Please enter a new password"), z.maxLength(256, "This password is too long")),
  }),
  response: z.object({ message: z.string() }),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
});

/** The rules that the form can check by itself; the server also checks a list of well-known passwords. */
export function newPasswordProblem(oldPassword: string, newPassword: string): ErrorCode | undefined {
  if (newPassword.length < passwordMinLength) return "PASSWORD_TOO_SHORT";
  if (newPassword.length > passwordMaxLength) return "PASSWORD_TOO_LONG";
  if (newPassword === oldPassword) return "PASSWORD_UNCHANGED";
  if (new Set(newPassword).size < 4) return "PASSWORD_WELL_KNOWN";
  return undefined;
}
