import { keysOf } from "@fc/contract/sure";
import { sql } from "kysely";
import { minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { openWallet, walletOf, type WalletKey } from "./wallets.ts";

/** An operator who decides what to hand over reads it, so it is as old as that decision allows. */
const lookEveryMs = minute;

/** Whether it is time to see what the wallet holds; also before it has a row, so that the console can name it. */
export async function isLookDue({ db, chain, clock }: PayoutDeps): Promise<boolean> {
  if (!chain.signer) return false;
  const wallet = await walletOf(db, {
    chainId: chain.chainId,
    address: chain.signer.address,
  }).executeTakeFirst();
  const at = wallet?.looked_at?.getTime() ?? 0;
  return at + lookEveryMs <= clock().getTime();
}

/** Keeps what the wallet holds, for the console and the alerts. */
export async function lookAtWallet({ db, chain, clock }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const { address } = chain.signer;
  await openWallet(db, { chain, address, now: clock() });
  const { coinUnits, gasWei } = await chain.balancesOf(address);
  await atomically(db, keepBalances, { chainId: chain.chainId, address, coinUnits, gasWei, now: clock() });
}

async function keepBalances(
  tx: Tx,
  { chainId, address, coinUnits, gasWei, now }: WalletKey & { coinUnits: bigint; gasWei: bigint; now: Date },
): Promise<void> {
  await tx
    .updateTable("chain_wallets")
    .set({ coin_units: String(coinUnits), gas_wei: String(gasWei), looked_at: now })
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .execute();
}

/** Keeps what the guard says of itself, for the console and the alerts. */
export async function noteSigning({ db, chain, guard }: PayoutDeps): Promise<void> {
  if (!chain.signer) return;
  const key = { chainId: chain.chainId, address: chain.signer.address };
  const { problem, approversChangedAt = null, mailProblem = null } = await guard.state();
  const given = await guard.words(key);
  const unknown = given && "problem" in given ? given.problem : undefined;
  const rules = unknown === undefined ? await guard.rules({ ...key, contract: chain.contract }) : {};
  await atomically(db, keepSigning, {
    key,
    signing: {
      signing_problem: problem ?? unknown ?? null,
      approvers_changed_at: approversChangedAt,
      approver_mail_problem: mailProblem,
      rules_word: rules.word ?? null,
      rules_text: rules.text ?? null,
      rules_problem: rules.problem ?? null,
      // The words of another memory stay in the table: by them this memory knows that there is another one.
      ...(given && "words" in given && { approval_words: [...given.words], approval_purpose: given.purpose }),
    },
  });
}

interface Signing {
  signing_problem: string | null;
  approvers_changed_at: Date | null;
  approver_mail_problem: string | null;
  rules_word: string | null;
  rules_text: string | null;
  rules_problem: string | null;
  approval_words?: string[];
  approval_purpose?: "payouts" | "release";
}

async function keepSigning(tx: Tx, { key, signing }: { key: WalletKey; signing: Signing }): Promise<void> {
  const { chainId, address } = key;
  const { approval_words: words, approval_purpose: _purpose, ...texts } = signing;
  await tx
    .updateTable("chain_wallets")
    .set(signing)
    .where("chain_id", "=", chainId)
    .where("address", "=", address)
    .where((eb) =>
      eb.or([
        ...keysOf(texts).map((name) => eb(name, "is distinct from", texts[name])),
        ...(words ? [sql<boolean>`approval_words <> ${words}::uuid[]`] : []),
      ]),
    )
    .execute();
}
