import { taskLabels } from "@fc/contract/jobs/console";
import { expect, test } from "vitest";
import { tasksOf } from "./app.ts";
import { rehearsalTaskName } from "./core/backup/rehearsal-task.ts";
import { backupTaskName } from "./core/backup/task.ts";
import { compareTaskName } from "./core/chain/compare-task.ts";
import { depositsTaskName } from "./core/chain/deposit-task.ts";
import { handPaymentsTaskName } from "./core/chain/hand-payments.ts";
import { payoutsTaskName, rulesTaskName } from "./features/withdraw/payout-task.ts";
import { sendMailTaskName } from "./platform/mail/outbox.ts";
import { startTestApp } from "./testing/test-app.ts";

test("every background task has a label for the console, and no label is left over", async () => {
  const app = await startTestApp();
  // Those of a chain are there only where one is connected.
  const ofChain = [depositsTaskName, compareTaskName, payoutsTaskName, rulesTaskName, handPaymentsTaskName];
  const others = [sendMailTaskName, backupTaskName, rehearsalTaskName, ...ofChain];
  const names = [...tasksOf(app.deps).map(({ name }) => name), ...others];
  await app.stop();
  expect(Object.keys(taskLabels).toSorted()).toEqual(names.toSorted());
});
