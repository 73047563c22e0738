import { useEffect, useRef, useState } from "react";

/** Long enough that a pointer that only passes opens nothing. */
const openAfterMs = 180;
/** Long enough for the pointer to reach the card. */
const closeAfterMs = 260;

type Cause = "hover" | "focus" | "tap";

/** The member whose card is open. A hovered card closes when the pointer leaves; any other stays until it is closed. */
export function useOpenCard() {
  const [open, setOpen] = useState<{ key: string; cause: Cause }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function later(ms: number, act: () => void): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  }

  return {
    openKey: open?.key,
    show(key: string | undefined, cause: Cause): void {
      if (cause !== "hover") {
        clearTimeout(timer.current);
        setOpen(key === undefined ? undefined : { key, cause });
      } else if (key !== undefined) {
        later(openAfterMs, () => setOpen({ key, cause }));
      } else {
        later(closeAfterMs, () => setOpen((before) => (before?.cause === "hover" ? undefined : before)));
      }
    },
    /** The pointer is on the card itself. */
    stay: () => clearTimeout(timer.current),
    close(): void {
      clearTimeout(timer.current);
      setOpen(undefined);
    },
  };
}
