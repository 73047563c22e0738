import { useState, type CSSProperties } from "react";
import { coinsFigure } from "../../lib/format/amounts.ts";
import { useT } from "../../lib/i18n.ts";
import { OwnAmount, useAmountsHidden } from "./own-amounts.tsx";
import "./rounded-amount.css";

/** Rounded to a whole number; a tap shows it exactly, and the next one rounds it again. */
export function RoundedAmount({
  value,
  rounded: whole = Math.round(value),
  unit,
  isPublic = false,
}: {
  value: number;
  /** Where it has to add up with others. */
  rounded?: number | undefined;
  unit?: "$";
  /** The same for everybody: a price. Others are the member's own, and can be hidden. */
  isPublic?: boolean;
}) {
  const t = useT();
  const [isExact, setExact] = useState(false);
  const isHidden = useAmountsHidden() && !isPublic;
  // Adding zero: what rounds to nothing from below is 0, not -0.
  const rounded = `${unit ?? ""}${coinsFigure(whole + 0)}`;
  const exact = `${unit ?? ""}${coinsFigure(value)}`;
  if (isHidden) return <OwnAmount>{rounded}</OwnAmount>;
  if (rounded === exact) {
    return (
      <span className="amount" style={roomFor(exact)}>
        {exact}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="amount amount-button"
      style={roomFor(isExact ? exact : rounded)}
      aria-pressed={isExact}
      title={t("Show the exact amount")}
      onClick={() => setExact(!isExact)}
    >
      {isExact ? exact : rounded}
    </button>
  );
}

/** Lets the style sheet shrink a long figure before it breaks. */
function roomFor(figure: string): CSSProperties {
  return { "--characters": figure.length };
}
