import * as z from "zod/mini";

/**
 * A member's public id: "FC", six random characters and a check character, for example FC7K2M9QX. The alphabet
 * leaves
 * out 0, 1, I, L and O, which people confuse. It has 31 characters, a prime: a weighted sum modulo a prime detects
 * every single wrong character and every swapped pair.
 */
export const refIdAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const refIdRandomLength = 6;

export function refIdFrom(random: string): string {
  return `FC${random}${checkCharacter(random)}`;
}

const wellFormed = /^[A-Z0-9][A-Z0-9.-]{0,31}$/;

/**
 * Whether it may be a user id, also one of a company that moved in, which has no check character. A space, `/` and `_`
 * separate the tokens of messages.
 */
export function mayBeRefId(text: string): boolean {
  return wellFormed.test(text);
}

/** People may type small letters and spaces around the id. */
export function normaliseRefId(typed: string): string {
  return typed.trim().toUpperCase();
}

function checkCharacter(random: string): string {
  const sum = [...random].reduce((total, c, index) => total + refIdAlphabet.indexOf(c) * (index + 2), 0);
  return refIdAlphabet.charAt(sum % refIdAlphabet.length);
}

/** A refId in a request: any short text, so that a mistyped id gets the same answer as an unknown one. */
export const typedRefId = z
  .string("Please enter a user ID")
  .check(z.trim(), z.minLength(1, "Please enter a user ID"), z.maxLength(32, "This user ID is too long"));
