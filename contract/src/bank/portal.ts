import * as z from "zod/mini";
import { placeText } from "../profile/portal.ts";
import { route } from "../route.ts";
import { ownUserId } from "../wire.ts";

export const bankUpdated = "Bank address updated";

export const bankMessages = {
  accountMissing: "Please enter the account number",
  accountWrong: "An account number has 9 to 18 digits",
  accountsDiffer: "The two account numbers are not the same",
  ifscMissing: "Please enter the IFSC code",
  ifscWrong: "An IFSC code has 11 characters: four letters, a zero, and six letters or digits",
  branchMissing: "Please enter the branch",
  bankMissing: "Please enter an IFSC code that we know",
  pictureWrong: "Please add the picture again",
} as const;

const ifscPattern = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** The stored form: capital letters without the spaces that people type. */
export function plainIfsc(typed: string): string {
  return typed.replace(/\s/g, "").toUpperCase();
}

export function isIfsc(text: string): boolean {
  return ifscPattern.test(text);
}

/** •••• 4321: enough to recognise one's own account. */
export function maskedAccount(accountNumber: string): string {
  return `•••• ${accountNumber.slice(-4)}`;
}

const ifscCode = z
  .string(bankMessages.ifscMissing)
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, bankMessages.ifscMissing),
    z.regex(ifscPattern, bankMessages.ifscWrong),
  );

export const bankBody = z.strictObject({
  userId: z.number("Not a user id"),
  accountNumber: z
    .string(bankMessages.accountMissing)
    .check(
      z.trim(),
      z.minLength(1, bankMessages.accountMissing),
      z.regex(/^[0-9]{9,18}$/, bankMessages.accountWrong),
    ),
  ifscCode,
  branch: placeText(80, "Please use at most 80 characters").check(z.minLength(1, bankMessages.branchMissing)),
  /** The bank that the IFSC code names. */
  bankName: z
    .string(bankMessages.bankMissing)
    .check(
      z.trim(),
      z.minLength(1, bankMessages.bankMissing),
      z.maxLength(80, "Please use at most 80 characters"),
    ),
  /** The address that the upload of the picture returned: passbook or cheque, if the member adds one. */
  bankImageUrl: z.optional(
    z
      .string(bankMessages.pictureWrong)
      .check(z.minLength(1, bankMessages.pictureWrong), z.maxLength(200, bankMessages.pictureWrong)),
  ),
});

export const getBankDetails = route({
  method: "GET",
  path: "/user/getBankDetails/:userId",
  kyc: true,
  access: "member",
  summary: "The member's bank account, its number masked; null before one was given.",
  params: ownUserId,
  response: z.object({
    data: z.nullable(
      z.object({
        /** Only the last four digits: the whole number is sent to nobody, not even to its owner. */
        accountNumber: z.string(),
        ifscCode: z.string(),
        branch: z.string(),
        bankName: z.string(),
        /** Identifies the picture, if there is one; `pictureAddress` returns an address that shows it. */
        bankImageUrl: z.optional(z.string()),
      }),
    ),
  }),
});

export const updateBankDetails = route({
  method: "POST",
  path: "/user/bankDetails/update",
  access: "member",
  summary: "Sets the bank account, once its one-time password was verified.",
  body: bankBody,
  response: z.object({ message: z.string() }),
});

export const lookUpIfsc = route({
  method: "GET",
  path: "/user/getIfsc/:ifscCode",
  access: "member",
  summary: "The bank and, where it is known, the branch that an IFSC code names.",
  params: z.object({ ifscCode }),
  response: z.object({
    /** Null if no bank has this code. */
    data: z.nullable(z.object({ bankName: z.string(), branch: z.nullable(z.string()) })),
  }),
});
