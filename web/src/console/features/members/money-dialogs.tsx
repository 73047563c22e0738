import { noFc } from "@fc/contract/units";
import { proposeAdjustment, setDeduction } from "@fc/contract/members/console-actions";
import { fcToWire } from "@fc/contract/money";
import { fcTyped } from "@fc/contract/typed-amount";
import { walletKinds, wallets, type Wallet } from "@fc/contract/wallet/kinds";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { AmountField } from "../../../ui/money/amount-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { ActionDialog } from "./action-dialog.tsx";

interface OfMember {
  refId: string;
  name: string;
  onClose: () => void;
}

/** Each dialog keeps one key, so that a retry after a lost response does not do it twice. */
function useKey(): string {
  const [key] = useState(newIdempotencyKey);
  return key;
}

export function DeductionDialog({ refId, name, onClose }: OfMember) {
  const idempotencyKey = useKey();
  const [amount, setAmount] = useState("");
  return (
    <ActionDialog
      title={`What ${name} owes`}
      action="Set the deduction"
      done="The deduction is set, and the member is notified"
      onClose={onClose}
      act={(_form, reason) => {
        const body = { amountFc: fcToWire(fcTyped(amount) ?? noFc), reason };
        return call(setDeduction, { params: { refId }, body, idempotencyKey });
      }}
    >
      <p>No coin moves now. The next accepted withdrawal collects it, as a line of its own.</p>
      <AmountField label="Amount" unit="FC" value={amount} onChange={setAmount} />
    </ActionDialog>
  );
}

const directions = [
  { value: "credit", label: "Add to the wallet" },
  { value: "debit", label: "Take from it" },
] as const;

export function AdjustmentDialog({ refId, name, onClose }: OfMember) {
  const idempotencyKey = useKey();
  const [amount, setAmount] = useState("");
  const [wallet, setWallet] = useState<Wallet>("staking");
  const [direction, setDirection] = useState<"credit" | "debit">("credit");
  return (
    <ActionDialog
      title={`Adjust a wallet of ${name}`}
      action="Propose"
      done="Proposed: another operator confirms it"
      onClose={onClose}
      act={(_form, reason) => {
        const body = { wallet, direction, amountFc: fcToWire(fcTyped(amount) ?? noFc), reason };
        return call(proposeAdjustment, { params: { refId }, body, idempotencyKey });
      }}
    >
      <p>Nothing moves before another operator confirms it. Then the member sees it in the reports.</p>
      <NativeSelect
        label="Wallet"
        value={wallet}
        data={wallets.map((value) => ({ value, label: walletKinds[value].label }))}
        onChange={({ currentTarget: { value } }) =>
          setWallet(wallets.find((known) => known === value) ?? "staking")
        }
      />
      <Choices label="Direction" value={direction} onChange={setDirection} options={directions} />
      <AmountField label="Amount" unit="FC" value={amount} onChange={setAmount} />
    </ActionDialog>
  );
}
