// Tells the server where our own code failed: the kind of error and places in our files. No message is sent, because
// it may contain what the page shows. This is a part of each page's HTML (vite.config.ts), so it also works where the
// scripts themselves do not start.
{
  /** @type {Set<string>} */
  const told = new Set();
  /** @param {{ name?: string; stack?: string } | undefined} error */
  const tell = async (error) => {
    const places = [...String(error?.stack).matchAll(/\/((?:console\/)?assets\/[\w.-]+\.js:\d+:\d+)/g)]
      .slice(0, 8)
      .map(([, place]) => place);
    const kind = /^[A-Za-z]{1,40}$/.exec(error?.name ?? "")?.[0] ?? "Error";
    const key = kind + places[0];
    // A loop that fails in every frame is told once.
    if (places.length === 0 || told.has(key) || told.size === 5) return;
    told.add(key);
    const page = /^\/(?:console\/)?[a-z-]{0,40}/.exec(location.pathname)?.[0];
    const entry = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
    const release = /assets\/([\w.-]{1,80})\.js/.exec(entry)?.[1] ?? "";
    const body = JSON.stringify({ kind, places, page, release });
    const headers = { "content-type": "application/json" };
    try {
      await fetch("/api/browserErrors", { method: "POST", headers, body, keepalive: true });
    } catch {
      // Offline: the error is lost, and nobody can do anything about it.
    }
  };
  addEventListener("error", ({ error }) => void tell(error));
  addEventListener("unhandledrejection", ({ reason }) => void tell(reason));
}
