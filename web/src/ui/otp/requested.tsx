import { noFc, noUsdCents } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { receiptKinds, type ReceiptKindName } from "@fc/contract/receipts/kinds";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { fcFromWire, usdCentsFromWire } from "@fc/contract/money";
import { useT } from "../../lib/i18n.ts";
import { Figure, Figures } from "../money/figures.tsx";
import type { HeldStep } from "./held-step.ts";

const kinds: Partial<Record<OtpPurpose, { kind: ReceiptKindName; isInDollars: boolean }>> = {
  staking: { kind: "staking-request", isInDollars: true },
  "staking-topup": { kind: "top-up", isInDollars: true },
  withdraw: { kind: "withdrawal", isInDollars: false },
  "internal-transfer": { kind: "internal-transfer", isInDollars: false },
  transfer: { kind: "transfer", isInDollars: false },
};

/** What a request was about whose answer was lost: what, how much, and to whom. Nothing where it was not kept. */
export function Requested({ step: { purpose, change } }: { step: HeldStep }) {
  const t = useT();
  const found = kinds[purpose];
  if (purpose === "stake-undo") return <strong>{t("Undo your stake")}</strong>;
  if (!found || !change || !("amount" in change)) return null;
  const amount = found.isInDollars
    ? usdText(usdCentsFromWire(change.amount) ?? noUsdCents)
    : fcText(fcFromWire(change.amount) ?? noFc);
  return (
    <Figures>
      <Figure label={t(receiptKinds[found.kind].label)} strong>
        {amount}
      </Figure>
      {"toRefId" in change && (
        <Figure label={t("Receiver")}>
          <span className="unit-id">{change.toRefId}</span>
        </Figure>
      )}
    </Figures>
  );
}
