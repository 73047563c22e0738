import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { activate, pageLanguage } from "../lib/i18n.ts";
import { CodeMissing, patiently } from "../lib/lazy/lazy-component.ts";
import { session } from "../lib/session/session.ts";
import { App } from "./app.tsx";
import { guardLeaving } from "./leave-guard.ts";
import { createPortalRouter } from "./router.tsx";

async function start(container: HTMLElement): Promise<void> {
  const router = createPortalRouter();
  // Signing in or out in any tab runs the guards again; they alone decide who sees what. The listener is added
  // before their first run, so that no change is missed in between.
  session.subscribe(() => void router.invalidate());
  session.followOtherTabs(window);
  guardLeaving(router);

  const prerendered = container.dataset["page"];
  // Tells the router to build the same tree as the pre-rendering did.
  if (prerendered) router.ssr = { manifest: undefined };
  // Drawing takes a slow phone a second, in which figures that have just come could not be filled in.
  const figures = globalThis.fcEarly?.figures;
  await Promise.all([patiently(() => activate(pageLanguage())), router.load(), figures]);

  // In slices: a tap, a scroll and what is typed into a form do not wait until everything is drawn.
  if (prerendered && prerendered === router.state.location.pathname.toLowerCase()) {
    startTransition(() => void hydrateRoot(container, <App router={router} />, { onCaughtError }));
  } else {
    delete router.ssr;
    startTransition(() => createRoot(container, { onCaughtError }).render(<App router={router} />));
  }
}

/** Code that did not come is no fault of the page, and its place says so already. The rest is told to the server. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof CodeMissing)) reportError(error);
}

const container = document.getElementById("root");
if (container) void start(container);
