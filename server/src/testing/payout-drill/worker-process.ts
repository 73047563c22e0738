import { once } from "node:events";
import { isStartProblem, startProblemCode, work, type DrillTime, type WorkerOrder } from "./workers.ts";

// Started by workers.ts. At each gate it tells where it is and waits; instead of an answer it may be killed.
const time: DrillTime = { now: new Date(0) };
const [{ order }] = (await once(process, "message")) as [{ order: WorkerOrder }];
process.on("disconnect", () => process.exit(0));

await work(order, {
  time,
  async gate(step) {
    process.send!(step);
    const [{ now }] = (await once(process, "message")) as [{ now: number }];
    time.now = new Date(now);
  },
}).catch((error: unknown) => {
  if (!isStartProblem(error)) throw error;
  process.exit(startProblemCode);
});
