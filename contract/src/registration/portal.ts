import * as z from "zod/mini";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { sides } from "../side.ts";

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
export function writtenWith(first: string, others: string): RegExp {
  const joined = `[${virama}][${joiner}]|[${joiner}][${virama}]`;
  return new RegExp(`^${visible}[${first}](?:${joined}|${visible}[${others}])*$`, "u");
}
const nameLetters = writtenWith(String.raw`\p{L}`, String.raw`\p{L}\p{M} .'’-`);
/** No script has this many marks on one letter; general accents occur in pairs at most. */
export const tooManyMarks = /\p{M}{6}|\p{Script=Inherited}{3}/u;

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
  /** May be empty: the profile asks for it later. */
  mobileNumber: z
    .string(registrationMessages.phoneMissing)
    .check(z.trim(), z.maxLength(32, registrationMessages.phoneWrong)),
});

export const registrationBody = z
  .strictObject({
    ...personDetails.shape,
    parentRefId: typedRefId,
    isLeft: z.boolean(registrationMessages.teamMissing),
    isRight: z.boolean(registrationMessages.teamMissing),
    /** By the link of the referrer's preference: the server decides again, the flags above are what the page showed. */
    followsPreference: z.optional(z.boolean()),
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
    /** The team, which others may have turned since the link of a preference was opened. */
    placementSide: z.nullable(z.enum(sides)),
    /** Why the registration was refused; null if it was not. */
    message: z.nullable(z.string()),
  }),
});

/** If Done is not pressed, the welcome e-mail leaves by itself after this time. */
export const completesItselfAfterMs = 15 * 60_000;
