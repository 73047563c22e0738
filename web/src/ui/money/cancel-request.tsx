import type { ErrorCode } from "@fc/contract/errors";
import { noticeMs } from "@fc/contract/notice-times";
import { cancelStake } from "@fc/contract/staking/portal";
import { cancelWithdrawal } from "@fc/contract/withdraw/portal";
import type { ReceiptKindName } from "@fc/contract/receipts/kinds";
import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError, call } from "../../lib/api/api.ts";
import { useT } from "../../lib/i18n.ts";
import { msg } from "../../lib/msg.ts";
import { useMember } from "../../lib/session/member.ts";
import { ConfirmDialog } from "../dialog/confirm-dialog.tsx";
import { toast } from "../feedback/toasts.tsx";
import { useChange } from "../form/use-change.ts";
import { useOffline } from "./use-offline.ts";

type CancellableKind = Extract<ReceiptKindName, "withdrawal" | "staking-request">;

/** Everything in which taking back differs between the kinds that can be taken back. */
const cancellations = {
  withdrawal: {
    route: cancelWithdrawal,
    button: msg("Cancel this withdrawal"),
    consequence: msg("The coins go back to the wallets that they came from."),
    caution: msg("You can request a withdrawal again at any time."),
    done: msg("Withdrawal cancelled"),
  },
  "staking-request": {
    route: cancelStake,
    button: msg("Cancel this request"),
    consequence: msg("Nothing is staked."),
    caution: msg("If you have paid already, do not cancel: write to support and name the reference."),
    done: msg("Staking request cancelled"),
  },
} as const satisfies Record<CancellableKind, object>;

export function isCancellable(kind: ReceiptKindName): kind is CancellableKind {
  return kind in cancellations;
}

/** An operator was first, so asking again would say the same. */
function isTooLate(problem: unknown): boolean {
  return problem instanceof ApiError && tooLateCodes.has(problem.code);
}

const tooLateCodes: ReadonlySet<string> = new Set([
  "PAID_MEANWHILE",
  "BEING_PAID",
  "APPROVED_MEANWHILE",
  "REJECTED_MEANWHILE",
] satisfies ErrorCode[]);

interface CancelRequestProps {
  kind: CancellableKind;
  reference: string;
  /** What is taken back, in words. */
  amount: string;
  /** Whether it can still be taken back. If not any more, the open dialog stays and says why. */
  isPossible: boolean;
}

/** Takes back a pending request after a question. An operator who looks at the portal as a member cannot. */
export function CancelRequest({ kind, reference, amount, isPossible }: CancelRequestProps) {
  const t = useT();
  const { id: userId, lookUntil } = useMember();
  const isOffline = useOffline();
  const [isAsking, setAsking] = useState(false);
  const { route, button, consequence, caution, done } = cancellations[kind];
  // Coins moved, or somebody else decided: every figure on every screen may have changed.
  const change = useChange(
    [],
    () => call(route, { body: { userId, reference } }),
    () => {
      setAsking(false);
      toast.success(done, noticeMs.changeConfirmed);
    },
  );
  if (lookUntil !== null) return null;
  return (
    <>
      {isPossible && (
        <Button variant="default" disabled={isOffline} onClick={() => setAsking(true)}>
          {isOffline ? t("You are offline") : t(button)}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`${t(button)}?`}
          action={t("Yes, cancel it")}
          change={change}
          isReady={!isOffline}
          isOver={isTooLate(change.problem)}
          onClose={() => setAsking(false)}
        >
          <p>
            <strong>{amount}</strong> <span className="unit-id dimmed">{reference}</span>
          </p>
          <p>{t(consequence)}</p>
          <p className="dimmed">{t(caution)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
