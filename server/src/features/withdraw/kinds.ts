import { type Fc, noFc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import type { ParsedChange } from "@fc/contract/otp/changes";
import type { MemberEventKind } from "@fc/contract/security/portal";
import type { WithdrawType } from "@fc/contract/withdraw/kinds";
import { internalTransfer, withdrawalRequested, type Entry } from "../../core/ledger/posting.ts";
import type { Drawn } from "../../core/ledger/accounts.ts";
import { refusePlatformAddress } from "../../core/wallet/coin-address.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { mailInternalTransfer, mailRequested, type RequestedMail } from "./telling.ts";

interface PlacedWithdrawal {
  id: number;
  memberId: number;
  drawn: Drawn;
  effectiveAt: Date;
}

export type WithdrawalChange = ParsedChange<"withdraw" | "internal-transfer">;

interface AskedAddress {
  address: string;
  change: WithdrawalChange;
  chain: Chain | undefined;
}

/** What only the server knows of a type of withdrawals; everything else is in the contract's table. */
interface ServerKind {
  /** Where the coins go: the free coin address that is registered, or what the request names; undefined for neither. */
  readonly addressOf: (known: {
    registered: string | undefined;
    change: WithdrawalChange;
  }) => string | undefined;
  /** Refuses an address that must get no coins. */
  readonly checkAddress: (db: Db, asked: AskedAddress) => Promise<void>;
  /** Moves the coins out of the wallets. */
  readonly entry: (placed: PlacedWithdrawal) => Entry;
  /** The columns of a new row that say whether it is decided. */
  readonly decision: (now: Date) => {
    status: "P" | "A";
    decided_at: Date | null;
    deduction_fc: Fc | null;
    transaction_id: string | null;
  };
  /** As the member's Security page lists it. */
  readonly event: MemberEventKind;
  readonly mail: (tx: Tx, mail: RequestedMail) => Promise<void>;
}

const decidedByOperator = {
  entry: ({ id, ...placed }) => withdrawalRequested({ ...placed, key: `withdraw/request/${id}` }),
  decision: () => ({ status: "P", decided_at: null, deduction_fc: null, transaction_id: null }),
  event: "withdrawal-requested",
  mail: mailRequested,
} satisfies Partial<ServerKind>;

export const serverKinds = {
  coin: {
    ...decidedByOperator,
    addressOf: ({ registered }) => registered,
    async checkAddress(db, { address, change, chain }) {
      const shown = "freeCoinAddress" in change ? change.freeCoinAddress : undefined;
      if (shown !== undefined && shown !== address) throw new AppError("COIN_ADDRESS_CHANGED");
      // It is refused where it is entered, but it may have become the platform's afterwards.
      await refusePlatformAddress(db, { address, chain });
    },
  },
  "internal transfer": {
    addressOf: () => undefined,
    checkAddress: async () => {},
    entry: ({ id, ...placed }) => internalTransfer({ ...placed, key: `withdraw/internal/${id}` }),
    decision: (now) => ({ status: "A", decided_at: now, deduction_fc: noFc, transaction_id: "internal" }),
    event: "internal-transfer",
    mail: mailInternalTransfer,
  },
} as const satisfies Record<WithdrawType, ServerKind>;
