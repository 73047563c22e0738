import { useState } from "react";

/** While a page turns, the old rows stay until the next are there; their numbers stay with them. */
export function useShownSerials<SerialOf>(page: string, serialOf: SerialOf, isTurning: boolean): SerialOf {
  const [shown, setShown] = useState({ page, serialOf });
  if (!isTurning && shown.page !== page) setShown({ page, serialOf });
  return isTurning ? shown.serialOf : serialOf;
}
