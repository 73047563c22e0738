import { asFc } from "@fc/contract/units";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { ApprovalGuard } from "./core/approvals/guard.ts";
import { closedBecause, closedGuard, openGuard } from "./core/approvals/plain-guards.ts";
import { JournalProblem } from "./core/approvals/journal-file.ts";
import { PayoutJournal } from "./core/approvals/journal.ts";
import { passkeyPlaceOf } from "./core/passkeys/place.ts";
import { rpcHostsProblem } from "./platform/exposed-settings.ts";
import type { PayoutGuard } from "./platform/chain/types.ts";
import type { Clock } from "./platform/clock.ts";
import type { Db } from "./platform/db.ts";
import type { Log } from "./platform/logger.ts";
import { renderMail } from "./platform/mail/template.ts";
import type { MailTransport } from "./platform/mail/transport.ts";
import type { Settings } from "./platform/settings.ts";

interface GuardParts {
  db: Db;
  clock: Clock;
  publicUrl: string;
  transport: MailTransport;
  log: Log;
}

/** What the hot wallet of these settings may sign. Only the demo's own chain needs no approvers. */
export function payoutGuardOf(
  settings: Settings,
  { db, clock, publicUrl, transport, log }: GuardParts,
): PayoutGuard {
  if (settings.hasLocalChain) return openGuard;
  if (settings.chain?.signer === undefined) return closedGuard;
  const hosts = settings.production ? rpcHostsProblem(settings.chain.rpcUrls) : undefined;
  if (hosts !== undefined) return closedBecause(hosts);
  const journal = journalOf(settings);
  if (journal instanceof JournalProblem) return closedBecause(journal.message);
  const { approversFile, largestFc, dayFc, twoPeopleFromFc, addressHours, waitMinutes, rulesDays } =
    settings.payouts;
  const units = (coins: number) => BigInt(coins) * fcUnitsPerCoin;
  return new ApprovalGuard({
    db,
    clock,
    journal,
    approversFile,
    place: passkeyPlaceOf(publicUrl),
    limits: {
      largestFc: asFc(units(largestFc)),
      dayFc: asFc(units(dayFc)),
      twoPeopleFromFc: asFc(units(twoPeopleFromFc)),
      addressHours,
      waitMinutes,
      rulesDays,
    },
    async tell(receivers, { subject, text }) {
      const blocks = [{ kind: "paragraph" as const, text }];
      const mail = renderMail({ audience: "operator", subject, heading: subject, blocks });
      const left: string[] = [];
      for (const to of receivers) {
        const messageId = `<${randomUUID()}@${new URL(publicUrl).hostname}>`;
        const message = { ...mail, messageId, from: settings.mailFrom, to, date: clock() };
        await transport.send(message).catch((error: unknown) => {
          left.push(to);
          const code = error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
          log.error({ code, subject }, "an approver's mail was refused");
        });
      }
      return left;
    },
  });
}

export function journalFileOf(dataDir: string): string {
  return join(dataDir, "payout-journal.jsonl");
}

/** One that is missing or cannot be read stops the payouts and not the start, because members use the portal all the same. */
function journalOf({ dataDir }: Settings): PayoutJournal | JournalProblem {
  try {
    return new PayoutJournal(journalFileOf(dataDir));
  } catch (error) {
    if (error instanceof JournalProblem) return error;
    throw error;
  }
}

/** What the start says of it; nothing where payouts are signed. */
export async function payoutLines(settings: Settings, guard: PayoutGuard): Promise<string[]> {
  if (settings.hasLocalChain || settings.chain?.signer === undefined || !settings.worker) return [];
  // A mail server that is down must not keep members from the portal: the worker tries again and tells it.
  const { problem } = await guard.state().catch(() => ({ problem: "the approvers could not be told" }));
  return problem === undefined ? [] : [`  Payouts        none is signed: ${problem}`];
}
