import { asOwner } from "./database-content.ts";
import type { TestApp } from "./test-app.ts";

/** The server's time goes on, and so does the database's own for closures, since nobody can move its clock. */
export async function passTime(app: TestApp, ms: number): Promise<void> {
  app.time.advance(ms);
  await asOwner(app.databaseUrl, async (owner) => {
    // Nothing brings forward until when something is kept (closure_keep), except the time itself.
    await owner.query("set session_replication_role = replica");
    await owner.query(
      `update closures set noted_at = now() - interval '1 day',
         waits_until = case when due_at <= $1 then least(waits_until, due_at, now()) else waits_until end,
         kyc_kept_until = case when kyc_until <= $1 then least(kyc_kept_until, kyc_until, now()) else kyc_kept_until end,
         tax_kept_until = case when tax_until <= $1 then least(tax_kept_until, tax_until, now()) else tax_kept_until end,
         due_at = case when due_at <= $1 then least(due_at, now()) else due_at end,
         kyc_until = case when kyc_until <= $1 then least(kyc_until, now()) else kyc_until end,
         tax_until = case when tax_until <= $1 then least(tax_until, now()) else tax_until end`,
      [app.time.now],
    );
  });
}
