import type { WalletSettings } from "@fc/contract/wallet/portal";
import type { Db } from "../../platform/db.ts";
import { businessSetting, businessSettings } from "../business-settings/business-settings.ts";
import { activeMemberByRefId } from "../members/members.ts";

/** The limits, for the screens that show them and the rules that enforce them. */
export async function walletSettingsOf(db: Db): Promise<WalletSettings & { needsStake: boolean }> {
  const settings = await businessSettings(db, ["withdrawal", "transfer"]);
  const { needsStake, ...withdrawal } = settings.withdrawal;
  const { defaultReceiverRefId, minimumFc, notedMinimumFc, betweenMembers } = settings.transfer;
  // A mistyped or blocked account counts as not set, so that the form shows it instead of failing at the end.
  const receiver =
    defaultReceiverRefId === "" ? undefined : await activeMemberByRefId(db, defaultReceiverRefId);
  return {
    needsStake,
    withdrawal,
    internalTransferMinimumFc: settings.transfer.internalMinimumFc,
    transfer: { minimumFc, notedMinimumFc, betweenMembers, receiverRefId: receiver?.refId ?? null },
  };
}

/** Whether a member has to stake before withdrawing. A reversed stake does not count. */
export async function mustStakeFirst(db: Db, memberId: number): Promise<boolean> {
  const { needsStake } = await businessSetting(db, "withdrawal");
  if (!needsStake) return false;
  const stake = await db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", memberId)
    .where("reversal_entry_id", "is", null)
    .limit(1)
    .executeTakeFirst();
  return stake === undefined;
}
