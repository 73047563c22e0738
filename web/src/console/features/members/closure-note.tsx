import type { MemberPage } from "@fc/contract/members/console";
import { coinsText } from "../../../lib/format/amounts.ts";
import { dateText, dateTimeText } from "../../../lib/format/dates.ts";
import { Note } from "../../../ui/feedback/note.tsx";

/** How far the closing of the account is, and what is kept of it until when. */
export function ClosureNote({ closure }: { closure: NonNullable<MemberPage["closure"]> }) {
  const { askedAt, dueAt, closedAt, leftFc, lockedFc, kycUntil, taxUntil, isErased } = closure;
  const given = `${coinsText(leftFc)} in the wallets and ${coinsText(lockedFc)} in stakes`;
  if (closedAt === null) {
    return (
      <Note>
        The member asked on {dateTimeText(askedAt, "en")} to close the account, giving up {given}. It is
        closed and erased from {dateTimeText(dueAt, "en")} on, unless the member takes it back, stakes again,
        or a request is open.
      </Note>
    );
  }
  return (
    <Note>
      Closed on {dateText(closedAt, "en")} at the member&apos;s own request, giving up {given}.{" "}
      {isErased ? "The personal data is erased." : "The pictures are being erased."}{" "}
      {kycUntil !== null && `The picture of the PAN card is kept until ${dateText(kycUntil, "en")}. `}
      {taxUntil !== null &&
        `Name and number of the PAN and the accepted documents are kept until ${dateText(taxUntil, "en")}.`}
    </Note>
  );
}
