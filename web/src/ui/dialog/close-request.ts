import { useEffect, useEffectEvent } from "react";

/** Newer browsers tell by it that the user pressed Escape or the phone's back button; TypeScript does not know it yet. */
declare const CloseWatcher: undefined | (new () => EventTarget & { destroy: () => void });

/** Of the open dialogs, the topmost last: a request closes that one alone. */
const open: object[] = [];

/** Escape closes what is on top, and so does the phone's back button before it would leave the page. */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (typeof CloseWatcher !== "undefined") {
      const watcher = new CloseWatcher();
      watcher.addEventListener("close", () => close());
      return () => watcher.destroy();
    }
    const dialog = {};
    open.push(dialog);
    const closeOnEscape = ({ key, isComposing }: KeyboardEvent) => {
      if (key === "Escape" && !isComposing && open.at(-1) === dialog) close();
    };
    addEventListener("keydown", closeOnEscape);
    return () => {
      open.splice(open.indexOf(dialog), 1);
      removeEventListener("keydown", closeOnEscape);
    };
  }, []);
}
