import { OwnAmount } from "./own-amounts.tsx";
import "./lead-figure.css";

interface LeadFigureProps {
  figure: string;
  /** Beside it; without one the figure has it already. */
  unit?: string;
  /** Shown also while the member's own amounts are hidden. */
  isPublic?: boolean;
}

/** The one figure that leads a card: as large on every screen, in one piece, with its unit beside it. */
export function LeadFigure({ figure, unit = "", isPublic = false }: LeadFigureProps) {
  return (
    <div className="lead-figure">
      <span style={{ "--characters": figure.length + unit.length }}>
        {isPublic ? figure : <OwnAmount>{figure}</OwnAmount>}
        {unit && <span className="lead-figure-unit"> {unit}</span>}
      </span>
    </div>
  );
}
