import { receiptKinds, type ReceiptKindName } from "@fc/contract/receipts/kinds";
import { recordOfReference } from "@fc/contract/receipts/reference";
import { requestStates } from "@fc/contract/request-states";
import type { ConcernedReceipt } from "@fc/contract/support/console";
import { Link } from "@tanstack/react-router";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";

interface Place {
  to: string;
  search?: Record<string, string>;
}

interface Concerned {
  receipt: ConcernedReceipt;
  /** Of the member who asks. */
  refId: string;
}

const queue =
  (to: string) =>
  ({ receipt: { status }, refId }: Concerned): Place => ({
    to,
    search: { search: refId, ...(status === "P" ? {} : { status }) },
  });
// The references of these kinds are made of the entry's id.
const entry = ({ receipt: { reference } }: Concerned): Place => ({
  to: `/ledger/${recordOfReference(reference)?.id}`,
});

/** Where the record of each kind is worked on. */
const placeOf = {
  "staking-request": queue("/staking-requests"),
  withdrawal: queue("/withdrawals"),
  "internal-transfer": ({ refId }) => ({ to: `/members/${refId}` }),
  "top-up": entry,
  transfer: entry,
} satisfies Record<ReceiptKindName, (concerned: Concerned) => Place>;

/** The money movement that a member asks about: what it is, how it stands now, and where it is worked on. */
export function ReceiptNamed(concerned: Concerned) {
  const { reference, kind, status, amountFc, requestedAt } = concerned.receipt;
  const words = [
    receiptKinds[kind].label,
    ...(amountFc === null ? [] : [coinsText(amountFc)]),
    requestStates[status].label,
    dateTimeText(requestedAt, "en"),
  ];
  return (
    <span>
      <Link {...placeOf[kind](concerned)} className="unit-id">
        {reference}
      </Link>{" "}
      · {words.join(" · ")}
    </span>
  );
}
