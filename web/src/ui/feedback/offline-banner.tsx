import { useEffect, useSyncExternalStore } from "react";
import { connection } from "../../lib/api/connection.ts";
import { useT } from "../../lib/i18n.ts";
import { OfflineIcon } from "../icons/icons.tsx";
import "./offline-banner.css";

const probeEveryMs = 4_000;

export function OfflineBanner() {
  const t = useT();
  const up = useSyncExternalStore(connection.subscribe, connection.isUp, () => true);
  useEffect(() => {
    if (up) return;
    const probe = setInterval(() => void connection.probe(), probeEveryMs);
    return () => clearInterval(probe);
  }, [up]);
  return (
    <div role="status">
      {!up && (
        <div className="offline">
          <OfflineIcon />
          {t("No connection. What you see may be out of date.")}
        </div>
      )}
    </div>
  );
}
