import * as z from "zod/mini";
import { personName } from "../registration/portal.ts";
import { route } from "../route.ts";
import { ownUserId } from "../wire.ts";

export const panAdded = "Pan details added";

export const panMessages = {
  numberMissing: "Please enter the PAN number",
  numberWrong: "A PAN number has five letters, four digits and a letter, as in ABCPE1234F",
  numberKind:
    "The fourth letter of a PAN shows the kind of its holder, P for a person. Please check this letter",
  proofMissing: "Please add proof image",
} as const;

/** The letters that may be the fourth of a PAN: person, company, firm, undivided family, trust and so on. */
const holderKinds = "ABCEFGHJLPT";

/** The stored form: capital letters without the spaces that people type. */
export function plainPan(typed: string): string {
  return typed.replace(/\s/g, "").toUpperCase();
}

export const panNumber = z.string(panMessages.numberMissing).check(
  z.trim(),
  z.toUpperCase(),
  z.minLength(1, panMessages.numberMissing),
  z.regex(/^[A-Z]{5}[0-9]{4}[A-Z]$/, panMessages.numberWrong),
  z.refine((pan) => !/^[A-Z]{5}/.test(pan) || holderKinds.includes(pan.charAt(3)), panMessages.numberKind),
);

export const panBody = z.strictObject({
  userId: z.number("Not a user id"),
  nameInPan: personName,
  panNumber,
  /** The address that the upload of the picture returned. */
  panImageUrl: z
    .string(panMessages.proofMissing)
    .check(z.minLength(1, panMessages.proofMissing), z.maxLength(200, panMessages.proofMissing)),
});

const panRecord = z.object({
  userId: z.number(),
  nameInPan: z.string(),
  panNumber: z.string(),
  /** Identifies the picture; `pictureAddress` returns an address that shows it. */
  panImageUrl: z.string(),
});
export type PanRecord = z.output<typeof panRecord>;

export const getPanRecord = route({
  method: "GET",
  path: "/user/getPanRecord/for/:userId",
  kyc: true,
  access: "member",
  summary: "The member's PAN record; null before it was given.",
  params: ownUserId,
  response: z.object({ data: z.nullable(panRecord) }),
});

export const createPanRecord = route({
  method: "POST",
  path: "/user/panRecord/create",
  access: "member",
  summary: "Gives the PAN details, once and for good, once their one-time password was verified.",
  body: panBody,
  response: z.object({ message: z.string(), data: panRecord }),
});
