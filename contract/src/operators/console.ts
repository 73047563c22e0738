import * as z from "zod/mini";
import { operatorRights, operatorRoles, type OperatorRole } from "../operator-access.ts";
import { proposalReason } from "../proposals/console.ts";
import { periodFields } from "../period.ts";
import { csvOf, longPageOf, pageQuery } from "../table.ts";
import { route } from "../route.ts";
import { logActionNames } from "./console-log.ts";
import { enteredText, idInAddress, rowId, timestamp } from "../wire.ts";

const email = z
  .string("Please enter an e-mail")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.email("Please enter a valid e-mail"),
    z.maxLength(254, "This e-mail is too long"),
  );
const password = z
  .string("Please enter a password")
  .check(z.minLength(1, "Please enter a password"), z.maxLength(256, "This password is too long"));
const name = enteredText("Please enter a name", { least: 2, most: 80, tooLong: "This name is too long" });
const role = z.enum(operatorRoles, `One of ${operatorRoles.join(", ")}`);
const code = enteredText("Please enter the code", { least: 6, most: 32, tooLong: "This code is too long" });

/** What is still needed between a right password and the console. */
const secondSteps = ["none", "code", "enrol", "enrol-or-skip"] as const;
export type SecondStep = (typeof secondSteps)[number];

export const operatorLogin = route({
  method: "POST",
  path: "/console/login",
  access: "anyone",
  summary: "Signs an operator in, up to the second step.",
  body: z.strictObject({ email, password }),
  response: z.object({ isAuth: z.boolean(), token: z.nullable(z.string()) }),
});

export const operatorLoginRefused = "E-mail or password not match";

export const operatorSession = route({
  method: "GET",
  path: "/console/session",
  access: operatorRights.read,
  duringSecondStep: true,
  summary: "Which operator is signed in, and what is left to do before the console opens.",
  response: z.object({
    data: z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      role,
      secondStep: z.enum(secondSteps),
      /** Whether a chain is connected; without one the console has no page of it. */
      hasChain: z.boolean(),
    }),
  }),
});

export const operatorLogout = route({
  method: "POST",
  path: "/console/logout",
  access: operatorRights.read,
  duringSecondStep: true,
  summary: "Ends this session on the server.",
  response: z.object({}),
});

export const beginSecondStep = route({
  method: "POST",
  path: "/console/secondStep/begin",
  access: operatorRights.read,
  duringSecondStep: true,
  summary: "Makes a secret for the authenticator app. Only before the first one is confirmed.",
  response: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
});

export const confirmSecondStep = route({
  method: "POST",
  path: "/console/secondStep/confirm",
  access: operatorRights.read,
  duringSecondStep: true,
  summary:
    "Confirms the authenticator app by its code, opens the console and returns the recovery codes once.",
  body: z.strictObject({ code }),
  response: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
});

export const passSecondStep = route({
  method: "POST",
  path: "/console/secondStep/pass",
  access: operatorRights.read,
  duringSecondStep: true,
  summary: "Opens the console by a code of the authenticator app, or by a recovery code.",
  body: z.strictObject({ code }),
  response: z.object({}),
});

export const skipSecondStep = route({
  method: "POST",
  path: "/console/secondStep/skip",
  access: operatorRights.read,
  duringSecondStep: true,
  summary: "Opens the console without one, for the demo's operator alone.",
  response: z.object({}),
});

const secret = z.string().check(z.regex(/^[\w-]{43}$/, "This invitation is not complete"));

export const invitation = route({
  method: "POST",
  path: "/console/invitation",
  access: "anyone",
  summary: "Whom an invitation is for.",
  body: z.strictObject({ secret }),
  response: z.object({ data: z.object({ name: z.string(), email: z.string(), role }) }),
});

export const requestConsoleLink = route({
  method: "POST",
  path: "/console/link",
  access: "anyone",
  summary:
    "Mails an operator a link that makes a browser known, so that guesses made elsewhere do not lock it out.",
  body: z.strictObject({ email }),
  response: z.object({ message: z.string() }),
});

export const openConsoleLink = route({
  method: "POST",
  path: "/console/link/open",
  access: "anyone",
  summary:
    "Makes this browser known by a mailed link, for half an hour. Password and second step are needed still.",
  body: z.strictObject({ secret }),
  response: z.object({}),
});

export const acceptInvitation = route({
  method: "POST",
  path: "/console/invitation/accept",
  access: "anyone",
  summary: "Chooses the password of an invited operator. Works once.",
  body: z.strictObject({ secret, password }),
  response: z.object({ message: z.string() }),
});

const operator = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  status: z.enum(["invited", "active", "disabled"]),
  hasSecondStep: z.boolean(),
  lastSeenAt: z.nullable(timestamp),
});
export type Operator = z.output<typeof operator>;

export const operators = route({
  method: "GET",
  path: "/console/operators",
  access: operatorRights.read,
  summary: "Everybody who runs the business.",
  response: z.object({ data: z.array(operator) }),
});

/** What has to be known of a new operator. */
export const newOperator = z.strictObject({ name, email, role });

export const inviteOperator = route({
  method: "POST",
  path: "/console/operators",
  access: operatorRights.manageOperators,
  summary: "Invites an operator by mail; whoever can do more than read only once a second admin confirms it.",
  body: z.strictObject({ ...newOperator.shape, reason: z.optional(proposalReason) }),
  /** Null while it waits for a second admin. */
  response: z.object({ data: z.object({ id: z.nullable(z.number()) }) }),
});

/** Whether inviting somebody in this role, or sending an operator a new invitation, takes a second admin. */
export const takesTwoToInvite = (invited: OperatorRole): boolean => invited !== "viewer";

/** What an admin can do to an operator. Not to oneself, so that there is always an admin left. */
export const operatorChanges = ["disable", "enable", "invite-again", "reset-second-step"] as const;

export const changeOperator = route({
  method: "POST",
  path: "/console/operators/:id",
  access: operatorRights.manageOperators,
  summary:
    "Changes an operator's role, or whether and how they can sign in. One admin shuts out alone; what gives power takes a second one.",
  params: rowId,
  body: z.strictObject({
    /** From the one that the page showed: what somebody else has changed meanwhile is not changed again unseen. */
    role: z.optional(z.strictObject({ from: role, to: role })),
    change: z.optional(z.enum(operatorChanges)),
    reason: z.optional(proposalReason),
  }),
  response: z.object({ data: z.object({ isWaiting: z.boolean() }) }),
});

const logLine = z.object({
  id: z.number(),
  at: timestamp,
  operator: z.string(),
  action: z.string(),
  member: z.nullable(z.object({ id: z.number(), refId: z.string(), name: z.string() })),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
});
export type OperatorLogLine = z.output<typeof logLine>;

export const operatorLogSorts = ["at"] as const;
export const operatorLog = route({
  method: "GET",
  path: "/console/log",
  access: operatorRights.read,
  summary: "What operators did, newest first: by operator, action, day, or by the member whom it concerns.",
  query: z.extend(pageQuery(operatorLogSorts), {
    ...periodFields,
    operatorId: z.optional(idInAddress),
    action: z.optional(z.enum(logActionNames, "There is no such action")),
  }),
  response: longPageOf(logLine),
});

export const operatorLogCsv = csvOf(operatorLog, "operators-log.csv");

export const operatorLogColumns = {
  at: "When",
  operator: "Who",
  what: "What",
  refId: "User ID",
  name: "Name",
  ip: "From",
} as const;
