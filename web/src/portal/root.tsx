import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useT } from "../lib/i18n.ts";
import { OfflineBanner } from "../ui/feedback/offline-banner.tsx";
import { Toasts } from "../ui/feedback/toasts.tsx";

export function Root() {
  const title = usePageTitle();
  useEffect(() => {
    document.title = title ? `${title} · FC Portal` : "FC Portal";
  }, [title]);
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Toasts />
    </>
  );
}

export function usePageTitle(): string {
  const t = useT();
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  return title ? t(title) : "";
}
