import type { WalletSettings } from "@fc/contract/wallet/portal";
import type { Db } from "../../platform/db.ts";
import { businessSetting, businessSettings } from "../business-settings/business-settings.ts";
import { activeMemberByRefId } from "../members/members.ts";

/** The limits, for the screens that show them and the rules that enforce them. */
export async function walletSettingsOf(db: Db): Promise<WalletSettings & { needsStake: boolean }> {
  const { withdrawal, transfer, plan } = await businessSettings(db, ["withdrawal", "transfer", "plan"]);
  // A mistyped or blocked account counts as not set, so that the form shows it instead of failing at the end.
  const receiver =
    transfer.defaultReceiverRefId === ""
      ? undefined
      : await activeMemberByRefId(db, transfer.defaultReceiverRefId);
  // Picked one by one, so that a setting for operators never reaches members just because of its group.
  return {
    needsStake: withdrawal.needsStake,
    withdrawal: {
      minimumFc: withdrawal.minimumFc,
      standardFromFc: withdrawal.standardFromFc,
      standardToFc: withdrawal.standardToFc,
      feeFc: withdrawal.feeFc,
      hours: withdrawal.hours,
      holdHours: withdrawal.holdHours,
    },
    internalTransferMinimumFc: transfer.internalMinimumFc,
    transfer: {
      minimumFc: transfer.minimumFc,
      notedMinimumFc: transfer.notedMinimumFc,
      betweenMembers: transfer.betweenMembers,
      coolingOffHours: plan.coolingOffHours,
      receiverRefId: receiver?.refId ?? null,
    },
  };
}

/** Whether a member has to stake before withdrawing. A stake that operators reversed does not count; one
 * that its member undid does, because its coins are in the wallets. */
export async function mustStakeFirst(db: Db, memberId: number): Promise<boolean> {
  const { needsStake } = await businessSetting(db, "withdrawal");
  if (!needsStake) return false;
  const stake = await db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", memberId)
    .where((eb) => eb.or([eb("reversal_entry_id", "is", null), eb("is_undone", "=", true)]))
    .limit(1)
    .executeTakeFirst();
  return stake === undefined;
}
