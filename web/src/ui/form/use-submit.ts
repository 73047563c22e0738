import { useRef, useState } from "react";

/** A form's one request at a time: whether it runs, and what went wrong with the last. */
export function useSubmit<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // Set at once, where state would come too late for the second tap of a double tap.
  const running = useRef(false);

  async function submit(...input: Input): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work(...input);
    } catch (error) {
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, problem, submit };
}
