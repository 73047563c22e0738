import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { useT } from "../lib/i18n.ts";
import { Later } from "../lib/lazy/later.tsx";
import { session } from "../lib/session/session.ts";
import { OfflineBanner } from "../ui/feedback/offline-banner.tsx";
import { Toasts } from "../ui/feedback/toasts.tsx";

const movingBar = () => import("./moving-bar.tsx");

export function Root() {
  const title = usePageTitle();
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  useEffect(() => {
    document.title = title ? `${title} · FC Portal` : "FC Portal";
  }, [title]);
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Toasts />
      {!token && <Later load={movingBar} props={{}} />}
    </>
  );
}

export function usePageTitle(): string {
  const t = useT();
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  return title ? t(title) : "";
}
