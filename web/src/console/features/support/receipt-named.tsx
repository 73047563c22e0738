import { receiptKinds } from "@fc/contract/receipts/kinds";
import { requestStates } from "@fc/contract/request-states";
import type { ConcernedReceipt } from "@fc/contract/support/console";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { ReferenceLink } from "../../links/links.tsx";

/** The money movement that a member asks about: what it is and how it stands now. Its page leads to where it is worked on. */
export function ReceiptNamed({ receipt }: { receipt: ConcernedReceipt }) {
  const { reference, kind, status, amountFc, requestedAt } = receipt;
  const words = [
    receiptKinds[kind].label,
    ...(amountFc === null ? [] : [coinsText(amountFc)]),
    requestStates[status].label,
    dateTimeText(requestedAt, "en"),
  ];
  return (
    <span>
      <ReferenceLink reference={reference} /> · {words.join(" · ")}
    </span>
  );
}
