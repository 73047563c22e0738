import { useRef, useState } from "react";

/** Runs one request of a form at a time; says whether it is running and why the last one failed. */
export function useSubmit<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // A ref changes at once; state would change too late to stop the second tap of a double tap.
  const running = useRef(false);

  async function submit(...args: Args): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work(...args);
    } catch (error) {
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, problem, submit };
}
