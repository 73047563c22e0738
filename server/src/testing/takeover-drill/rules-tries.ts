import { asFc } from "@fc/contract/units";
import { fcUnitsPerCoin } from "@fc/contract/money";
import type { RulesToSign } from "../../core/approvals/rules.ts";
import { payByRules } from "../../features/withdraw/rules-task.ts";
import { after, hour } from "../../platform/clock.ts";
import { addApprover, stayOperators, wideRules } from "../approvals.ts";
import {
  forgedSession,
  keepSignature,
  liftInTables,
  pause,
  release,
  stopRules,
  type Attack,
} from "./attacker.ts";
import {
  askByRules,
  payBinaByRules,
  presentAgain,
  rightRules,
  signatureOf,
  trickIntoRules,
  writtenRules,
} from "./rules-attacker.ts";

const other = `0x${"e".repeat(40)}`;

/** Both approvers were tricked into signing these, which are not of this worker. */
const foreign =
  (change: { chainId?: number; contract?: string; wallet?: string }) =>
  async (attack: Attack): Promise<void> => {
    await trickIntoRules(attack, { change });
    await askByRules(attack);
  };

/** Both approvers have signed something narrower, and the attacker writes another text above their signatures. */
const rewritten =
  (signed: (attack: Attack) => Partial<RulesToSign>) =>
  async (attack: Attack): Promise<void> => {
    const { web, finance, admin } = attack;
    const narrow = await writtenRules(attack, signed(attack));
    const { word, text } = await writtenRules(attack);
    for (const approver of [finance, admin])
      await keepSignature(web, word, { ...signatureOf(attack, approver, narrow.text), text });
    await presentAgain(attack);
    await askByRules(attack);
  };

export const ruleTriesByOwner = {
  async "rewrite the day's sum of rules in the tables"(attack: Attack) {
    const { t, owner } = attack;
    await rightRules(attack, { largestFc: 8_000_000, dayFc: 8_000_000 });
    await payBinaByRules(attack);
    await owner.query("begin; set local session_replication_role = replica");
    await owner.query(
      "update chain_payouts set reserved_at = $1::timestamptz - interval '2 days' where rules_word is not null",
      [t.app.time.now],
    );
    await owner.query("commit");
    await askByRules(attack);
  },
  async "write into the tables that rules hand over what they do not pay"(attack: Attack) {
    const { t, owner, mallory } = attack;
    await rightRules(attack, { largestFc: 1_000_000 });
    const { payoutId } = await t.handedOver(mallory);
    await owner.query(
      "update chain_payouts set rules_word = (select rules_word from chain_wallets) where id = $1",
      [payoutId],
    );
  },
  async "lift the stop of rules"(attack: Attack) {
    await rightRules(attack);
    await stopRules(attack.t);
    // The worker sees it.
    await presentAgain(attack);
    await attack.owner.query("delete from payout_rules_stops");
    await presentAgain(attack);
    await askByRules(attack);
  },
};

export const ruleTriesByWeb = {
  async "write rules that nobody has signed"(attack: Attack) {
    const { web, finance, admin } = attack;
    const { word, text } = await writtenRules(attack);
    const forged = await addApprover(attack.t.app, await forgedSession(attack));
    const signature = signatureOf(attack, forged, text);
    for (const { passkey } of [finance, admin])
      await keepSignature(web, word, { ...signature, credentialId: passkey.id });
    await presentAgain(attack);
    await askByRules(attack);
  },
  async "forge two sessions, and sign rules with keys that are only in the tables"(attack: Attack) {
    const { t } = attack;
    const one = await addApprover(t.app, await forgedSession(attack));
    const two = await addApprover(t.app, await forgedSession(attack, "admin"));
    await trickIntoRules(attack, { by: [one, two] });
    await askByRules(attack);
  },
  async "present one approver's signature of rules twice"(attack: Attack) {
    const { finance } = attack;
    await trickIntoRules(attack, { by: [finance, finance] });
    await askByRules(attack);
  },
  async "let one person sign rules with two keys"(attack: Attack) {
    const { finance, secondKey } = attack;
    await trickIntoRules(attack, { by: [finance, secondKey] });
    await askByRules(attack);
  },
  "change the text of rules under their signatures": rewritten(() => ({
    rules: { ...wideRules, largestFc: 1 },
  })),
  "extend the end of rules under their signatures": rewritten(({ t }) => ({
    endsAt: after(t.app.time.now, -hour),
  })),
  async "sign other rules with the word of those in force"(attack: Attack) {
    await rightRules(attack, { largestFc: 1 });
    await trickIntoRules(attack);
    await askByRules(attack);
  },
  async "let rules last longer than the worker allows"(attack: Attack) {
    await trickIntoRules(attack, { change: { endsAt: new Date("2099-01-01T00:00:00.000Z") } });
    await askByRules(attack);
  },
  async "use rules after their end"(attack: Attack) {
    const { t } = attack;
    await trickIntoRules(attack, { change: { endsAt: after(t.app.time.now, hour) } });
    t.app.time.advance(2 * hour);
    await stayOperators(t.app);
    await askByRules(attack);
  },
  async "use rules again that were stopped"(attack: Attack) {
    await rightRules(attack);
    await stopRules(attack.t);
    await presentAgain(attack);
    await presentAgain(attack);
    await askByRules(attack);
  },
  async "use rules from before a pause"(attack: Attack) {
    await rightRules(attack);
    await pause(attack);
    await liftInTables(attack);
    await release(attack);
    await presentAgain(attack);
    await askByRules(attack);
  },
  "use rules of another chain": foreign({ chainId: 97 }),
  "use rules of another contract": foreign({ contract: other }),
  "use rules of another wallet": foreign({ wallet: other }),
  async "age an address in the tables for rules"(attack: Attack) {
    await rightRules(attack, { addressDays: 2 });
    await askByRules(attack);
  },
  async "pay by rules after they were stopped"(attack: Attack) {
    await rightRules(attack);
    await askByRules(attack);
    await payByRules(attack.t.deps);
    await stopRules(attack.t);
  },
  async "sign rules above the worker's own limit"(attack: Attack) {
    attack.worker.limits.largestFc = asFc(1_000_000n * fcUnitsPerCoin);
    await trickIntoRules(attack);
    await askByRules(attack);
  },
};
