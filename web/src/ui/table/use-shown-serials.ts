import { useState } from "react";

/** While the next page loads, the old rows stay, and so do their numbers. */
export function useShownSerials<SerialOf>(page: string, serialOf: SerialOf, isTurning: boolean): SerialOf {
  const [shown, setShown] = useState({ page, serialOf });
  if (!isTurning && shown.page !== page) setShown({ page, serialOf });
  return isTurning ? shown.serialOf : serialOf;
}
