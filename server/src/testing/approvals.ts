import { asFc } from "@fc/contract/units";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  addApprovalKey,
  approvePayouts,
  beginApprovalKey,
  payoutBatch,
} from "@fc/contract/withdraw/console-approvals";
import { draftPayoutRules } from "@fc/contract/withdraw/console-payout-rules";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { ApprovalGuard, type PayoutLimits } from "../core/approvals/guard.ts";
import { beginMemory } from "../core/approvals/begin.ts";
import { PayoutJournal } from "../core/approvals/journal.ts";
import { after, day } from "../platform/clock.ts";
import { passkeyPlaceOf } from "../core/passkeys/place.ts";
import { SoftwarePasskey } from "./software-passkey.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { TestAnswer, TestApp, TestClient } from "./test-app.ts";

/** An operator with a passkey for approvals, and the line that an administrator puts into the worker's file. */
export interface TestApprover {
  client: TestClient;
  passkey: SoftwarePasskey;
  line: string;
}

export async function addApprover(app: TestApp, client: TestClient): Promise<TestApprover> {
  const passkey = new SoftwarePasskey(app);
  const { body: invited } = await client.call(beginApprovalKey, {});
  const added = await client.call(addApprovalKey, { body: { passkey: passkey.make(invited.data) } });
  if (added.status !== 200) throw new Error(`no key was added: ${JSON.stringify(added.body)}`);
  return { client, passkey, line: added.body.data.line };
}

/** Signs everything that waits for the operator's signature, as the button of the page does. */
export async function approveAll(
  { client, passkey }: TestApprover,
  ...others: readonly TestApprover[]
): Promise<TestAnswer> {
  const { body } = await client.call(payoutBatch, {});
  if (!body.data) throw new Error(`nothing is to be signed: ${JSON.stringify(body)}`);
  const { text, request } = body.data;
  // Others sign the same text, for example with another key of the same person.
  for (const other of others) {
    await other.client.call(approvePayouts, { body: { text, answer: other.passkey.sign(request) } });
  }
  return client.call(approvePayouts, { body: { text, answer: passkey.sign(request) } });
}

/** However long a test's time was advanced. */
export async function stayOperators({ db, time }: TestApp): Promise<void> {
  const later = after(time.now, day);
  await db.updateTable("operator_sessions").set({ last_seen_at: time.now, expires_at: later }).execute();
}

/** The worker's own environment: its file of approvers, its memory and its limits, with the mails that it sent. */
export interface TestGuard {
  guard: ApprovalGuard;
  approversFile: string;
  journalFile: string;
  limits: PayoutLimits;
  mails: { to: readonly string[]; subject: string; text: string }[];
  /** While it is down, it takes one mail of each try. */
  mailServer: { isDown: boolean; /** A mailbox that takes no mail. */ dead?: string };
  /** Replaces the file of approvers. */
  name(...approvers: readonly Pick<TestApprover, "line">[]): Promise<void>;
  /** The same worker after a restart. */
  restarted(): ApprovalGuard;
}

export async function startGuard(app: TestApp): Promise<TestGuard> {
  const folder = await temporaryFolder();
  const [approversFile, journalFile] = [join(folder, "approvers"), join(folder, "journal")];
  const limits: PayoutLimits = {
    largestFc: asFc(100_000_000n * fcUnitsPerCoin),
    dayFc: asFc(1_000_000_000n * fcUnitsPerCoin),
    twoPeopleFromFc: asFc(10_000_000n * fcUnitsPerCoin),
    addressHours: 0,
    waitMinutes: 0,
    rulesDays: 31,
  };
  const mails: TestGuard["mails"] = [];
  const mailServer: TestGuard["mailServer"] = { isDown: false };
  await beginMemory(app.db, { file: journalFile, at: app.deps.clock(), takesAddresses: false });
  const restarted = () =>
    new ApprovalGuard({
      db: app.db,
      clock: app.deps.clock,
      journal: new PayoutJournal(journalFile),
      approversFile,
      place: passkeyPlaceOf(app.deps.publicUrl),
      limits,
      tell: async (to, mail) => {
        const alive = to.filter((email) => email !== mailServer.dead);
        const reached = mailServer.isDown ? alive.slice(0, 1) : alive;
        const left = to.filter((email) => !reached.includes(email));
        if (reached.length > 0) mails.push({ to: reached, ...mail });
        return left;
      },
    });
  return {
    guard: restarted(),
    approversFile,
    journalFile,
    limits,
    mails,
    mailServer,
    async name(...approvers) {
      await writeFile(approversFile, approvers.map(({ line }) => `${line}\n`).join(""));
      await chmod(approversFile, 0o644);
    },
    restarted,
  };
}

/** Rules under which the tests' payouts fit. */
export const wideRules = {
  largestFc: 10_000_000,
  memberDayFc: 20_000_000,
  dayFc: 50_000_000,
  addressDays: 0,
  accountDays: 0,
  quietDays: 0,
};

/** These approvers sign rules, the first one of whom writes them. Returns what they signed. */
export async function signRules(
  approvers: readonly TestApprover[],
  given: Partial<typeof wideRules> & { lastDay: string },
): Promise<{ text: string; answers: TestAnswer[] }> {
  const [first] = approvers;
  if (!first) throw new Error("nobody signs");
  const drafted = await first.client.call(draftPayoutRules, { body: { ...wideRules, ...given } });
  if (drafted.status !== 200) throw new Error(`no rules were written: ${JSON.stringify(drafted.body)}`);
  const { text, request } = drafted.body.data;
  const answers: TestAnswer[] = [];
  for (const { client, passkey } of approvers)
    answers.push(await client.call(approvePayouts, { body: { text, answer: passkey.sign(request) } }));
  return { text, answers };
}
