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
  read: { label: "Read every page, with KYC data left out", operators: operatorRoles },
  /** A viewer does not deal with members in person, so a viewer never reads it. */
  revealKyc: { label: "Reveal a member's KYC data", operators: ["support", "finance", "admin"] },
  /** Who opens a case is shown the data: it needs the right to reveal them too. */
  reviewKyc: { label: "Look at PAN and bank details, approve and reject them", operators: support },
  investigate: {
    label: "See and judge fraud signals, and find members by PAN, account, address, device or IP",
    operators: ["support", "finance", "admin"],
  },
  /** Names, e-mail addresses and numbers, or what members wrote, of everybody in one file: each is in the log. */
  exportMembers: { label: "Save the lists of members and support messages as files", operators: support },
  manageAccess: { label: "Block, freeze, unblock, reset access and open a member view", operators: support },
  correctRecords: {
    label:
      "Propose, confirm and refuse a member's new e-mail address, and corrections of name, number and PAN",
    operators: support,
  },
  answerSupport: { label: "Answer, assign and close support messages", operators: support },
  writeFaq: { label: "Write, order, publish and hide the questions of the FAQ", operators: support },
  writeCannedTexts: {
    label: "Write replies and reject reasons that are kept ready",
    operators: ["support", "finance", "admin"],
  },
  writeNotices: { label: "Write, change and withdraw notices", operators: support },
  writeBulkMails: { label: "Write, test, send, pause and cancel bulk mails", operators: support },
  /** A right of its own: who may only write news must not reach members who unsubscribed by calling it "service". */
  sendServiceMails: { label: "Send a bulk mail as service, also to who unsubscribed", operators: admin },
  manageJobs: { label: "Retry and discard failed jobs and mails", operators: support },
  decideRequests: { label: "Decide staking requests and withdrawals", operators: finance },
  correctBalances: { label: "Set deductions, propose and confirm adjustments", operators: finance },
  /** An operator who sees that something goes wrong stops it; it takes nothing from anybody, and ends by itself. */
  pauseForMembers: {
    label: "Pause registration, staking, withdrawals, transfers and members' sign-in, and open them again",
    operators: ["support", "finance", "admin"],
  },
  setPrices: { label: "Set and withdraw prices", operators: finance },
  keepBooks: {
    label: "Close missed days, verify the ledger, fund the pool and record tax paid to the state",
    operators: finance,
  },
  returnTaxes: { label: "Save the file of a tax return, with every PAN in full", operators: finance },
  changePlan: { label: "Write, schedule and withdraw plan versions", operators: admin },
  writeDocuments: {
    label: "Write the terms, the privacy notice and the risk statement, and propose their release",
    operators: admin,
  },
  changeSettings: { label: "Change settings", operators: admin },
  addFirstMember: { label: "Add the first member of the network", operators: admin },
  confirmChanges: { label: "Confirm what redirects money, or gives somebody the power to", operators: admin },
  /** Each kind of proposal says which of these roles may. */
  decideProposals: { label: "Decide what another one has proposed", operators: finance },
  manageOperators: { label: "Invite operators and change their roles", operators: admin },
} as const satisfies Record<string, OperatorAccess & { label: string }>;
