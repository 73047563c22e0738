import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { MemberContext, type Member } from "../../lib/session/member.ts";
import { loadOrNotify } from "../../ui/feedback/load-or-notify.ts";
import { paletteWanted } from "./palette-opener.tsx";

const CommandPalette = lazyComponent(() => import("./command-palette.tsx"));

/**
 * The palette's place: its code is loaded when it is wanted first, and it is shown once the member is known. From then
 * on it hears Ctrl K itself.
 */
export function PalettePlace({ member }: { member: Member | undefined }) {
  const [isThere, setThere] = useState(false);
  const open = useEffectEvent(async () => {
    if (isThere) {
      const { openPalette } = await import("../../ui/palette/palette.tsx");
      return openPalette();
    }
    const onRetry = () => void paletteWanted.dispatchEvent(new Event("open"));
    if (await loadOrNotify([CommandPalette], { onRetry })) setThere(true);
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    if (!isShortcut) return;
    event.preventDefault();
    if (!isThere) void open();
  });
  useEffect(() => {
    const openIt = () => void open();
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", hear);
    paletteWanted.addEventListener("open", openIt);
    // Until now the page's head heard the keys (early-calls.js).
    globalThis.fcEarly?.keys?.abort();
    if (globalThis.fcEarly?.isPaletteWanted) {
      globalThis.fcEarly.isPaletteWanted = false;
      paletteWanted.dispatchEvent(new Event("open"));
    }
    return () => {
      document.removeEventListener("keydown", hear);
      paletteWanted.removeEventListener("open", openIt);
    };
  }, []);
  return (
    <Suspense>
      {isThere && member && (
        <MemberContext value={member}>
          <CommandPalette />
        </MemberContext>
      )}
    </Suspense>
  );
}
