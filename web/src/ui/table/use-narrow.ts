import { useSyncExternalStore } from "react";

export const narrowScreens = "(width < 40em)";

/** Below 640 px a row would not fit; one of both is in the page, never both. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(narrowScreens);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => matchMedia(narrowScreens).matches,
  );
}
