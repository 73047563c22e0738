import * as z from "zod/mini";
import { dashboardData } from "../dashboard/portal.ts";
import { languageCodes } from "../languages.ts";
import { route } from "../route.ts";
import { typedRefId } from "../ref-id.ts";
import { signedInMember } from "./session.ts";

/** Any text may be a password; the limit prevents requests that make the server hash a megabyte. */
const typedPassword = z
  .string("Please enter your password")
  .check(z.minLength(1, "Please enter your password"), z.maxLength(256, "This password is too long"));

export const login = route({
  method: "POST",
  path: "/login",
  access: "anyone",
  summary:
    "Signs a member in. The token counts only together with the cookie set beside it. Who signed in and the dashboard come in the same answer.",
  body: z.strictObject({ refId: typedRefId, password: typedPassword }),
  response: z.object({
    isAuth: z.boolean(),
    token: z.nullable(z.string()),
    /** As `session` and `dashboard` answer, to spare a slow network two round trips. Missing after a refusal. */
    session: z.optional(signedInMember),
    /** Missing too for a member who has to choose a password or to accept documents first. */
    dashboard: z.optional(dashboardData),
  }),
});

export const logout = route({
  method: "POST",
  path: "/logout",
  access: "member",
  summary: "Ends this session on the server.",
  response: z.object({}),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
  duringMemberView: true,
});

export const chooseLanguage = route({
  method: "PUT",
  path: "/session/language",
  access: "member",
  summary: "Sets the language of the member's mails, and of the portal on every device.",
  body: z.strictObject({ language: z.enum(languageCodes, "Please choose a language that we have") }),
  response: z.object({}),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
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
