import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { route } from "../route.ts";
import { typedRefId } from "../ref-id.ts";
import { timestamp } from "../wire.ts";

/** Any text may be a password; the limit prevents requests that make the server hash a megabyte. */
const typedPassword = z
  .string("Please enter your password")
  .check(z.minLength(1, "Please enter your password"), z.maxLength(256, "This password is too long"));

export const login = route({
  method: "POST",
  path: "/login",
  access: "anyone",
  summary: "Signs a member in. The token counts only together with the cookie set beside it.",
  body: z.strictObject({ refId: typedRefId, password: typedPassword }),
  response: z.object({ isAuth: z.boolean(), token: z.nullable(z.string()) }),
});

export const logout = route({
  method: "POST",
  path: "/logout",
  access: "member",
  summary: "Ends this session on the server.",
  response: z.object({}),
  duringForcedPasswordChange: true,
  duringMemberView: true,
});

export const session = route({
  method: "GET",
  path: "/session",
  access: "member",
  summary: "Who is signed in.",
  response: z.object({
    data: z.object({
      id: z.number(),
      refId: z.string(),
      name: z.string(),
      mustChangePassword: z.boolean(),
      /** Of the portal and of the mails; null until the member has one. */
      language: z.nullable(z.enum(languageCodes)),
      /** The member's address, if mails to it do not arrive. */
      mailsReturnedFrom: z.nullable(z.string()),
      /** The end of an operator's member view; null for the member. */
      lookUntil: z.nullable(timestamp),
    }),
  }),
  duringForcedPasswordChange: true,
});

export const chooseLanguage = route({
  method: "PUT",
  path: "/session/language",
  access: "member",
  summary: "Sets the language of the member's mails, and of the portal on every device.",
  body: z.strictObject({ language: z.enum(languageCodes, "Please choose a language that we have") }),
  response: z.object({}),
  duringForcedPasswordChange: true,
});

export const forgotPassword = route({
  method: "POST",
  path: "/auth/sendMailUserIdPassword",
  access: "anyone",
  summary: "Mails a temporary password to the member. The answer is the same for an unknown id.",
  body: z.strictObject({ refId: typedRefId }),
  response: z.object({ message: z.string() }),
});

export const passwordSent = "Password sent to your email Id";
export const loginRefused = "RefId or Password not match";
