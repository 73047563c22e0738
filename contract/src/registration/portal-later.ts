import * as z from "zod/mini";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { sides } from "../side.ts";
import { genders, personDetails } from "./portal.ts";

/** What the form's first load can do without: the link of a preference, and what follows once the form was sent. */

/** A third link of the referrer leads to the side that is the weaker one when it is opened. */
export const preferredSide = route({
  method: "GET",
  path: "/user/getPreferredSide/:refId",
  access: "anyone",
  summary: "Where the link of the member's preference leads now. Refused if the member has no preference.",
  params: z.object({ refId: typedRefId }),
  response: z.object({ side: z.enum(sides) }),
});

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
