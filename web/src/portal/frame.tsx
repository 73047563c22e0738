import { lazyRouteComponent, useRouterState } from "@tanstack/react-router";
import { useSyncExternalStore, type ReactNode } from "react";
import { session } from "../lib/session.ts";

const Shell = lazyRouteComponent(() => import("./shell/shell.tsx"));
const PublicFrame = lazyRouteComponent(() => import("../features/registration/public-frame.tsx"));

/** Around every page but the login: the shell for members, a quieter frame on pages open to anybody. */
export function Frame(): ReactNode {
  const token = useSyncExternalStore(session.subscribe, session.token, session.token);
  const open = useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.open) });
  if (token) return <Shell />;
  // A guarded page of a member who just signed out shows nothing until its guard has led away.
  return open && <PublicFrame />;
}

/** The frame is there when the page is, so that neither waits for the other. Runs after the guards. */
export async function loadFrame(): Promise<void> {
  await (session.token() ? Shell : PublicFrame).preload?.();
}
