import { sql } from "kysely";
import { expect, test } from "vitest";
import { day } from "../../platform/clock.ts";
import { startTestApp } from "../../testing/test-app.ts";

test("the answer to a request is kept for 30 days and then forgotten, however many there are", async () => {
  const app = await startTestApp();
  try {
    const { id } = await app.addMember();
    const keep = (many: number, name: string, daysAgo: number) => {
      const at = new Date(app.time.now.getTime() - daysAgo * day);
      return sql`insert into idempotency_keys (member_id, key, request_hash, result, created_at)
        select ${id}, ${name} || at, '', '{}', ${at} from generate_series(1, ${many}::int) as at`.execute(
        app.db,
      );
    };
    await keep(2500, "of-long-ago-", 31);
    await keep(1, "of-last-month-", 29);
    await app.worker.drain();
    const kept = await app.db.selectFrom("idempotency_keys").select("key").execute();
    expect(kept).toEqual([{ key: "of-last-month-1" }]);
  } finally {
    await app.stop();
  }
});
