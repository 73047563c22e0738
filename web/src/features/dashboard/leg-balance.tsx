import { useT } from "../../lib/i18n.ts";

/** How the business of both legs stands to each other; what both have is what pairs are made of. */
export function LegBalance({ left, right }: { left: number | undefined; right: number | undefined }) {
  const t = useT();
  const isEmpty = left === undefined || right === undefined || left + right === 0;
  const share = isEmpty ? 50 : Math.round((left / (left + right)) * 100);
  return (
    <div className="legs">
      <p className="legs-words small dimmed">
        <span>{t("Left")}</span>
        <span>{isEmpty ? "" : `${share} % · ${100 - share} %`}</span>
        <span>{t("Right")}</span>
      </p>
      {/* The figures stand above it; this is their picture. */}
      <div className="legs-bar" data-empty={isEmpty} aria-hidden="true">
        <span style={{ flexGrow: share }} />
        <span style={{ flexGrow: 100 - share }} />
      </div>
    </div>
  );
}
