import * as z from "zod/mini";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";

export const genders = ["M", "F"] as const;
export type Gender = (typeof genders)[number];

export const namePlaceholder = "as in bank passbook";
export const defaultCountry = "in";

export const registrationMessages = {
  teamMissing: "Please choose a team",
  nameMissing: "Please enter the name",
  nameWrong: "Please use letters, spaces and . ' - only",
  emailMissing: "Please enter an e-mail",
  emailWrong: "This is not a valid e-mail",
  phoneMissing: "Please enter a mobile number",
  phoneWrong: "This is not a valid mobile number",
  referrerUnknown: "There is no member with this user ID",
  emailTaken: "This e-mail is already used by another member",
} as const;

/**
 * Names have letters of any script with their marks. Anything that a page or a spreadsheet could treat as code is
 * refused, and so are invisible characters, except the joiners beside a virama, which many Indian names need.
 */
const virama = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca";
const joiner = "\u200c\u200d";
const visible = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
/** A pattern: one of the `first` characters, then any number of the `others`. */
function writtenWith(first: string, others: string): RegExp {
  const joined = `[${virama}][${joiner}]|[${joiner}][${virama}]`;
  return new RegExp(`^${visible}[${first}](?:${joined}|${visible}[${others}])*$`, "u");
}
const nameLetters = writtenWith(String.raw`\p{L}`, String.raw`\p{L}\p{M} .'’-`);
const placeLetters = writtenWith(String.raw`\p{L}\p{N}#`, String.raw`\p{L}\p{M}\p{N} ,./#&()'’:-`);
/** No script has this many marks on one letter; general accents occur in pairs at most. */
const tooManyMarks = /\p{M}{6}|\p{Script=Inherited}{3}/u;

/**
 * Letters and digits of any script and the signs that addresses have. No angle brackets, no formulas and no
 * characters that change the reading direction, because pages, spreadsheets or readers could misread them.
 */
export function isPlaceText(text: string): boolean {
  return placeLetters.test(text) && !tooManyMarks.test(text);
}

export const personName = z.string(registrationMessages.nameMissing).check(
  z.trim(),
  z.minLength(1, registrationMessages.nameMissing),
  z.maxLength(80, "Please use at most 80 characters"),
  z.regex(nameLetters, registrationMessages.nameWrong),
  z.refine((name) => !tooManyMarks.test(name), registrationMessages.nameWrong),
);

export const emailAddress = z
  .string(registrationMessages.emailMissing)
  .check(
    z.trim(),
    z.minLength(1, registrationMessages.emailMissing),
    z.maxLength(254, registrationMessages.emailWrong),
    z.email(registrationMessages.emailWrong),
  );

/** Open to anybody before registering; shows just enough to recognise the referrer. */
export const referrerName = route({
  method: "GET",
  path: "/user/getByRefId/:refId",
  access: "anyone",
  summary: "The first name and an initial of the member with this user id.",
  params: z.object({ refId: typedRefId }),
  response: z.object({ name: z.string() }),
});

/** What a registration says about the new member; the place in the tree is not part of it. */
export const personDetails = z.strictObject({
  name: personName,
  gender: z.enum(genders, "Please choose M or F"),
  mailId: emailAddress,
  mobileNumber: z
    .string(registrationMessages.phoneMissing)
    .check(
      z.trim(),
      z.minLength(1, registrationMessages.phoneMissing),
      z.maxLength(32, registrationMessages.phoneWrong),
    ),
});

export const registrationBody = z
  .strictObject({
    ...personDetails.shape,
    parentRefId: typedRefId,
    isLeft: z.boolean(registrationMessages.teamMissing),
    isRight: z.boolean(registrationMessages.teamMissing),
  })
  .check(
    z.refine(({ isLeft, isRight }) => isLeft !== isRight, {
      message: registrationMessages.teamMissing,
      path: ["isLeft"],
    }),
  );

export const register = route({
  method: "POST",
  path: "/user/save",
  access: "anyone",
  summary: "Creates a member below a referrer, at the outermost place of the chosen team.",
  idempotent: true,
  body: registrationBody,
  response: z.object({
    isUserCreated: z.boolean(),
    /** The member directly above the new one. */
    placementRefId: z.nullable(z.string()),
    placementName: z.nullable(z.string()),
    /** Why the registration was refused; null if it was not. */
    message: z.nullable(z.string()),
  }),
});

/** If Done is not pressed, the welcome e-mail leaves by itself after this time. */
export const completesItselfAfterMs = 15 * 60_000;

export const correctRegistration = route({
  method: "POST",
  path: "/user/correctRegistration",
  access: "anyone",
  summary:
    "Corrects the details of the registration that this browser made under the same idempotency key, until the welcome e-mail leaves.",
  idempotent: true,
  body: personDetails,
  /** As they are stored. */
  response: z.object({
    data: z.object({
      name: z.string(),
      gender: z.enum(genders),
      mailId: z.string(),
      mobileNumber: z.string(),
    }),
  }),
});

export const confirmRegistration = route({
  method: "POST",
  path: "/user/demo4",
  access: "anyone",
  summary:
    "Completes the registration that this browser made under the same idempotency key and mails the welcome.",
  idempotent: true,
  response: z.object({ data: z.object({ refId: z.string() }) }),
});

/** How soon after a welcome e-mail another one can be sent. */
export const welcomeAgainMs = 60_000;

export const resendWelcome = route({
  method: "POST",
  path: "/user/resendWelcome",
  access: "anyone",
  summary:
    "Mails the welcome again, with another temporary password, for the registration that this browser made under the same idempotency key.",
  idempotent: true,
  response: z.object({ data: z.object({ refId: z.string() }) }),
});
