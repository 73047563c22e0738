export const operatorRoles = ["viewer", "support", "finance", "admin"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Which operators may call a route. */
export interface OperatorAccess {
  readonly operators: readonly OperatorRole[];
}

const support = ["support", "admin"] as const;
const finance = ["finance", "admin"] as const;
const admin = ["admin"] as const;

/**
 * Everything that operators may do, and which roles may do it. Each route of the console names its right; the server
 * refuses everybody else, and the console hides what the role does not allow.
 */
export const operatorRights = {
  /** Read every page, with KYC data left out. */
  read: { operators: operatorRoles },
  /** Reveal a member's KYC data. A viewer does not deal with members in person, so a viewer never reads it. */
  revealKyc: { operators: ["support", "finance", "admin"] },
  /** Block, unblock, reset access and open a member view. */
  manageAccess: { operators: support },
  /** Propose, confirm and refuse a member's new e-mail address or corrected PAN. */
  correctRecords: { operators: support },
  /** Answer, assign and close support messages. */
  answerSupport: { operators: support },
  /** Write, change and withdraw notices. */
  writeNotices: { operators: support },
  /** Retry and discard failed jobs and mails. */
  manageJobs: { operators: support },
  /** Decide staking requests and withdrawals. */
  decideRequests: { operators: finance },
  /** Set deductions, propose and confirm adjustments. */
  correctBalances: { operators: finance },
  /** Set and withdraw prices. */
  setPrices: { operators: finance },
  /** Close missed days, verify the ledger and fund the pool. */
  keepBooks: { operators: finance },
  /** Write, schedule and withdraw plan versions. */
  changePlan: { operators: admin },
  /** Change settings. */
  changeSettings: { operators: admin },
  /** Add the first member of the network. */
  addFirstMember: { operators: admin },
  /** Confirm what redirects money, or gives somebody the power to. */
  confirmChanges: { operators: admin },
  /** Decide proposals; each kind of proposal says which of these roles may. */
  decideProposals: { operators: finance },
  /** Invite operators and change their roles. */
  manageOperators: { operators: admin },
} as const satisfies Record<string, OperatorAccess>;
