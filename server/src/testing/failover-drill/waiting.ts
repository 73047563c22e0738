import { setTimeout as sleep } from "node:timers/promises";

/** Long, because a large database takes its time and the machine may be busy. */
const limitMs = 600_000;

/** Whether something at this address says that all is well. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It took too long until ${what}`);
    await sleep(200);
  }
}
