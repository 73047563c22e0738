import * as z from "zod/mini";
import { countryCodes, pinProblem, type PinProblem } from "../countries.ts";
import { indiaDayOf } from "../period.ts";
import {
  genders,
  personName,
  registrationMessages,
  tooManyMarks,
  writtenWith,
} from "../registration/portal.ts";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

const placeLetters = writtenWith(String.raw`\p{L}\p{N}#`, String.raw`\p{L}\p{M}\p{N} ,./#&()'’:-`);

/**
 * Letters and digits of any script and the signs that addresses have. No angle brackets, no formulas and no
 * characters that change the reading direction, because pages, spreadsheets or readers could misread them.
 */
function isPlaceText(text: string): boolean {
  return placeLetters.test(text) && !tooManyMarks.test(text);
}

export const profileUpdated = "Profile updated";

export const profileMessages = {
  idMissing: "Not a user id",
  genderWrong: "Please choose M or F",
  dobWrong: "Please enter a date",
  dobFuture: "Please enter a date in the past",
  dobTooYoung: "You must be at least 18 years old",
  dobTooOld: "Please check the year",
  textWrong: "Please use letters, digits and , . / - # & ( ) ' : only",
  countryWrong: "Please choose a country",
} as const;

const pinMessages = {
  digits: "A PIN has digits only",
  india: "A PIN of India has 6 digits and does not begin with 0",
  length: "This is not a PIN of that country",
} as const satisfies Record<PinProblem, string>;

/** Text of an address; may be empty. */
export const placeText = (characters: number, tooLong: string) =>
  z.string(profileMessages.textWrong).check(
    z.trim(),
    z.maxLength(characters, tooLong),
    z.refine((text) => text === "" || isPlaceText(text), profileMessages.textWrong),
  );

/** A person's name; may be empty. */
const optionalName = z.string(registrationMessages.nameWrong).check(
  z.trim(),
  z.maxLength(80, "Please use at most 80 characters"),
  z.refine((name) => name === "" || personName.safeParse(name).success, registrationMessages.nameWrong),
);

/** A day that exists, such as 1990-02-28. */
const calendarDay = z
  .string(profileMessages.dobWrong)
  .check(z.refine(isCalendarDay, profileMessages.dobWrong));

function isCalendarDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const adultYears = 18;
const oldestYears = 120;

/** Why somebody born on this day may not be a member today, by India's calendar. */
export function dobProblem(dob: string | null, now: Date): string | undefined {
  if (dob === null) return undefined;
  const today = indiaDayOf(now);
  const yearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  if (dob >= today) return profileMessages.dobFuture;
  // Compared as text: a person born on 29 February turns 18 on 1 March, as the law says.
  if (dob > yearsAgo(adultYears)) return profileMessages.dobTooYoung;
  if (dob < yearsAgo(oldestYears)) return profileMessages.dobTooOld;
  return undefined;
}

export const profileBody = z
  .strictObject({
    id: z.number(profileMessages.idMissing),
    name: personName,
    gender: z.enum(genders, profileMessages.genderWrong),
    mobileNumber: z
      .string(registrationMessages.phoneMissing)
      .check(
        z.trim(),
        z.minLength(1, registrationMessages.phoneMissing),
        z.maxLength(32, registrationMessages.phoneWrong),
      ),
    dob: z.nullable(calendarDay),
    nominee: optionalName,
    relation: optionalName,
    address: placeText(200, "Please use at most 200 characters"),
    city: placeText(80, "Please use at most 80 characters"),
    pin: z.string(pinMessages.digits).check(z.trim(), z.maxLength(10, pinMessages.length)),
    country: z.string(profileMessages.countryWrong).check(
      z.maxLength(2, profileMessages.countryWrong),
      z.refine((code) => countryCodes.includes(code), profileMessages.countryWrong),
    ),
  })
  .check((payload) => {
    const problem = pinProblem(payload.value.pin, payload.value.country);
    if (!problem) return;
    const { pin } = payload.value;
    payload.issues.push({ code: "custom", input: pin, path: ["pin"], message: pinMessages[problem] });
  });

/** Personal data that both the member and operators see. */
export const personalFields = {
  gender: z.enum(genders),
  mobileNumber: z.string(),
  mailId: z.string(),
  joiningDate: timestamp,
  /** Null, and below an empty text, until the member enters it. */
  dob: z.nullable(z.string()),
  nominee: z.string(),
  relation: z.string(),
  address: z.string(),
  city: z.string(),
  pin: z.string(),
  /** A two-letter code such as IN. */
  country: z.string(),
};

const profileData = z.object({ id: z.number(), refId: z.string(), name: z.string(), ...personalFields });
export type Profile = z.output<typeof profileData>;

export const getProfile = route({
  method: "GET",
  path: "/user/getById/:userId",
  access: "member",
  summary: "The member's own profile.",
  params: ownUserId,
  response: z.object({ data: profileData }),
});

export const updateProfile = route({
  method: "POST",
  path: "/user/updateUser",
  access: "member",
  summary: "Changes the profile, once its one-time password was verified. The e-mail is not part of it.",
  body: profileBody,
  response: z.object({ data: z.boolean(), message: z.string() }),
});
