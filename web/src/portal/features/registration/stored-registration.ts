import { completesItselfAfterMs, genders } from "@fc/contract/registration/portal";
import { sides } from "@fc/contract/side";
import * as z from "zod/mini";
import { session } from "../../../lib/session/session.ts";
import { tabStore, type TextStore } from "../../../lib/storage.ts";

/** What was registered and waits for Done. */
const registration = z.object({
  /** Made here; names this registration to the server among others of this browser. */
  key: z.string(),
  name: z.string(),
  gender: z.enum(genders),
  mailId: z.string(),
  mobileNumber: z.string(),
  team: z.enum(sides),
  /** As the form showed it. */
  linkTeam: z.optional(z.enum(sides)),
  parentRefId: z.string(),
  referrerName: z.string(),
  placementRefId: z.string(),
  placementName: z.string(),
  /** After this time the server completes it by itself: there is nothing left to confirm or to correct. */
  until: z.number(),
});
export type Registration = z.output<typeof registration>;

/** Where and by whom it was made: another link or another member must not see the summary. */
export interface Origin {
  /** The page's address. */
  page: string;
  /** Undefined for a visitor. */
  memberId: number | undefined;
}

const held = z.object({
  registration,
  page: z.string(),
  memberId: z.optional(z.number()),
});

const storedUnder = "fcRegistration";

/** Of a registration that is made now. */
export function completesItselfAt(): number {
  return Date.now() + completesItselfAfterMs;
}

/** Keeps the summary over a reload of this tab until it is confirmed or completed. */
export function holdRegistration(value: Registration, origin: Origin, store: TextStore = tabStore): void {
  store.write(storedUnder, JSON.stringify({ registration: value, ...origin }));
}

export function storedRegistration(
  { page, memberId }: Origin,
  now: number,
  store: TextStore = tabStore,
): Registration | undefined {
  const found = anyHeld(store);
  if (!found || found.registration.until <= now || found.memberId !== memberId) dropRegistration(store);
  else if (found.page === page) return found.registration;
  return undefined;
}

export function dropRegistration(store: TextStore = tabStore): void {
  store.remove(storedUnder);
}

/** The next person who uses this browser must not see the registration. */
export function dropAfterLogout(isSignedIn: boolean, store: TextStore = tabStore): void {
  if (!isSignedIn && anyHeld(store)?.memberId !== undefined) dropRegistration(store);
}
session.subscribe(() => dropAfterLogout(session.token() !== null));

function anyHeld(store: TextStore): z.output<typeof held> | undefined {
  return held.safeParse(jsonIn(store.read(storedUnder))).data;
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
