import type { DepositStateName } from "./states.ts";

/** The states of a named transaction, as operators read them. */
export const depositStateLabels = {
  named: "Named, not looked up yet",
  unseen: "Not seen on the chain yet",
  sent: "Sent, not in a block yet",
  block: "In a block, not final yet",
  arrived: "Arrived, final",
  failed: "The transaction failed: no coins were moved",
  "no-transfer": "No transfer of FC",
  "other-receiver": "The coins went to another address",
  "too-little": "Arrived, final, and less than the request costs",
  taken: "Belongs to another request",
} as const satisfies Record<DepositStateName, string>;
