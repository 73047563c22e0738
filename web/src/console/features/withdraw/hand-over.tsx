import { handOverWithdrawal, type QueuedWithdrawal } from "@fc/contract/withdraw/console";
import { goesToCoinAddress } from "@fc/contract/withdraw/kinds";
import { payoutStates } from "@fc/contract/withdraw/console-payout-states";
import { Anchor, Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { call } from "../../../lib/api/api.ts";
import { coinsText } from "../../../lib/format/amounts.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { useChange } from "../../../ui/form/use-change.ts";
import { Whole } from "../../../ui/table/whole.tsx";
import { queueKey } from "./paying.tsx";

/** Whether the hot wallet could be asked to pay it: nobody has its address, and something is to be sent. */
export function canBeHandedOver(withdrawal: QueuedWithdrawal): boolean {
  const { type, status, payout, payingBy, net, memberStatus } = withdrawal;
  const isOpen = status === "P" && payout === null && payingBy === null;
  return goesToCoinAddress(type) && isOpen && net > 0 && memberStatus === "active";
}

interface HandOverDialogProps {
  withdrawal: QueuedWithdrawal;
  onClose: () => void;
}

export function HandOverDialog({ withdrawal: { id, net, member, address }, onClose }: HandOverDialogProps) {
  const change = useChange(
    queueKey,
    () => call(handOverWithdrawal, { params: { id }, body: { net } }),
    onClose,
  );
  return (
    <ConfirmDialog
      title={`Hand over: ${coinsText(net)} of ${member.name}`}
      action="Hand over"
      change={change}
      onClose={onClose}
    >
      <p>
        The hot wallet sends {coinsText(net)} to <Whole>{address}</Whole>. From now on nobody pays it by hand,
        and the member cannot cancel it.
      </p>
    </ConfirmDialog>
  );
}

export function HandOverButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="default" onClick={onPress}>
      Hand over
    </Button>
  );
}

/** In place of the buttons: the hot wallet has it. */
export function HandedOver({ payout }: { payout: NonNullable<QueuedWithdrawal["payout"]> }) {
  const payouts: string = "/payouts";
  return (
    <Text size="sm" c="dimmed">
      The hot wallet pays this ({payoutStates[payout.state].label.toLowerCase()}). It is taken back or given
      up on the page of{" "}
      <Anchor component={Link} to={payouts} inherit underline="always">
        payouts
      </Anchor>
      .
    </Text>
  );
}
