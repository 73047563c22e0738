import type { ReactNode } from "react";
import { coinsFigure } from "../../lib/format/amounts.ts";
import { OwnAmount } from "./own-amounts.tsx";
import "./figures.css";

interface CoinsCellProps {
  coins: number;
  /** The same for everybody. Others are the member's own, and can be hidden. */
  isPublic?: boolean;
}

/** An amount in a column whose heading has the unit; on a phone's card it brings the unit along. */
export function CoinsCell({ coins, isPublic = false }: CoinsCellProps) {
  const figure = coinsFigure(coins);
  return (
    <span>
      {isPublic ? figure : <OwnAmount>{figure}</OwnAmount>}
      <span className="unit-in-card"> FC</span>
    </span>
  );
}

/** A list of figures with their labels: a calculation, a receipt. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>;
}

interface FigureProps {
  label: ReactNode;
  children: ReactNode;
  /** The figure that matters most: a total, what arrives. */
  strong?: boolean;
  /** A smaller line below: the same in dollars, why. */
  hint?: ReactNode;
  /** A line below, as wide as both: how it was computed. */
  note?: ReactNode;
  /** Long words (an address) get a line of their own. */
  wide?: boolean;
}

export function Figure({ label, children, strong = false, hint, note, wide = false }: FigureProps) {
  return (
    <div data-strong={strong} data-wide={wide}>
      <dt>{label}</dt>
      <dd>
        {children}
        {hint !== undefined && <span className="figure-hint">{hint}</span>}
      </dd>
      {note !== undefined && <dd className="figure-note">{note}</dd>}
    </div>
  );
}
