// Takes a core of the machine in bursts until it is killed, so that tests meet a slow moment wherever one can be.
import { setTimeout as sleep } from "node:timers/promises";

const longestMs = 2000;

for (;;) {
  const end = performance.now() + Math.random() * longestMs;
  while (performance.now() < end);
  await sleep(Math.random() * longestMs);
}
