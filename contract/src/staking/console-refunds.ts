import * as z from "zod/mini";
import { timestamp } from "../wire.ts";

/** Coins of a stake that its member undid: they cannot be withdrawn until a second operator has agreed. */
export const heldRefund = z.object({
  requestId: z.number(),
  reference: z.string(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  amountFc: z.number(),
  undoneAt: timestamp,
  /** Who alone said that the payment arrived, and therefore does not agree; null where nobody was noted. */
  approvedBy: z.nullable(z.object({ id: z.number(), name: z.string() })),
  released: z.nullable(z.object({ by: z.string(), at: timestamp })),
});
export type HeldRefund = z.output<typeof heldRefund>;
