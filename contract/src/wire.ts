import * as z from "zod/mini";

/** The caller's own id in a path. Another member's id is answered with 404; the session decides who the caller is. */
export const ownUserId = z.object({
  userId: z.pipe(
    z.coerce.string("Not a user id").check(z.regex(/^[1-9]\d{0,9}$/, "Not a user id")),
    z.transform(Number),
  ),
});

/** The reference of the same change made shortly before: the caller knows of it and wants it once more. */
export const repeats = z.optional(z.string().check(z.maxLength(32, "This reference is too long")));

/** Times on the wire are ISO 8601 in UTC. */
export const timestamp = z.string();

/** What the page shows of a record that counts its changes: a change that it has not seen is not overwritten. */
export const seenVersion = z.number("Which version?").check(z.int("Which version?"));

interface TextLimits {
  least?: number;
  most: number;
  tooLong?: string;
}

/** A text that has to be entered, without the spaces around it. */
export function enteredText(
  missing: string,
  { least = 1, most, tooLong = `At most ${most.toLocaleString("en-IN")} characters` }: TextLimits,
) {
  return z.string(missing).check(z.trim(), z.minLength(least, missing), z.maxLength(most, tooLong));
}

/** The id of a row in an address; a number that cannot be a row's id is refused. */
export const idInAddress = z.pipe(
  z.coerce.string("Not an id").check(
    z.regex(/^[1-9]\d{0,9}$/, "Not an id"),
    z.refine((id) => Number(id) < 2 ** 31, "Not an id"),
  ),
  z.transform(Number),
);

/** The id of a row in a path. */
export const rowId = z.object({ id: idInAddress });
