import type { MemberEventKind } from "@fc/contract/security/portal";
import type { WithdrawType } from "@fc/contract/withdraw/kinds";
import { internalTransfer, withdrawalRequested, type Entry } from "../../core/ledger/posting.ts";
import type { Drawn } from "../../core/ledger/accounts.ts";
import type { Tx } from "../../platform/db.ts";
import { mailInternalTransfer, mailRequested, type RequestedMail } from "./telling.ts";

interface PlacedWithdrawal {
  id: number;
  memberId: number;
  drawn: Drawn;
  effectiveAt: Date;
}

/** What only the server knows of a type of withdrawals; everything else is in the contract's table. */
interface ServerKind {
  /** Moves the coins out of the wallets. */
  readonly entry: (placed: PlacedWithdrawal) => Entry;
  /** The columns of a new row that say whether it is decided. */
  readonly decision: (now: Date) => {
    status: "P" | "A";
    decided_at: Date | null;
    deduction_fc: bigint | null;
    transaction_id: string | null;
  };
  /** As the member's Security page lists it. */
  readonly event: MemberEventKind;
  readonly mail: (tx: Tx, mail: RequestedMail) => Promise<void>;
}

const decidedByOperator: ServerKind = {
  entry: ({ id, ...placed }) => withdrawalRequested({ ...placed, key: `withdraw/request/${id}` }),
  decision: () => ({ status: "P", decided_at: null, deduction_fc: null, transaction_id: null }),
  event: "withdrawal-requested",
  mail: mailRequested,
};

export const serverKinds = {
  coin: decidedByOperator,
  "internal transfer": {
    entry: ({ id, ...placed }) => internalTransfer({ ...placed, key: `withdraw/internal/${id}` }),
    decision: (now) => ({ status: "A", decided_at: now, deduction_fc: 0n, transaction_id: "internal" }),
    event: "internal-transfer",
    mail: mailInternalTransfer,
  },
} as const satisfies Record<WithdrawType, ServerKind>;
