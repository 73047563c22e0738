import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { lazyComponent } from "../../lib/lazy/lazy-component.ts";
import { loadOrNotify } from "../../ui/feedback/load-or-notify.ts";
import { paletteWanted } from "./palette-opener.tsx";

const CommandPalette = lazyComponent(() => import("./command-palette.tsx"));

/** The palette's place: its code is loaded when it is wanted first. From then on it hears Ctrl K itself. */
export default function PalettePlace() {
  const [isThere, setThere] = useState(false);
  const open = useEffectEvent(async () => {
    if (isThere) {
      const { openPalette } = await import("../../ui/palette/palette.tsx");
      return openPalette();
    }
    const onRetry = () => void paletteWanted.dispatchEvent(new Event("open"));
    if (await loadOrNotify([CommandPalette], { onRetry })) setThere(true);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isShortcut || isThere) return;
      event.preventDefault();
      void open();
    };
    const openIt = () => void open();
    document.addEventListener("keydown", press);
    paletteWanted.addEventListener("open", openIt);
    return () => {
      document.removeEventListener("keydown", press);
      paletteWanted.removeEventListener("open", openIt);
    };
  }, [isThere]);
  return <Suspense>{isThere && <CommandPalette />}</Suspense>;
}
