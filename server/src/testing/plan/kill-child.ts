import { atomically, createDb, createPool } from "../../platform/db.ts";
import { loginUrlOf } from "../../platform/login.ts";
import { closingStep } from "../../core/plan/closing.ts";

// Closes a day for kill.test.ts and reports each step, until it is done or killed.
const [url = "", given = "{}"] = process.argv.slice(2);
const { day, now, chunkMembers } = JSON.parse(given) as { day: string; now: string; chunkMembers: number };
const db = createDb(createPool({ url: loginUrlOf(url), poolSize: 1 }), { statementTimeoutMs: 60_000 });
for (let state = ""; state !== "sealed";) {
  ({ state } = await atomically(db, closingStep, { day, now: new Date(now), chunkMembers }));
  process.send?.(state);
}
await db.destroy();
process.disconnect?.();
