import { useState } from "react";
import { memberView } from "../../lib/session/member-view.ts";
import { localStore, tabStore } from "../../lib/storage.ts";

/** What Chromium tells a page that can be put on the home screen; kept by the page's head (early-calls.js). */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  var fcInstall: InstallEvent | undefined;
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent;
  }
}

const visitsKey = "fcVisits";
const countedKey = "fcVisitCounted";
const dismissed = "never";

/** A visit lasts as long as its tab. Returns how many there were, or that no hint is wanted. */
function countVisit(): number | typeof dismissed {
  const stored = localStore.read(visitsKey);
  if (stored === dismissed) return dismissed;
  const visits = Number(stored) || 0;
  if (tabStore.read(countedKey) !== null) return visits;
  tabStore.write(countedKey, "");
  localStore.write(visitsKey, String(visits + 1));
  return visits + 1;
}

/** How the portal gets onto the home screen of this device: by a button, or as the text for iPhones says. */
type InstallWay = "button" | "iphone";

function installWay(): InstallWay | undefined {
  if (matchMedia("(display-mode: standalone)").matches || memberView.current()) return undefined;
  if (globalThis.fcInstall) return "button";
  // Only there: other browsers without the event have no way at all. An iPad calls itself a Mac.
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || navigator.maxTouchPoints > 1;
  return isApple && /Apple/.test(navigator.vendor) ? "iphone" : undefined;
}

/** From the second visit on, until it was answered once. */
export function useInstallHint() {
  const [isWanted, setWanted] = useState(() => {
    const visits = countVisit();
    return visits !== dismissed && visits >= 2;
  });
  const dismiss = () => {
    localStore.write(visitsKey, dismissed);
    setWanted(false);
  };
  return {
    way: isWanted ? installWay() : undefined,
    dismiss,
    install: async () => {
      dismiss();
      await globalThis.fcInstall?.prompt();
      // It can be used once.
      globalThis.fcInstall = undefined;
    },
  };
}
