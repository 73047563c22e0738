import { useEffect, useRef, useState } from "react";

/** Long enough that a pointer on its way elsewhere opens nothing. */
const openAfterMs = 180;
/** Long enough to reach the card. */
const closeAfterMs = 260;

type How = "hover" | "focus" | "tap";

/** Whose card is shown. One that was asked for stays until it is closed; one by hovering goes with the pointer. */
export function useLooked() {
  const [looked, setLooked] = useState<{ key: string; how: How }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function later(ms: number, act: () => void): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, ms);
  }

  return {
    looked: looked?.key,
    look(key: string | undefined, how: How): void {
      if (how !== "hover") {
        clearTimeout(timer.current);
        setLooked(key === undefined ? undefined : { key, how });
      } else if (key !== undefined) {
        later(openAfterMs, () => setLooked({ key, how }));
      } else {
        later(closeAfterMs, () => setLooked((before) => (before?.how === "hover" ? undefined : before)));
      }
    },
    /** The pointer is on the card itself. */
    stay: () => clearTimeout(timer.current),
    close(): void {
      clearTimeout(timer.current);
      setLooked(undefined);
    },
  };
}
