import { useEffect, useReducer } from "react";
import { Later } from "../../lib/lazy/later.tsx";
import { localStore } from "../../lib/storage.ts";
import { settling, stepPrefix } from "../../ui/otp/settling.ts";

const lostAnswers = () => import("./lost-answers.tsx");
const keepsSteps = (kept = false) => kept || localStore.keys(stepPrefix).length > 0;

/** Loads the banner about lost answers once the browser keeps a step of a change, which is seldom. */
export default function LostAnswersPlace() {
  const [isNeeded, look] = useReducer(keepsSteps, undefined, () => keepsSteps());
  useEffect(() => settling.subscribe(look), []);
  return isNeeded && <Later load={lostAnswers} props={{}} />;
}
