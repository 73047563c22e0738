import * as z from "zod/mini";
import { paused } from "./pauses/kinds.ts";
import { timestamp } from "./wire.ts";

/** The body of every answer that is not a success. */
export const wireError = z.object({
  code: z.string(),
  message: z.string(),
  /** Identifies this request in our logs, so that support can find it. */
  requestId: z.string(),
  /** The problem of each field, by the field's path in the request. */
  fields: z.optional(z.record(z.string(), z.string())),
  retryAfterSeconds: z.optional(z.number()),
  /** The name of the limit that refuses the call. */
  limit: z.optional(z.string()),
  /** The limit in words, with {wait} in place of the time; sent, so that no page has to carry all of them. */
  limitText: z.optional(z.string()),
  /** What refuses the call because operators have paused it. */
  paused: z.optional(paused),
  /** The same change, which was made shortly before: when, and the reference of its receipt. */
  earlier: z.optional(z.object({ at: timestamp, reference: z.string() })),
});
export type WireError = z.output<typeof wireError>;
