import { useEffect, useState } from "react";
import { savesData, whenIdle } from "../../lib/lazy/when-idle.ts";

const checkEveryMs = 60 * 60_000;

/**
 * Lets the service worker keep the portal on this device, and says when a newer version has come than the one that is
 * shown. Nothing is loaded again by itself: something may be typed in the page.
 */
export function useNewVersion(): { isReady: boolean; dismiss: () => void } {
  const [ready, setReady] = useState<string>();
  const [dismissed, setDismissed] = useState<string>();
  useEffect(() => {
    // A development server has no worker, and some browsers allow none.
    if (import.meta.env.DEV || !("serviceWorker" in navigator) || savesData()) return undefined;
    const { serviceWorker } = navigator;
    const ask = () => serviceWorker.controller?.postMessage("version");
    const hear = ({ data }: MessageEvent<{ version?: string }>) => {
      if (data.version !== undefined && data.version !== shownVersion()) setReady(data.version);
    };
    let isOver = false;
    const check = async () => {
      const registration = await serviceWorker.getRegistration();
      // Without a connection the next check finds it.
      await registration?.update().catch(() => undefined);
      // The worker of a page that has just been loaded may be older than the page, until this check is over.
      if (!isOver && registration && !registration.installing && !registration.waiting) ask();
    };
    const begin = async () => {
      await serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
      await check();
    };
    serviceWorker.addEventListener("controllerchange", ask);
    serviceWorker.addEventListener("message", hear);
    serviceWorker.startMessages();
    const cancel = whenIdle(() => void begin());
    const checks = setInterval(() => void check(), checkEveryMs);
    // An app that comes to the front again may have slept for days.
    const seen = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", seen);
    return () => {
      isOver = true;
      cancel();
      clearInterval(checks);
      document.removeEventListener("visibilitychange", seen);
      serviceWorker.removeEventListener("controllerchange", ask);
      serviceWorker.removeEventListener("message", hear);
    };
  }, []);
  return { isReady: ready !== undefined && ready !== dismissed, dismiss: () => setDismissed(ready) };
}

function shownVersion(): string | undefined {
  return document.querySelector<HTMLMetaElement>("meta[name=version]")?.content;
}
