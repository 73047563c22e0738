import { AppError } from "@fc/contract/errors";
import * as z from "zod/mini";
import { memberByRefId } from "../../core/members/members.ts";
import { logAction } from "../../core/operators/log.ts";
import { proposalAct } from "../../core/proposals/act.ts";
import { lockProposals, propose } from "../../core/proposals/proposals.ts";
import { addressProofOf } from "../../core/wallet/address-proof.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** The address of an exchange has no key that its member could sign with: two operators say that it is accepted. */
export const unsignedAddressAct = proposalAct({
  kind: "unsigned-address",
  change: z.object({ memberId: z.number() }),
  async review(db, { memberId }) {
    const { address, setAt, name, refId } = await unprovenAddress(db, memberId);
    const short = shortAddress(address);
    return {
      subject: String(memberId),
      title: `Accept the coin address of ${name} (${refId}) without a signature`,
      lines: [{ label: "Large withdrawals to", from: "not before it is signed", to: short }],
      before: { address: short, setAt: setAt.toISOString() },
      memberId,
    };
  },
  async apply(tx, { memberId }, { operating, proposedBy, reason }) {
    const { address, setAt } = await unprovenAddress(tx, memberId);
    const { operatorId, now } = operating;
    await tx
      .insertInto("coin_address_proofs")
      .values({
        member_id: memberId,
        address,
        set_at: setAt,
        kind: "operators",
        proved_at: now,
        reason,
        proposed_by: proposedBy.id,
        confirmed_by: operatorId,
      })
      .execute();
    const details = { address: shortAddress(address), reason, proposedBy: proposedBy.name };
    await logAction(tx, { ...operating, action: "coin-address/accept-unsigned", memberId, details });
  },
});

export async function proposeUnsigned(
  tx: Tx,
  { refId, ...proposal }: { refId: string; reason: string; operating: Operating; publicUrl: string },
): Promise<void> {
  await lockProposals(tx);
  const { id: memberId } = await memberByRefId(tx, refId);
  await propose(tx, unsignedAddressAct, { change: { memberId }, ...proposal });
}

async function unprovenAddress(db: Db, memberId: number) {
  const found = await db
    .selectFrom("coin_addresses as coin")
    .innerJoin("members as member", "member.id", "coin.member_id")
    .select(["coin.address", "coin.changed_at as setAt", "member.name", "member.ref_id as refId"])
    .where("coin.member_id", "=", memberId)
    .executeTakeFirst();
  if (!found) throw new AppError("COIN_ADDRESS_MISSING");
  if (await addressProofOf(db, memberId)) throw new AppError("ADDRESS_PROVEN");
  return found;
}
