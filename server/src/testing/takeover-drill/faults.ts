import type { Fault } from "../plant.ts";
import type { TryName } from "./tries.ts";

const verify = "core/approvals/verify.ts";
const guard = "core/approvals/guard.ts";
const journal = "core/approvals/journal.ts";
const rules = "core/approvals/rules-in-force.ts";

const anyLimit = { file: guard, from: "if (payment.amountFc > limits.largestFc)", to: "if (false)" };
const unverified = { file: verify, from: "return count !== undefined;", to: "return true;" };
const keysNotPeople = {
  file: verify,
  from: "people.add(approver.person)",
  to: 'people.add(approver.credentialId.toString("hex"))',
};
const keysOfTables = {
  file: guard,
  from: "const found = await readApprovers(approversFile);",
  to: `const rows = await this.#deps.db.selectFrom("approval_keys").selectAll().execute();
    const found = { digest: journal.approvers?.digest, people: rows.map((row) => ({ person: "p" + row.operator_id,
      email: "a@example.com", credentialId: row.credential_id, publicKey: row.public_key })) };`,
};
const earlierWords = { file: rules, from: "|| meant.word !== word", to: "" };

/** For each try the one guard that it aims at, taken out. Then it has to bring the attacker coins. */
export const takeoverFaults: Record<TryName, Fault> = {
  "raise the limits": anyLimit,
  "pay more than a day's limit": { file: guard, from: "return dayFc > limits.dayFc", to: "return false" },
  "forge a session, and hand over what nobody signs": {
    file: guard,
    from: "if (people.size >= needed)",
    to: "if (true)",
  },
  "forge a session, and sign with a key that is only in the tables": keysOfTables,
  "put an approver's name to another signature": unverified,
  "use a signature for a later payout of its withdrawal": {
    file: verify,
    from: "batch.entries.find(({ payoutId }) => payoutId === payment.payoutId)",
    to: "batch.entries[0]",
  },
  "change the address under a signed batch": {
    file: verify,
    from: "isSame(entry.to, payment.to)",
    to: "true",
  },
  "use a signature for another chain": {
    file: verify,
    from: "batch.chainId !== payment.chainId",
    to: "false",
  },
  "use a signature for another contract": {
    file: verify,
    from: "!isSame(batch.contract, payment.contract)",
    to: "false",
  },
  "use a signature for another wallet": {
    file: verify,
    from: "if (!isSame(batch.wallet, payment.wallet)) return false;",
    to: "",
  },
  "use a signature after its expiry": { file: verify, from: "batch.expiresAt <= rules.now", to: "false" },
  "date a signature ahead": { file: journal, from: "after(at, forMs) > now", to: "true" },
  "sign in the format of the release before": {
    file: verify,
    from: "batch.word === undefined ? !rules.isSignedBefore",
    to: "batch.word === undefined ? false",
  },
  "let one person sign twice": keysNotPeople,
  "use a signature from before a pause": { file: journal, from: "this.#words.clear();", to: "" },
  "say by a row that two operators ended a pause": {
    file: guard,
    from: "if (people.size < Math.min(2, named)) return false;",
    to: "",
  },
  "send bytes that were signed before a pause": {
    file: guard,
    from: "async sendRefusal(payment: GuardedPayment): Promise<string | undefined> {",
    to: "async sendRefusal(payment: GuardedPayment): Promise<string | undefined> { return undefined;",
  },
  "age an address in the tables": {
    file: guard,
    from: "after(journal.firstSeen(to) ?? now, limits.addressHours * hour)",
    to: "now",
  },
  "pay before the approvers can stop it": {
    file: guard,
    from: "const from = after(journal.toldAt(key) ?? now, limits.waitMinutes * minute);",
    to: "const from = now;",
  },
  "let the waiting time pass during a pause": { file: journal, from: "this.#told.clear();", to: "" },
  "hand over ten times the units": {
    file: "core/chain/reserve.ts",
    from: 'if (units !== chain.unitsOf(payout.amount_fc)) return { problem: "units" };',
    to: "",
  },
  "write a withdrawal past the ledger": {
    file: "core/chain/reserve.ts",
    from: 'if (await isMoreThanHeld(tx, memberId)) return "books";',
    to: "",
  },
  "pay a payout again that was paid": {
    file: journal,
    from: "return this.#signed.get(payoutId);",
    to: "return undefined;",
  },
  "write rules that nobody has signed": unverified,
  "forge two sessions, and sign rules with keys that are only in the tables": keysOfTables,
  "present one approver's signature of rules twice": {
    file: rules,
    from: "const peopleNeeded = 2;",
    to: "const peopleNeeded = 1;",
  },
  "let one person sign rules with two keys": keysNotPeople,
  "change the text of rules under their signatures": unverified,
  "extend the end of rules under their signatures": unverified,
  "sign other rules with the word of those in force": {
    file: rules,
    from: "journal.rules?.digest !== digest",
    to: "false",
  },
  "let rules last longer than the worker allows": {
    file: rules,
    from: "if (endsAt > after(since, rulesDays * day)) {",
    to: "if (false) {",
  },
  "use rules after their end": { file: rules, from: "|| meant.endsAt <= clock()", to: "" },
  "use rules again that were stopped": earlierWords,
  "lift the stop of rules": earlierWords,
  "pay by rules after they were stopped": {
    file: rules,
    from: "isHeld || (await this.#isStopped(word))",
    to: "isHeld",
  },
  "use rules from before a pause": { file: journal, from: "this.#rulesWord = undefined;", to: "" },
  "use rules of another chain": { file: rules, from: "meant.chainId === chainId", to: "true" },
  "use rules of another contract": { file: rules, from: "isSame(meant.contract, contract)", to: "true" },
  "use rules of another wallet": { file: rules, from: "isSame(meant.wallet, address)", to: "true" },
  "age an address in the tables for rules": {
    file: rules,
    from: "addressSeenAt: journal.firstSeen(to) ?? now,",
    to: `addressSeenAt: (await db.selectFrom("coin_addresses").select("changed_at as at").where("address", "=", to)
      .executeTakeFirstOrThrow()).at,`,
  },
  "rewrite the day's sum of rules in the tables": {
    file: rules,
    from: "journal.signedByRulesSince(from ?? now)",
    to: `BigInt((await db.selectFrom("chain_payouts").select((eb) => eb.fn.sum("amount_fc").as("fc"))
      .where("rules_word", "is not", null).where("withdrawal_id", "<>", withdrawalId).where("reserved_at", ">=", from).executeTakeFirstOrThrow()).fc ?? 0)`,
  },
  "write into the tables that rules hand over what they do not pay": {
    file: rules,
    from: "const stop = await this.stoppedBy(signed, payment);",
    to: "const stop = undefined;",
  },
  "sign rules above the worker's own limit": anyLimit,
};
