import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useT } from "../../lib/i18n.ts";
import { patiently } from "../../lib/lazy/lazy-component.ts";
import { whenIdle } from "../../lib/lazy/when-idle.ts";
import { BellIcon } from "../../ui/icons/screen-icons.tsx";
import type * as bell from "../features/notifications/bell.tsx";

/** The bell's place: a plain link until its code is there, which no page should wait for. */
export function BellPlace({ userId }: { userId: number | undefined }) {
  const t = useT();
  const [loaded, setLoaded] = useState<typeof bell>();
  useEffect(
    () => whenIdle(() => void patiently(() => import("../features/notifications/bell.tsx")).then(setLoaded)),
    [],
  );
  if (loaded && userId !== undefined) return <loaded.Bell userId={userId} />;
  return (
    <Link to="/notifications" className="icon-button" aria-label={t("Notifications")}>
      <BellIcon />
    </Link>
  );
}
