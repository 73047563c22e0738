import type { BodyOf } from "@fc/contract/route";
import {
  registrationBody,
  registrationMessages,
  type Gender,
  type register,
} from "@fc/contract/registration/portal";
import { sides, type Side } from "@fc/contract/side";
import { msg } from "../../../lib/msg.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";

export interface RegistrationForm {
  team: Side | "";
  parentRefId: string;
  name: string;
  gender: Gender;
  mailId: string;
  mobileNumber: string;
}

export const firstGender: Gender = "M";

export const referrerUnchecked = msg("Please press Check to see whose user ID this is");

/** The team that an address names, in any case; undefined for anything else. */
export function sideIn(word: string | undefined): Side | undefined {
  return sides.find((side) => side === word?.toLowerCase());
}

export function registrationBodyOf({ team, ...form }: RegistrationForm): BodyOf<typeof register> {
  return { ...form, isLeft: team === "left", isRight: team === "right" };
}

/** The same details are the same registration: sent again after a lost answer, they get that answer. */
export function keyPerDetails(): (body: object) => string {
  let last = { details: "", key: "" };
  return (body) => {
    const details = JSON.stringify(body);
    if (details !== last.details) last = { details, key: newIdempotencyKey() };
    return last.key;
  };
}

export type RegistrationProblems = Partial<Record<keyof RegistrationForm, string>>;

/** What is wrong with which field, by the rules that browser and server share. */
export function registrationProblems(
  form: RegistrationForm,
  { referrerFound }: { referrerFound: boolean },
): RegistrationProblems {
  const problems: RegistrationProblems = {};
  if (form.team === "") problems.team = registrationMessages.teamMissing;
  const parsed = registrationBody.safeParse(registrationBodyOf(form));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOf(String(path[0]));
    if (field) problems[field] ??= message;
  }
  if (!referrerFound) problems.parentRefId ??= referrerUnchecked;
  return problems;
}

const fields = ["parentRefId", "name", "gender", "mailId", "mobileNumber"] as const;

/** The field of the form that a field of the wire belongs to. */
export function fieldOf(wireName: string): keyof RegistrationForm | undefined {
  if (wireName === "isLeft" || wireName === "isRight") return "team";
  return fields.find((field) => field === wireName);
}

/** Where a refusal belongs that names no field; undefined leaves it to the whole form. */
export function fieldOfRefusal(message: string): keyof RegistrationForm | undefined {
  if (message === registrationMessages.referrerUnknown) return "parentRefId";
  if (message === registrationMessages.emailTaken) return "mailId";
  return undefined;
}
