import { keysOf } from "../sure.ts";
import { operatorRights, type OperatorAccess } from "../operator-access.ts";

interface ProposalKindInfo {
  readonly label: string;
  /** Who proposes it, and must still be able to when it is confirmed. */
  readonly proposedBy: OperatorAccess;
  readonly confirmedBy: OperatorAccess;
  /** Whether the only admin does it alone, until a second one has signed in. */
  readonly isAloneAtFirst: boolean;
  /** The page of the console where it is proposed. */
  readonly to: string;
  /** It is decided on that page alone, beside what has to be looked at. */
  readonly isDecidedThere?: true;
}

const {
  changeSettings,
  setPrices,
  changePlan,
  writeDocuments,
  manageOperators,
  correctBalances,
  keepBooks,
  decideRequests,
  confirmChanges,
  writeBulkMails,
  pauseForMembers,
  decideProposals,
} = operatorRights;
const byAdmins = { confirmedBy: confirmChanges, isAloneAtFirst: true } as const;
const ofOperator = { proposedBy: manageOperators, ...byAdmins, to: "/operators" } as const;

/** What redirects money, or gives somebody the power to: one person proposes it, and another one confirms it. */
export const proposalKinds = {
  settings: { label: "Settings", proposedBy: changeSettings, ...byAdmins, to: "/settings" },
  price: { label: "Price", proposedBy: setPrices, ...byAdmins, to: "/prices" },
  plan: { label: "Plan", proposedBy: changePlan, ...byAdmins, to: "/plan" },
  /** It binds every member from then on. */
  document: { label: "Document", proposedBy: writeDocuments, ...byAdmins, to: "/documents" },
  "tax-rule": { label: "Tax rule", proposedBy: changeSettings, ...byAdmins, to: "/taxes" },
  "operator-invitation": { label: "New operator", ...ofOperator },
  "operator-role": { label: "Operator's role", ...ofOperator },
  "operator-enabling": { label: "Operator's account", ...ofOperator },
  "operator-second-step": { label: "Operator's authenticator app", ...ofOperator },
  "operator-password": { label: "Operator's password", ...ofOperator },
  /** It carries the company's name to many: "pay to this account from now on" redirects money as a setting does. */
  "bulk-mail": { label: "Bulk mail", proposedBy: writeBulkMails, ...byAdmins, to: "/bulk-mail" },
  "stake-undoing": {
    label: "Stake to be undone",
    proposedBy: correctBalances,
    confirmedBy: correctBalances,
    isAloneAtFirst: false,
    to: "/staking-requests",
  },
  "staking-shortfall": {
    label: "Shortfall of a staking request",
    proposedBy: decideRequests,
    confirmedBy: decideRequests,
    isAloneAtFirst: false,
    to: "/staking-requests",
  },
  "unsigned-address": {
    label: "Coin address without a signature",
    proposedBy: decideRequests,
    confirmedBy: decideRequests,
    isAloneAtFirst: false,
    to: "/members",
  },
  "tax-remittance": {
    label: "Tax paid to the state",
    proposedBy: keepBooks,
    confirmedBy: keepBooks,
    isAloneAtFirst: false,
    to: "/taxes",
  },
  "tax-remittance-reversal": {
    label: "Tax that was not paid to the state",
    proposedBy: keepBooks,
    confirmedBy: keepBooks,
    isAloneAtFirst: false,
    to: "/taxes",
  },
  /** Any of them pauses it alone; that it may pay again is never the choice of one. */
  "hot-wallet-release": {
    label: "Release of the hot wallet",
    proposedBy: decideRequests,
    confirmedBy: decideRequests,
    isAloneAtFirst: false,
    to: "/payouts",
  },
  "pause-opening": {
    label: "Opening for members again",
    proposedBy: pauseForMembers,
    confirmedBy: decideProposals,
    isAloneAtFirst: true,
    to: "/pauses",
  },
  /** The import proposes it. Never one person alone, however few admins there are: its sums become what is owed. */
  arrival: {
    label: "Opening of the company that moved in",
    proposedBy: confirmChanges,
    confirmedBy: confirmChanges,
    isAloneAtFirst: false,
    to: "/arrival",
    isDecidedThere: true,
  },
} as const satisfies Record<string, ProposalKindInfo>;

export type ProposalKind = keyof typeof proposalKinds;
export const proposalKindNames = keysOf(proposalKinds);

export const proposalKindOf = (kind: ProposalKind): ProposalKindInfo => proposalKinds[kind];
