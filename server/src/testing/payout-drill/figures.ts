import { noFc, minus } from "@fc/contract/units";
import { verify } from "../../core/ledger/verify.ts";
import type { Chain } from "../../platform/chain/types.ts";
import type { Db } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import type { TestChain } from "../chain/test-chain.ts";

/** What the drill ends with. Paid is what the chain and the ledger both say. */
export interface Figures {
  asked: number;
  paid: number;
  /** Payments on the chain that were made a second time. */
  doubled: number;
  /** Withdrawals that were handed over and are not paid. */
  lost: number;
  /** Coins that left the wallet for no withdrawal, and withdrawals that the ledger calls paid without a payment. */
  unexplained: number;
  isLedgerVerified: boolean;
}

interface Compared {
  db: Db;
  ownerUrl: string;
  secretKey: SecretKey;
  tested: TestChain;
  chain: Chain;
}

/** Compares the chain itself, not what our endpoints say of it, with the tables. */
export async function figuresOf({ db, ownerUrl, secretKey, tested, chain }: Compared): Promise<Figures> {
  const payouts = await db
    .selectFrom("chain_payouts as payout")
    .innerJoin("withdrawals as withdrawal", "withdrawal.id", "payout.withdrawal_id")
    .select(["payout.mark", "withdrawal.address", "withdrawal.status", "withdrawal.transaction_id"])
    .select(["withdrawal.amount_fc", "withdrawal.fee_fc", "withdrawal.tax_fc", "withdrawal.deduction_fc"])
    .execute();
  const byMark = new Map(payouts.map((payout) => [payout.mark, payout]));
  const transfers = sentTransfers(tested, chain);
  const explained = transfers.filter(({ mark, to, units }) => {
    const asked = byMark.get(mark);
    if (asked === undefined) return false;
    // By the withdrawal itself: what the payout says of it may be what is wrong.
    const netFc = minus(asked.amount_fc, asked.fee_fc, asked.tax_fc, asked.deduction_fc ?? noFc);
    return asked.address?.toLowerCase() === to.toLowerCase() && chain.unitsOf(netFc) === units;
  });
  const paidMarks = new Set<string>(explained.map(({ mark }) => mark));
  const hashes = new Set<string>(explained.map(({ hash }) => hash));
  const accepted = payouts.filter(({ status }) => status === "A");
  const withPayment = accepted.filter(({ transaction_id }) => hashes.has(transaction_id ?? ""));
  const { differences } = await verify(ownerUrl, { secretKey });
  for (const difference of differences) console.log(difference);
  const paid = withPayment.filter(({ mark }) => paidMarks.has(mark)).length;
  return {
    asked: payouts.length,
    paid,
    doubled: explained.length - paidMarks.size,
    lost: payouts.length - paid,
    unexplained: transfers.length - explained.length + accepted.length - withPayment.length,
    isLedgerVerified: differences.length === 0,
  };
}

function sentTransfers({ local, hotWallet, contract }: TestChain, chain: Chain) {
  return local.blocks
    .flatMap(({ transactions }) => transactions)
    .filter(
      ({ from, transaction, hasSucceeded }) =>
        hasSucceeded &&
        from === hotWallet.address.toLowerCase() &&
        transaction.to?.toString() === contract.toLowerCase(),
    )
    .flatMap(({ hash, transaction }) => {
      const found = chain.transferIn(`0x${Buffer.from(transaction.data).toString("hex")}`);
      // A nonce that was given up moves nothing.
      return found && found.units > 0n ? [{ hash, ...found }] : [];
    });
}
