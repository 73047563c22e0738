import { createRoot, hydrateRoot } from "react-dom/client";
import { activate, pageLanguage } from "../lib/i18n.ts";
import { followOtherTabs, session } from "../lib/session.ts";
import { tabStore } from "../lib/storage.ts";
import { App } from "./app.tsx";
import { createPortalRouter } from "./router.tsx";

async function start(container: HTMLElement): Promise<void> {
  const router = createPortalRouter();
  // Signing in or out anywhere makes the guards look again; they alone decide who sees what. They
  // listen before their first look, so that nothing happens unseen in between.
  session.subscribe(() => void router.invalidate());
  followOtherTabs(window);

  const prerendered = container.dataset["page"];
  // Tells the router to build the same tree as the pre-rendering did.
  if (prerendered) router.ssr = { manifest: undefined };
  await Promise.all([activate(pageLanguage()), router.load()]);

  if (prerendered && prerendered === router.state.location.pathname.toLowerCase()) {
    hydrateRoot(container, <App router={router} />);
  } else {
    delete router.ssr;
    createRoot(container).render(<App router={router} />);
  }
}

// A page of the previous release asks for files that the new one no longer has: reload, but once.
addEventListener("vite:preloadError", (event) => {
  if (tabStore.read("fcReloaded")) return;
  tabStore.write("fcReloaded", "1");
  event.preventDefault();
  location.reload();
});

const container = document.getElementById("root");
if (container) void start(container).then(() => tabStore.remove("fcReloaded"));
