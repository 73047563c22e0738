import type { Confirmation } from "@fc/contract/console-request-states";
import { dateTimeText } from "../../lib/format/dates.ts";
import { Figure } from "../money/figures.tsx";

/** Who confirmed a request as the first of two operators, or whose confirmation no longer counts. */
export function ConfirmationFigure({ request }: { request: Confirmation }) {
  const { confirmedBy, lapsedConfirmer } = request;
  if (lapsedConfirmer !== undefined) {
    return (
      <Figure
        label="Confirmation that no longer counts"
        hint="The account was disabled or lost the right. Somebody else has to confirm it."
      >
        {lapsedConfirmer}
      </Figure>
    );
  }
  if (confirmedBy === null) return null;
  return (
    <Figure label="Confirmed by">
      {confirmedBy.name}, {dateTimeText(confirmedBy.at, "en")}
    </Figure>
  );
}
