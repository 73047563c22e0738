import type { Fc } from "@fc/contract/units";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { endOfDay, indiaDayOf, momentsOf } from "@fc/contract/period";
import { sure } from "@fc/contract/sure";
import type { PayoutRules, PayoutRulesState } from "@fc/contract/withdraw/console-payout-rules";
import { sql } from "kysely";
import { challengeOf } from "../../core/approvals/batch.ts";
import { rulesIn, rulesText } from "../../core/approvals/rules.ts";
import { walletsOf, type WalletRow } from "../../core/chain/wallets.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { requestOf, type Signing } from "./approval-keys.ts";

interface AskedRules extends Signing {
  chain: Chain;
}

export async function rulesState(db: Db, asked: AskedRules): Promise<PayoutRulesState | null> {
  const { chain, actor, operating } = asked;
  const [wallet] = await walletsOf(db, chain.chainId);
  if (!wallet?.rules_word) return null;
  const { rules_word: word, rules_text: inForce, rules_problem: problem } = wallet;
  if (await isStopped(db, word)) return { inForce: null, waiting: null, isStopped: true, problem: null };
  const signed = await signaturesOf(db, word);
  const shown = (text: string) => {
    const found = rulesIn(text);
    if (!found) return null;
    const signedBy = signed.filter((each) => each.text === text).map(({ name }) => name);
    return { rules: found.rules, endsAt: found.endsAt.toISOString(), signedBy: [...new Set(signedBy)] };
  };
  if (inForce !== null) {
    const found = shown(inForce);
    const usedTodayFc = await usedToday(db, { chainId: chain.chainId, word, now: operating.now });
    return { inForce: found && { ...found, usedTodayFc }, waiting: null, isStopped: false, problem };
  }
  const newest = signed.findLast(({ text }) => isToBeSigned(text, { chain, wallet, now: operating.now }));
  const waiting = newest && shown(newest.text);
  if (!newest || !waiting) return { inForce: null, waiting: null, isStopped: false, problem };
  const isSigned = signed.some(({ text, by }) => text === newest.text && by === actor.operatorId);
  const request = await requestOf(db, asked, challengeOf(newest.text));
  return {
    inForce: null,
    waiting: { ...waiting, text: newest.text, isSigned, request },
    isStopped: false,
    problem,
  };
}

export async function draftRules(
  db: Db,
  { lastDay, rules, ...asked }: AskedRules & { rules: PayoutRules; lastDay: string },
) {
  const { chain, operating } = asked;
  const [wallet] = await walletsOf(db, chain.chainId);
  if (!wallet?.rules_word || wallet.rules_text !== null || (await isStopped(db, wallet.rules_word)))
    throw new AppError("CONFLICT");
  const endsAt = endOfDay(lastDay);
  if (endsAt <= operating.now) throw new AppError("RULES_ENDED");
  const { chainId, contract } = chain;
  const text = rulesText({
    chainId,
    contract,
    wallet: wallet.address,
    word: wallet.rules_word,
    endsAt,
    rules,
  });
  return { text, request: await requestOf(db, asked, challengeOf(text)) };
}

/** What a signature of rules is kept under; undefined where the text is none, or cannot be signed now. */
export async function wordOfRules(
  db: Db,
  { chain, text, operating }: { chain: Chain; text: string; operating: Operating },
): Promise<string | undefined> {
  const [wallet] = await walletsOf(db, chain.chainId);
  if (!wallet?.rules_word || !isToBeSigned(text, { chain, wallet, now: operating.now })) return undefined;
  return (await isStopped(db, wallet.rules_word)) ? undefined : wallet.rules_word;
}

function isToBeSigned(
  text: string,
  { chain, wallet, now }: { chain: Chain; wallet: WalletRow; now: Date },
): boolean {
  const found = rulesIn(text);
  if (!found || found.word !== wallet.rules_word || found.endsAt <= now) return false;
  const { chainId, contract } = chain;
  return rulesText({ ...found, chainId, contract, wallet: wallet.address }) === text;
}

/** By one operator, at once: what pays by itself must not wait for a second one to stop it. */
export async function stopRules(
  tx: Tx,
  { chain, operating }: { chain: Chain; operating: Operating },
): Promise<void> {
  const [wallet] = await walletsOf(tx, chain.chainId);
  if (!wallet?.rules_word) throw new AppError("CONFLICT");
  const { rules_word: word } = wallet;
  const stopped = await tx
    .insertInto("payout_rules_stops")
    .values({ word, operator_id: operating.operatorId, stopped_at: operating.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("word")
    .executeTakeFirst();
  if (stopped) await logAction(tx, { ...operating, action: "payout-rules/stop", details: { rules: word } });
}

/** What these rules have handed over and any rules have signed today, for the page. The worker counts by its own memory. */
async function usedToday(
  db: Db,
  { chainId, word, now }: { chainId: number; word: string; now: Date },
): Promise<number> {
  const { from } = momentsOf({ from: indiaDayOf(now) });
  const { sum } = await db
    .selectFrom("chain_payouts")
    .select(sql<Fc>`coalesce(sum(amount_fc), 0)::bigint`.as("sum"))
    .where("chain_id", "=", chainId)
    .where("rules_word", "is not", null)
    .where((eb) => eb.or([eb("rules_word", "=", word), eb("state", "not in", ["waiting", "reserved"])]))
    .where("state", "not in", ["failed", "taken-back"])
    .where((eb) => eb.or([eb("reserved_at", "is", null), eb("reserved_at", ">=", sure(from))]))
    .executeTakeFirstOrThrow();
  return fcToWire(sum);
}

async function isStopped(db: Db, word: string): Promise<boolean> {
  const stopped = await db
    .selectFrom("payout_rules_stops")
    .select("word")
    .where("word", "=", word)
    .executeTakeFirst();
  return stopped !== undefined;
}

/** The oldest first. */
function signaturesOf(db: Db, word: string) {
  return db
    .selectFrom("payout_approvals as approval")
    .innerJoin("payout_approval_entries as entry", "entry.approval_id", "approval.id")
    .innerJoin("operators as operator", "operator.id", "approval.operator_id")
    .select(["approval.text", "approval.operator_id as by", "operator.name"])
    .where("entry.payout_key", "=", word)
    .orderBy("approval.id")
    .execute();
}
