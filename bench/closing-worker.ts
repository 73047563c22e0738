import { endOfDay } from "@fc/contract/period";
import { closeDay } from "../server/src/core/plan/closing.ts";
import { createDb, createPool } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import type { ClosingResult } from "./closing.ts";
import { timeMs } from "./lib/timing.ts";

// Closes a day as the application does, with its normal limits, and reports the time and memory it took.
const [url = "", day = ""] = process.argv.slice(2);
const db = createDb(createPool({ url: loginUrlOf(url), poolSize: 2 }));
await db.selectFrom("closings").select("day").limit(1).execute();
const ms = await timeMs(() => closeDay(db, { day, now: endOfDay(day) }));
const { credits } = await db
  .selectFrom("closings")
  .select("credits")
  .where("day", "=", day)
  .executeTakeFirstOrThrow();
await db.destroy();
process.send!({ ms, credits, maxRssMb: process.resourceUsage().maxRSS / 1024 } satisfies ClosingResult);
process.disconnect();
