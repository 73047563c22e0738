import { writeBulkMail } from "@fc/contract/bulk-mail/console";
import { createSupportRecord } from "@fc/contract/support/portal";
import { after, minute } from "../platform/clock.ts";
import { newcomer, rejectStake, requestedStake } from "./staking-requests.ts";
import type { TestApp, TestClient } from "./test-app.ts";

/** Three of each that operators work on, but withdrawals: one of them decided, so that a file differs by its state. */
export async function fillQueues(app: TestApp, admin: TestClient): Promise<void> {
  const { db, time } = app;
  for (const [at, amount] of [150, 1500, 300].entries()) {
    time.advance(minute);
    const person = await newcomer(app, { name: "Asha, of a queue" });
    const id = await requestedStake(app, person, amount);
    if (at === 0) await rejectStake(app, id, "The picture, as sent, cannot be read");
    await db
      .insertInto("kyc_cases")
      .values({
        member_id: person.member.id,
        part: at === 1 ? "bank" : "pan",
        submitted_at: time.now,
        ...(at === 0 && { state: "approved", decided_at: after(time.now, minute) }),
      })
      .execute();
    const message = { refId: person.member.refId, number: "", email: "" };
    const { method, path } = createSupportRecord;
    const supportMessage = `Where is it?\nI have asked before, ${at} times`;
    await person.client.send(method, `/api${path}`, { ...message, supportMessage });
    const words = { en: `News ${at}, and more`, hi: "समाचार" };
    const content = { kind: "news", serviceReason: "", filter: {}, subject: words, text: words } as const;
    await admin.call(writeBulkMail, { body: content });
  }
  await db.updateTable("support_records").set({ status: "closed" }).where("id", "=", 1n).execute();
  await db
    .updateTable("bulk_mails")
    .set({ state: "done", sent: 5, bounced: 1 })
    .where("id", "=", 1)
    .execute();
}
