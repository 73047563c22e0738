import { noticeMs } from "@fc/contract/notice-times";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { stakingMessages } from "@fc/contract/staking/portal";
import { transferSent } from "@fc/contract/transfer/portal";
import { withdrawSent } from "@fc/contract/withdraw/kinds";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Done } from "../otp/use-otp-change.ts";
import { toast } from "../feedback/toasts.tsx";

/** What the specification says once it is done. */
const notices = {
  staking: stakingMessages.sent,
  "staking-topup": stakingMessages.topUpSent,
  "stake-undo": stakingMessages.undone,
  ...withdrawSent,
  transfer: transferSent,
} as const satisfies Partial<Record<OtpPurpose, string>>;

export type MoneyPurpose = keyof typeof notices;

/** What follows a change that moved coins, whether its answer arrived or was looked up: a notice, and its receipt. */
export function useMoneyDone() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (purpose: MoneyPurpose, { reference }: Done) => {
    toast.success(notices[purpose], noticeMs.changeConfirmed);
    // Coins moved: every figure on every screen may have changed.
    void queries.invalidateQueries();
    if (reference !== undefined) void navigate({ to: "/receipt/$reference", params: { reference } });
  };
}
