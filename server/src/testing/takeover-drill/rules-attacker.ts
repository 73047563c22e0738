import { challengeOf } from "../../core/approvals/batch.ts";
import { rulesText, type RulesToSign } from "../../core/approvals/rules.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { requestFor } from "../../core/passkeys/webauthn.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { payByRules } from "../../features/withdraw/rules-task.ts";
import { after, day } from "../../platform/clock.ts";
import { stayOperators, wideRules, type TestApprover } from "../approvals.ts";
import { makeUnsuspicious, rulesInForce } from "../payout-rules.ts";
import { keepSignature, type Attack, type Signature } from "./attacker.ts";

/** Rules as the attacker's page writes them: with the worker's word of now, and wide enough for the next payout. */
export async function writtenRules(
  { t, web }: Attack,
  change: Partial<RulesToSign> = {},
): Promise<{ word: string; text: string }> {
  const { rows } = await web.query<{ address: string; word: string }>(
    "select address, rules_word as word from chain_wallets",
  );
  const [row] = rows;
  if (!row) throw new Error("the worker has given out no word for rules");
  const { chainId, contract } = t.tested.chain;
  const endsAt = after(t.app.time.now, 7 * day);
  const written = {
    chainId,
    contract,
    wallet: row.address,
    word: row.word,
    endsAt,
    rules: wideRules,
    ...change,
  };
  return { word: row.word, text: rulesText(written) };
}

export function signatureOf({ t }: Attack, { passkey }: TestApprover, text: string): Signature {
  const place = requirePasskeyPlace(t.app.deps.publicUrl);
  const { response } = passkey.sign(requestFor(place, { challenge: challengeOf(text) }));
  return { text, credentialId: passkey.id, response };
}

/** Operators who are tricked on the attacker's page sign rules, and the attacker keeps the signatures. */
export async function trickIntoRules(
  attack: Attack,
  {
    change = {},
    by = [attack.finance, attack.admin],
  }: { change?: Partial<RulesToSign>; by?: TestApprover[] } = {},
): Promise<void> {
  const { word, text } = await writtenRules(attack, change);
  for (const approver of by) await keepSignature(attack.web, word, signatureOf(attack, approver, text));
  await noteSigning(attack.t.deps);
}

/** Both approvers sign rules rightly, and the worker takes them. */
export async function rightRules(attack: Attack, rules: Partial<typeof wideRules> = {}): Promise<void> {
  await stayOperators(attack.t.app);
  await rulesInForce(attack.t, [attack.finance, attack.admin], rules);
}

/** A withdrawal of the attacker's that the rules may look at. What signals and KYC say is in tables, and so is forged. */
export async function askByRules({ t, mallory }: Attack): Promise<number> {
  const id = await t.withdraw(mallory);
  await makeUnsuspicious(t, mallory);
  return id;
}

/** What was signed with earlier words is presented for the word of now. */
export async function presentAgain({ t, web }: Attack): Promise<void> {
  await web.query(
    `insert into payout_approval_entries (payout_key, approval_id)
     select rules_word, approval.id from chain_wallets, payout_approvals as approval
     where approval.text like 'fc-rules/1%'
     on conflict do nothing`,
  );
  await noteSigning(t.deps);
}

/** Somebody else is paid by the rules, rightly. */
export async function payBinaByRules({ t, bina }: Attack): Promise<void> {
  await t.withdraw(bina);
  await makeUnsuspicious(t, bina);
  await payByRules(t.deps);
  await t.payAndSettle();
  if ((await t.arrivedAt(bina.address)) === 0) throw new Error("the rules did not pay what they allow");
}
