import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route } from "../route.ts";
import { enteredText, timestamp } from "../wire.ts";

const password = z
  .string("Please enter your password")
  .check(z.minLength(1, "Please enter your password"), z.maxLength(256, "This password is too long"));
/** Of the authenticator app, or a recovery code. Only the demo's operator has neither. */
const code = z.optional(
  z.string("Please enter the code").check(z.trim(), z.maxLength(32, "This code is too long")),
);

const operatorSession = z.object({
  id: z.string(),
  isThis: z.boolean(),
  device: z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  /** The network address of the sign-in, without its last part. */
  address: z.string(),
  signedInAt: timestamp,
  /** Exact to about a minute. */
  lastSeenAt: timestamp,
});
export type OperatorsSession = z.output<typeof operatorSession>;

export const ownAccount = route({
  method: "GET",
  path: "/console/account",
  access: operatorRights.read,
  summary: "The operator's own second step, and where the operator is signed in: this session first.",
  response: z.object({
    data: z.object({
      /** Null where the operator has no authenticator app. */
      app: z.nullable(z.object({ since: timestamp, recoveryCodesLeft: z.number() })),
      sessions: z.array(operatorSession),
    }),
  }),
});
export type OwnAccount = z.output<typeof ownAccount.response>["data"];

export const changeOwnPassword = route({
  method: "POST",
  path: "/console/account/password",
  access: operatorRights.read,
  summary: "Changes the operator's own password, and signs out every other session.",
  body: z.strictObject({ oldPassword: password, newPassword: password, code }),
  response: z.object({}),
});

export const beginNewApp = route({
  method: "POST",
  path: "/console/account/app/begin",
  access: operatorRights.read,
  summary: "Makes a secret for a new authenticator app. The app before works until the new one is confirmed.",
  body: z.strictObject({ password, code }),
  response: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
});

export const confirmNewApp = route({
  method: "POST",
  path: "/console/account/app/confirm",
  access: operatorRights.read,
  summary:
    "Replaces the authenticator app by the one that shows this code, and returns new recovery codes once.",
  body: z.strictObject({
    code: enteredText("Please enter the code", { least: 6, most: 32, tooLong: "This code is too long" }),
  }),
  response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
});

export const renewOwnRecoveryCodes = route({
  method: "POST",
  path: "/console/account/recoveryCodes",
  access: operatorRights.read,
  summary: "Makes ten new recovery codes, shown once; the earlier ones end.",
  body: z.strictObject({ password, code }),
  response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
});

export const endOwnSession = route({
  method: "POST",
  path: "/console/account/sessions/end",
  access: operatorRights.read,
  summary: "Ends another of the operator's own sessions, at once.",
  body: z.strictObject({ sessionId: z.uuid("Not a session") }),
  response: z.object({}),
});

export const endOtherSessions = route({
  method: "POST",
  path: "/console/account/sessions/endOthers",
  access: operatorRights.read,
  summary: "Ends all sessions of the operator but this one, at once.",
  response: z.object({ data: z.object({ ended: z.number() }) }),
});
