import { useEffect, useSyncExternalStore } from "react";
import { connection } from "../../lib/api/connection.ts";
import { useT } from "../../lib/i18n.ts";
import { OfflineIcon } from "../icons/icons.tsx";

const probeEveryMs = 4_000;

/** Where bars that stay in sight are: this one, and that of a new version. */
export const barsId = "bars";

/** What else stays at the top of the screen stays below the bars, which have two lines on a narrow phone. */
function shareHeight(bars: HTMLElement | null): (() => void) | undefined {
  if (!bars) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--offline-height", `${bars.offsetHeight}px`));
  observer.observe(bars);
  return () => {
    observer.disconnect();
    style.removeProperty("--offline-height");
  };
}

const banner = {
  flexWrap: "nowrap",
  justifyContent: "center",
  padding: "0.5rem 1rem",
  background: "#5c3b00",
  color: "#fff6e5",
  textAlign: "center",
} as const;

export function OfflineBanner() {
  const t = useT();
  const problem = useSyncExternalStore(connection.subscribe, connection.problem, () => "");
  useEffect(() => {
    if (!problem) return;
    const probe = setInterval(() => void connection.probe(), probeEveryMs);
    return () => clearInterval(probe);
  }, [problem]);
  return (
    // The place itself sticks: the banner inside it could not leave a place of its own height.
    <div id={barsId} role="status" style={{ position: "sticky", top: 0, zIndex: 300 }} ref={shareHeight}>
      {problem && (
        <div className="row small" style={banner}>
          <OfflineIcon />
          {t(problem)}
        </div>
      )}
    </div>
  );
}
