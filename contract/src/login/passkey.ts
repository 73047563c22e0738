import * as z from "zod/mini";
import { route } from "../route.ts";
import { passkeyAnswer, passkeyRequest } from "../security/passkey-wire.ts";
import { login } from "./portal.ts";

export const passkeyChallenge = route({
  method: "POST",
  path: "/login/passkey/challenge",
  access: "anyone",
  summary:
    "What a passkey has to sign to sign its member in; only in this browser, once and for five minutes.",
  response: z.object({ data: passkeyRequest }),
});

export const passkeyLogin = route({
  method: "POST",
  path: "/login/passkey",
  access: "anyone",
  summary: "Signs a member in by a passkey. The answer is that of a login with a password.",
  body: z.strictObject({ answer: passkeyAnswer }),
  response: login.response,
});

export const passkeyRefused =
  "This passkey is not known here. It may have been ended, for example by a new password. Please sign in with your password";
