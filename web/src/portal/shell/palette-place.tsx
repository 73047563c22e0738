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
    // Instead of the one of the page's head, which heard the keys until now (early-calls.js).
    document.onkeydown = (event) => press(event);
    const early = globalThis.fcEarly;
    if (early?.isPaletteWanted) {
      early.isPaletteWanted = false;
      void open();
    }
    paletteWanted.addEventListener("open", openIt);
    return () => {
      document.onkeydown = null;
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
