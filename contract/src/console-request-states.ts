import * as z from "zod/mini";
import { timestamp } from "./wire.ts";

/** What operators read of a request that its member took back; members read it in their own words. */
export const cancelledLabel = "Cancelled by the member";

/** Who confirmed a request first, where two operators are needed. */
export const confirmation = {
  confirmedBy: z.nullable(z.object({ id: z.number(), name: z.string(), at: timestamp })),
  /** Who confirmed it and has lost the right or the account since: it has to be confirmed again. */
  lapsedConfirmer: z.optional(z.string()),
};
export type Confirmation = z.output<z.ZodMiniObject<typeof confirmation>>;
