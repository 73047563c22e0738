import { consoleQueues, consoleRelease, consoleToday, sendTestMail } from "@fc/contract/today/console";
import { sendOperatorMail } from "../../core/mails/mails.ts";
import { logAction } from "../../core/operators/log.ts";
import { queuesAt } from "../../core/queues/waiting.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import type { Operating, OperatorSession } from "../../platform/operator-sessions.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { releaseAt, today } from "./queries.ts";

export function todayConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(consoleToday, async ({ now }) => ({ data: await today(db, now) })),
    handle(consoleQueues, async ({ now }) => ({ data: await queuesAt(db, now) })),
    handle(consoleRelease, async ({ now }) => ({ data: await releaseAt(db, now) })),
    handle(sendTestMail, async ({ actor, operating }) => {
      await limitUse(db, testMailLimit, actor.operatorId, operating.now);
      await atomically(db, mailTest, { actor, operating, publicUrl });
      return { data: { to: actor.email } };
    }),
  ];
}

const testMailLimit = { name: "test-mail", points: 10, windowMs: hour } as const;

async function mailTest(
  tx: Tx,
  { actor, operating, publicUrl }: { actor: OperatorSession; operating: Operating; publicUrl: string },
): Promise<void> {
  const { name, email } = actor;
  await sendOperatorMail(tx, {
    kind: "test-mail",
    to: { name, email },
    now: operating.now,
    values: { publicUrl },
  });
  await logAction(tx, { ...operating, action: "mail/test" });
}
