import { keysOf, sure } from "../sure.ts";
import { detailText, type LogDetails } from "./console-log-details.ts";

/** What operators do, as the log tells it. */
interface LoggedAction {
  /** Names the action in the filter of the log. */
  readonly label: string;
  /**
   * A sentence with the line's details in {braces}. What stands in [brackets] is left out where one of its details is
   * missing or false.
   */
  readonly words: string;
}

const byTwo = "[ (proposed by {proposedBy})]";
const because = "[, because: {reason}]";

/** Every action that can be logged: one that has no words here does not compile. */
export const loggedActions = {
  "staking-request/approve": {
    label: "Staking request: approved",
    words:
      "Approved staking request {request}[, knowing that its proof was used {sameProofs} times before][, although {shortfall} are missing on the chain][, although its coins came from an address of another member{fromOthers}][, because: {reason}]",
  },
  "staking-request/confirm": {
    label: "Staking request: confirmed as second operator",
    words:
      "Confirmed staking request {request} as the second operator[, although {shortfall} are missing on the chain][, although its coins came from an address of another member{fromOthers}][, because: {reason}]",
  },
  "coin-address/accept-unsigned": {
    label: "Coin address: accepted unsigned",
    words: `Accepted the coin address {address} without its owner's signature${because}${byTwo}`,
  },
  "staking-request/settle": {
    label: "Staking request: shortfall settled",
    words: `Settled the shortfall of {shortfall} of staking request {request}${because}${byTwo}`,
  },
  "staking-request/release": {
    label: "Staking request: coins of the undone stake released",
    words: "Released the {amount} that undoing the stake of request {request} gave back",
  },
  "staking-request/reject": {
    label: "Staking request: rejected",
    words: `Rejected staking request {request}${because}`,
  },
  "staking-request/undo": {
    label: "Staking request: stake undone",
    words: `Undid the stake of request {request}${because}${byTwo}`,
  },
  "deposit/match": {
    label: "Deposit: matched with a request",
    words: "Matched the deposit of {amount} by {transaction} with staking request {request}",
  },
  "deposit/set-aside": {
    label: "Deposit: set aside",
    words: `Set the deposit of {amount} by {transaction} aside${because}`,
  },
  "bank-account/add": { label: "Bank: account added", words: "Added the bank account {account}" },
  "bank-account/change": {
    label: "Bank: columns changed",
    words: "Changed the columns of the statements of {account}",
  },
  "bank-statement/import": {
    label: "Bank: statement imported",
    words: "Imported {file} of {account}: {lines} new lines, to a balance of {closing}",
  },
  "bank-line/match": {
    label: "Bank: line matched with a request",
    words: "Matched the credit of {amount} on {day} with staking request {request}",
  },
  "bank-line/set-aside": {
    label: "Bank: credit set aside",
    words: `Set the credit of {amount} on {day} aside${because}`,
  },
  "bank-line/bring-back": {
    label: "Bank: credit brought back",
    words: "Brought back the credit of {amount} on {day} that was set aside",
  },
  "coins/compare": { label: "Coins on the chain: compared", words: "Compared the wallets with the ledger" },
  "withdrawal/accept": {
    label: "Withdrawal: accepted",
    words: "Accepted withdrawal {withdrawal}, paid by transaction {transaction}",
  },
  "withdrawal/correct-transaction": {
    label: "Withdrawal: transaction corrected",
    words: "Named transaction {transaction} for withdrawal {withdrawal} in place of {before}",
  },
  "withdrawal/reject": { label: "Withdrawal: rejected", words: `Rejected withdrawal {withdrawal}${because}` },
  "withdrawal/confirm": {
    label: "Withdrawal: confirmed as second operator",
    words: "Confirmed withdrawal {withdrawal} as the second operator",
  },
  "withdrawal/start-paying": {
    label: "Withdrawal: being paid",
    words: "Began to pay withdrawal {withdrawal}",
  },
  "withdrawal/take-over": {
    label: "Withdrawal: taken over",
    words: "Took over the payment of withdrawal {withdrawal} from {from}",
  },
  "withdrawal/stop-paying": {
    label: "Withdrawal: not paid after all",
    words: "Has not paid withdrawal {withdrawal} and left it to others",
  },
  "withdrawal/hand-over": {
    label: "Withdrawal: handed over",
    words: "Handed withdrawal {withdrawal} over to the hot wallet: {amount}[, by rules {rules}]",
  },
  "payout/take-back": {
    label: "Payout: taken back",
    words: "Took withdrawal {withdrawal} back from the hot wallet",
  },
  "payout/give-up": {
    label: "Payout: given up",
    words: `Gave up the payout of withdrawal {withdrawal}${because}`,
  },
  "payout/approve": {
    label: "Payouts: signed",
    words: "Signed {count} payouts with a passkey",
  },
  "payout-rules/sign": {
    label: "Rules for payouts: signed",
    words: "Signed rules for payouts {rules} with a passkey",
  },
  "payout-rules/stop": {
    label: "Rules for payouts: stopped",
    words: "Stopped the rules for payouts {rules}",
  },
  "account/approval-key": {
    label: "Operator: passkey for approvals",
    words: "Made a passkey for approving payouts: {fingerprint}",
  },
  "pause/begin": { label: "Paused", words: `Paused {what} until {until}: "{because}"${because}` },
  "pause/open": { label: "Opened again", words: `Opened {what} for members again${because}${byTwo}` },
  "hot-wallet/pause": {
    label: "Hot wallet: paused",
    words: `Paused the hot wallet {wallet}${because}`,
  },
  "hot-wallet/sign-release": {
    label: "Hot wallet: release signed",
    words: "Signed with a passkey that the hot wallet pays again",
  },
  "hot-wallet/release": {
    label: "Hot wallet: released",
    words: `Released the hot wallet {wallet}${because}${byTwo}`,
  },
  "withdrawal/export": {
    label: "Withdrawals: payment file",
    words: "Downloaded the payment file with {count} withdrawals",
  },
  "member/block": { label: "Member: blocked", words: `Blocked the member${because}` },
  "member/freeze": { label: "Member: frozen", words: `Froze the account${because}` },
  "member/unblock": { label: "Member: unblocked", words: `Unblocked the member${because}` },
  "member/reset-access": {
    label: "Member: access reset",
    words: `Reset the access[ and turned off the authenticator app{authenticatorTurnedOff}]${because}`,
  },
  "member/look": { label: "Member: member view", words: "Looked at the portal as the member" },
  "member/read-kyc": { label: "Member: KYC revealed", words: "Revealed {part}" },
  "member/find": {
    label: "Member: searched by what is shared",
    words: "Searched members by {by}: {value}[, {found} found]",
  },
  "members/export": {
    label: "Members: list saved as a file",
    words: "Saved the list of members as a file[, found by “{search}”][, state {status}]",
  },
  "support/export": {
    label: "Support: messages saved as a file",
    words: "Saved the support messages as a file[, found by “{search}”][, of the filter {filter}]",
  },
  "kyc/approve": { label: "KYC: approved", words: "Approved {part}" },
  "kyc/reject": { label: "KYC: rejected", words: `Rejected {part}${because}` },
  "kyc/ask-to-renew": { label: "KYC: to be renewed", words: `Asked for {part} again${because}` },
  "signal/judge": {
    label: "Signal: looks fine",
    words: `Judged signal {signal} ({rule}) to look fine with evidence {evidence}${because}`,
  },
  "member/set-deduction": { label: "Member: deduction set", words: `Set a deduction of {amount}${because}` },
  "member/cancel-deduction": {
    label: "Member: deduction cancelled",
    words: `Cancelled what was left of a deduction, {amount}${because}`,
  },
  "member/propose-adjustment": {
    label: "Member: adjustment proposed",
    words: `Proposed to {direction} the {wallet} wallet by {amount}${because}`,
  },
  "member/confirm-adjustment": {
    label: "Member: adjustment confirmed",
    words: `Confirmed the adjustment of the {wallet} wallet by {amount}${because}`,
  },
  "member/refuse-adjustment": {
    label: "Member: adjustment refused",
    words: `Refused adjustment {adjustment}${because}`,
  },
  "member/propose-email": {
    label: "Member: new e-mail proposed",
    words: `Proposed to change the e-mail address from {from} to {to}[, having asked for: {asked}]${because}`,
  },
  "member/confirm-email": {
    label: "Member: new e-mail confirmed",
    words: `E-mail address changed from {from} to {to}${because}`,
  },
  "member/propose-pan": {
    label: "Member: PAN correction proposed",
    words: `Proposed to correct the PAN to {number}${because}`,
  },
  "member/confirm-pan": { label: "Member: PAN corrected", words: `PAN corrected to {number}${because}` },
  "member/propose-profile": { label: "Member: correction proposed", words: `To correct {changed}${because}` },
  "member/confirm-profile": { label: "Member: corrected", words: `Corrected {changed}${because}` },
  "member/refuse-correction": {
    label: "Member: correction refused",
    words: `Refused correction {correction}${because}`,
  },
  "member/add-first": { label: "Member: first one added", words: "Added the first member of the network" },
  "support/reply": { label: "Support: answered", words: "Answered {reference}[, to {to}]" },
  "support/note": { label: "Support: note", words: "Added a note to {reference}" },
  "support/close": { label: "Support: closed", words: "Closed {reference}" },
  "support/reopen": { label: "Support: opened again", words: "Opened {reference} again" },
  "support/take": { label: "Support: taken", words: "Took {reference}" },
  "support/leave": { label: "Support: left to others", words: "Left {reference} to others" },
  "faq/add": { label: "FAQ: question added", words: "Added the question “{question}” to the FAQ" },
  "faq/change": {
    label: "FAQ: question changed",
    words: "Changed the question “{question}” of the FAQ to: {answer}",
  },
  "faq/order": { label: "FAQ: ordered", words: "Ordered the questions of the FAQ" },
  "canned-text/add": { label: "Canned text: added", words: "Added the text “{title}”: {body}" },
  "canned-text/change": { label: "Canned text: changed", words: "Changed the text “{title}” to: {body}" },
  "canned-text/remove": { label: "Canned text: removed", words: "Removed the text “{title}”" },
  "notice/write": {
    label: "Notice: written",
    words: "Wrote a notice to {to}, from {from}[ until {until}]: {message}",
  },
  "notice/change": {
    label: "Notice: changed",
    words: "Changed a notice to {to}, from {from}[ until {until}]: {message}",
  },
  "notice/withdraw": { label: "Notice: withdrawn", words: "Withdrew a notice: {message}" },
  "bulk-mail/write": {
    label: "Bulk mail: written",
    words: "Wrote the bulk mail “{subject}” ({kind})[, service because: {serviceReason}]: {text}",
  },
  "bulk-mail/change": {
    label: "Bulk mail: changed",
    words: "Changed the bulk mail “{subject}” ({kind})[, service because: {serviceReason}] to: {text}",
  },
  "bulk-mail/test": { label: "Bulk mail: test", words: "Sent the bulk mail “{subject}” to the own address" },
  "bulk-mail/send": {
    label: "Bulk mail: sent",
    words: `Sent the bulk mail “{subject}” ({kind}) to {count} members[, service because: {serviceReason}]${byTwo}`,
  },
  "bulk-mail/pause": {
    label: "Bulk mail: paused",
    words: "Paused the bulk mail “{subject}” after {count} mails",
  },
  "bulk-mail/resume": { label: "Bulk mail: resumed", words: "Went on with the bulk mail “{subject}”" },
  "bulk-mail/cancel": {
    label: "Bulk mail: cancelled",
    words: "Cancelled the bulk mail “{subject}”[ after {count} mails]",
  },
  "price/set": {
    label: "Price: set",
    words: `Price set from {from} on: {fcFor15Usd} FC for $15[ instead of {before}], ₹{inrPerUsd} for a dollar[ instead of ₹{inrBefore}]${byTwo}`,
  },
  "price/withdraw": {
    label: "Price: withdrawn",
    words: "Withdrew the price of {fcFor15Usd} FC for $15 from {from} on",
  },
  "tax-rule/set": {
    label: "Tax rule: set",
    words: `Tax rule set from {firstDay} on: {section}, {ratePercent} % with and {rateWithoutPanPercent} % without a PAN, above ₹{thresholdInr} a year, taken: {taken}${byTwo}`,
  },
  "tax-rule/withdraw": {
    label: "Tax rule: withdrawn",
    words: "Withdrew the tax rule {section} from {firstDay} on",
  },
  "taxes/certificate": { label: "Taxes: certificate", words: "Printed the tax certificate of {year}" },
  "taxes/remit": {
    label: "Taxes: paid to the state",
    words: `Recorded {amount} of tax, {rupees}, as paid to the state on {paidOn} by challan {challan}${byTwo}`,
  },
  "taxes/reverse": {
    label: "Taxes: remittance taken back",
    words: `Took back the remittance of challan {challan} of {rupees}${because}${byTwo}`,
  },
  "taxes/return": { label: "Taxes: return saved", words: "Saved the file of the tax return of {period}" },
  "plan/draft": { label: "Plan: draft saved", words: "Saved the draft of the plan[: {changes}]" },
  "plan/discard-draft": { label: "Plan: draft discarded", words: "Discarded the draft of the plan" },
  "plan/dry-run": { label: "Plan: dry run", words: "Had the draft of the plan computed as a dry run" },
  "plan/schedule": {
    label: "Plan: scheduled",
    words: `Scheduled version {version} of the plan from {from} on[: {changes}]${byTwo}`,
  },
  "plan/confirm": { label: "Plan: confirmed", words: "Confirmed version {version} of the plan" },
  "plan/withdraw": { label: "Plan: withdrawn", words: "Withdrew version {version} of the plan" },
  "document/draft": { label: "Document: draft saved", words: "Saved the draft of the document “{title}”" },
  "document/discard-draft": {
    label: "Document: draft discarded",
    words: "Discarded the draft of the document “{title}”",
  },
  "document/release": {
    label: "Document: released",
    words: `Released version {version} of the document “{title}”, {substance}${byTwo}`,
  },
  "closing/run": { label: "Closing: missed day", words: "Had the missed day {day} closed" },
  "closing/dry-run": { label: "Closing: dry run", words: "Had the next closing computed as a dry run" },
  "ledger/verify": { label: "Ledger: verified", words: "Had the ledger verified" },
  "pool/propose": {
    label: "Pool: funding proposed",
    words: "Proposed to fund the pool with {amount} from {source}[: {note}]",
  },
  "pool/confirm": { label: "Pool: funded", words: "Confirmed funding {funding} of the pool" },
  "pool/reject": {
    label: "Pool: funding rejected",
    words: `Rejected funding {funding} of the pool${because}`,
  },
  "setting/change": {
    label: "Setting: changed",
    words: `{setting} changed from {from} to {to}${byTwo}`,
  },
  "proposal/propose": { label: "Second person: proposed", words: `Proposed: {what}[ ({changes})]${because}` },
  "proposal/confirm": { label: "Second person: confirmed", words: `Confirmed: {what}[ ({changes})]${byTwo}` },
  "proposal/refuse": {
    label: "Second person: refused",
    words: `Refused: {what}[ ({changes})]${because}${byTwo}`,
  },
  "proposal/take-back": {
    label: "Second person: taken back",
    words: `Took back: {what}[ ({changes})]${because}`,
  },
  "proposal/alone": {
    label: "Second person: done alone",
    words: `Did alone: {what}[ ({changes})]${because}`,
  },
  "operator/invite": {
    label: "Operator: invited",
    words: `Invited {operator} as {role}${byTwo}`,
  },
  "operator/role": {
    label: "Operator: role changed",
    words: `Role of {operator} changed from {from} to {to}${byTwo}`,
  },
  "operator/disable": { label: "Operator: disabled", words: `Disabled the account of {operator}${byTwo}` },
  "operator/enable": { label: "Operator: enabled", words: `Enabled the account of {operator}${byTwo}` },
  "operator/invite-again": {
    label: "Operator: invited again",
    words: `Sent {operator} a new invitation${byTwo}`,
  },
  "operator/reset-second-step": {
    label: "Operator: authenticator app turned off",
    words: `Turned off the authenticator app of {operator}${byTwo}`,
  },
  "operator/add": { label: "Operator: added by command", words: "Added {operator} as {role}" },
  "operator/reset": {
    label: "Operator: reset by command",
    words: "Reset the access of {operator}: a new password and a new authenticator app",
  },
  "company/import": { label: "Company: moved in", words: "Imported the company in {folder}, as of {day}" },
  "company/open": {
    label: "Company: opened",
    words: "Opened the company that moved in, as of {day} (imported by {proposedBy})",
  },
  "company/export": { label: "Company: exported", words: "Exported the company to {folder}[ {secrets}]" },
  "job/retry": { label: "Job: tried again", words: "Had job {job} tried again" },
  "jobs/retry": { label: "Jobs: tried again", words: "Had {count} jobs tried again ({kind})" },
  "job/discard": { label: "Job: discarded", words: `Discarded job {job} ({task})${because}` },
  "mail/test": { label: "Mail: test", words: "Sent a test mail" },
  "session/open": { label: "Own account: signed in", words: "Signed in with the password" },
  "session/second-step": { label: "Own account: second step", words: "Passed the second step by {by}" },
  "session/skip": { label: "Own account: second step skipped", words: "Skipped the second step (demo)" },
  "session/enrol": { label: "Own account: app set up", words: "Set up the authenticator app" },
  "session/choose-password": {
    label: "Own account: password chosen",
    words: "Chose a password by an invitation",
  },
  "session/change-password": { label: "Own account: new password", words: "Changed the own password" },
  "session/replace-app": { label: "Own account: new app", words: "Replaced the own authenticator app" },
  "session/recovery-codes": {
    label: "Own account: recovery codes",
    words: "Made new recovery codes",
  },
  "session/end-other": { label: "Own account: session ended", words: "Signed out on another device" },
  "session/end-others": {
    label: "Own account: sessions ended",
    words: "Signed out on all other devices ({ended})",
  },
} as const satisfies Record<string, LoggedAction>;

export type LogAction = keyof typeof loggedActions;
export const logActionNames = keysOf(loggedActions);

/** What a line of the log says, as a sentence. One of an action that this release does not know lists its details. */
export function logText(action: string, details: LogDetails): string {
  if (!isLogAction(action))
    return [action, ...Object.entries(details).map((each) => each.join(" "))].join(", ");
  const known = (text: string) => namesIn(text).every((name) => isGiven(details[name]));
  return loggedActions[action].words
    .replaceAll(/\[([^\]]*)\]/g, (_whole, part: string) => (known(part) ? part : ""))
    .replaceAll(/\{(count|sameProofs)\} (\w+)s\b/g, (_whole, name: string, one: string) =>
      details[name] === 1 ? `1 ${one}` : `{${name}} ${one}s`,
    )
    .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => detailText(name, details[name]));
}

function isLogAction(action: string): action is LogAction {
  return Object.hasOwn(loggedActions, action);
}

const namesIn = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => sure(name));
const isGiven = (value: unknown) =>
  value !== undefined && value !== null && value !== "" && value !== false && value !== 0;
