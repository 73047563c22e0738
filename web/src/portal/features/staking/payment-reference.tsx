import { transactionHashOf, transactionHashProblem } from "@fc/contract/deposits/states";
import { utrOf, utrProblem } from "@fc/contract/staking/portal";
import type { Ref } from "react";
import { useT } from "../../../lib/i18n.ts";
import { msg } from "../../../lib/msg.ts";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import type { StakeForm } from "./stake-form.ts";

/** By which a payment can be found: rupees have a UTR, coins the hash of their transaction. */
const kinds = {
  utr: {
    label: msg("UPI reference (UTR)"),
    description: msg("12 digits in your payment app. It helps us to find your payment."),
    maxLength: 30,
    problemOf: utrProblem,
    writtenAs: utrOf,
  },
  transactionHash: {
    label: msg("Transaction hash"),
    description: msg(
      "Your wallet app shows it; it begins with 0x. We then see by ourselves that your coins arrive.",
    ),
    maxLength: 80,
    problemOf: transactionHashProblem,
    writtenAs: transactionHashOf,
  },
} as const;
export type ReferenceKind = keyof typeof kinds;

/** What is typed, as the server takes it; nothing where the field is empty. */
export function referenceIn(form: StakeForm, kind: ReferenceKind) {
  const typed = form[kind] ?? "";
  const { label, problemOf, writtenAs } = kinds[kind];
  const value = typed.trim() === "" ? undefined : writtenAs(typed);
  return { kind, label, value, typed, problem: problemOf(typed) };
}

interface PaymentReferenceProps {
  reference: ReturnType<typeof referenceIn>;
  wasTried: boolean;
  inputRef: Ref<HTMLInputElement>;
  onTyped: (typed: string) => void;
}

export function PaymentReference({ reference, wasTried, inputRef, onTyped }: PaymentReferenceProps) {
  const t = useT();
  const { kind, typed, problem } = reference;
  const { label, description, maxLength } = kinds[kind];
  return (
    <PlainTextField
      label={t(label)}
      optional
      description={t(description)}
      ref={inputRef}
      maxLength={maxLength}
      value={typed}
      error={wasTried && problem ? t(problem) : undefined}
      onChange={({ currentTarget: { value } }) => onTyped(value)}
    />
  );
}
