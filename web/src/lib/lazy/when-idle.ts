/** Runs when the browser has nothing better to do; answers with what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari does not know idleness; by then the page stands there as well.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
