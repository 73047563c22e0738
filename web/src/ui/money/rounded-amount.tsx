import { useState, type CSSProperties } from "react";
import { coinsFigure } from "../../lib/format/amounts.ts";
import { useT } from "../../lib/i18n.ts";
import "./rounded-amount.css";

/** Rounded to a whole number; a tap shows it exactly, and the next one hides that again. */
export function RoundedAmount({
  value,
  rounded: whole = Math.round(value),
  unit,
}: {
  value: number;
  /** Where it has to add up with others. */
  rounded?: number | undefined;
  unit?: "$";
}) {
  const t = useT();
  const [isExact, setExact] = useState(false);
  // Adding zero: what rounds to nothing from below is 0, not -0.
  const rounded = `${unit ?? ""}${coinsFigure(whole + 0)}`;
  const exact = `${unit ?? ""}${coinsFigure(value)}`;
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
  return { "--characters": figure.length } as CSSProperties;
}
