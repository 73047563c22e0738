import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

const wrongLength = "Please use 3 to 60 characters";

/** One line of a member's own words. Nothing is shown that hides or turns other text around. */
export const ownPhrase = z.string(wrongLength).check(
  z.trim(),
  z.maxLength(60, wrongLength),
  z.refine((text) => text === "" || text.length >= 3, wrongLength),
  z.refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), "Please use letters, digits and spaces"),
);

export const mailPhraseMessages = {
  set: "Every mail to you now has your phrase",
  removed: "Your phrase was removed",
  missing: "Please enter a phrase",
} as const;

export const mailPhrase = route({
  method: "GET",
  path: "/user/getMailPhrase/:userId",
  access: "member",
  summary:
    "Since when a phrase of the member's own stands in every mail. The phrase itself is only in the mails.",
  params: ownUserId,
  response: z.object({ data: z.object({ setAt: z.nullable(timestamp) }) }),
});

export const setMailPhrase = route({
  method: "POST",
  path: "/user/setMailPhrase",
  access: "member",
  summary:
    "Sets the phrase that stands in every mail to the member, once its code was verified; none removes it.",
  body: z.strictObject({ userId: z.number("Not a user id"), phrase: ownPhrase }),
  response: z.object({ message: z.string() }),
});
