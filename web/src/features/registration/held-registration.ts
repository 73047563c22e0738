import * as z from "zod/mini";
import { sides } from "@fc/contract/team";
import { tabStore, type TextStore } from "../../lib/storage.ts";

/** What was registered and waits for Done. */
const registration = z.object({
  name: z.string(),
  mailId: z.string(),
  mobileNumber: z.string(),
  team: z.enum(sides),
  parentRefId: z.string(),
  referrerName: z.string(),
  placementRefId: z.string(),
  placementName: z.string(),
});
export type Registration = z.output<typeof registration>;

const held = z.object({ registration, until: z.number() });

/** The server completes it by itself after as long; then there is nothing left to confirm. */
const heldMs = 15 * 60_000;
const storedUnder = "fcRegistration";

/** Keeps the summary over a reload of this tab, and no longer than it is of use. */
export function holdRegistration(value: Registration, now: number, store: TextStore = tabStore): void {
  store.write(storedUnder, JSON.stringify({ registration: value, until: now + heldMs }));
}

export function heldRegistration(now: number, store: TextStore = tabStore): Registration | undefined {
  const parsed = held.safeParse(jsonIn(store.read(storedUnder)));
  if (parsed.success && parsed.data.until > now) return parsed.data.registration;
  store.remove(storedUnder);
  return undefined;
}

export function dropRegistration(store: TextStore = tabStore): void {
  store.remove(storedUnder);
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
