import { useRouterState } from "@tanstack/react-router";
import { useSyncExternalStore, type ReactNode } from "react";
import { lazyComponent } from "../lib/lazy/lazy-component.ts";
import { session } from "../lib/session/session.ts";

export const Shell = lazyComponent(() => import("./shell/shell.tsx"));
const JoinFrame = lazyComponent(() => import("./features/registration/join-frame.tsx"));

function FrameOfSession(): ReactNode {
  const token = useSyncExternalStore(session.subscribe, session.token, session.token);
  const open = useRouterState({ select: ({ matches }) => matches.some((match) => match.staticData.open) });
  if (token) return <Shell />;
  // A guarded page of a member who just signed out shows nothing until its guard has led away.
  return open && <JoinFrame />;
}

const part = () => (session.token() ? Shell : JoinFrame);

/** Around every page but the login: the shell for members, a quieter frame on pages open to anybody. */
export const Frame = Object.assign(FrameOfSession, { load: () => part().load() });

/** The frame is there when the page is, so that neither waits for the other. Runs after the guards. */
export async function loadFrame(): Promise<void> {
  await part().preload();
}
