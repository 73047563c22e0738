import { createRoot } from "react-dom/client";
import { RouterProvider } from "@tanstack/react-router";
import { activate } from "../lib/i18n.ts";
import { operatorSession } from "../lib/session/session.ts";
import { UiProvider } from "../ui/styles/provider.tsx";
import "../ui/styles/signed-in.ts";
import "./styles.ts";
import { createConsoleRouter } from "./router.tsx";

/** The console is in English only, so that operators who discuss a case see the same words. */
async function start(container: HTMLElement): Promise<void> {
  const router = createConsoleRouter();
  operatorSession.subscribe(() => void router.invalidate());
  operatorSession.followOtherTabs(window);
  await Promise.all([activate("en"), router.load()]);
  // What a page's error boundary catches is told to the server too (lib/browser-errors.js).
  createRoot(container, { onCaughtError: reportError }).render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  );
}

const container = document.getElementById("root");
if (container) void start(container);
