import { type Fc, asFc, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { hoursText } from "@fc/contract/hours-text";
import { hostname } from "node:os";
import type { AlertCondition } from "@fc/contract/alerts/console-conditions";
import { fcText } from "@fc/contract/amount-text";
import { taskText } from "@fc/contract/jobs/console";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { endOfDay } from "@fc/contract/period";
import { percentText } from "@fc/contract/plan/difference";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { SettingValues } from "@fc/contract/settings/business-settings";
import type { WaitingRequests } from "@fc/contract/today/console";
import { wholeCoverage } from "@fc/contract/transparency/portal";
import { sql } from "kysely";
import { after, clocksAgree, hour, minute, second } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { unsafeNodes } from "../../platform/nodes.ts";
import { indiaTime } from "../../platform/format.ts";
import { isArrivalWaiting } from "../arrival/arrival.ts";
import { unpaidStakes } from "../bank-statements/reversals.ts";
import { businessSetting } from "../business-settings/business-settings.ts";
import { lastingOf, stuckPayouts, watchedWallets, type Lasting } from "../chain/lasting.ts";
import { paymentsNotFound } from "../chain/hand-payments.ts";
import { lastBackupAt, lastRehearsalProblem } from "../backup/backups.ts";
import { coinState, isUnexplained } from "../chain/state.ts";
import { failingWork } from "../jobs/failing-work.ts";
import { codesWaitingSince, mailsSentSince, workFailingSince } from "../jobs/queue-figures.ts";
import { monthsMadeUntil } from "../ledger/months.ts";
import { verifyTaskName } from "../ledger/verification-job.ts";
import { lastDayToClose, nextDayToClose } from "../plan/calendar.ts";
import { closingTaskName } from "../plan/task.ts";
import { shortAddress } from "../wallet/coin-address.ts";
import { queuesAt } from "../queues/waiting.ts";
import { fullDisks, nodesWithWorkersRights } from "./disks.ts";
import { lateArchive, poolOutlook, unsealedSeconds } from "./figures.ts";

export interface Watch {
  db: Db;
  /** By the database's clock. */
  now: Date;
  /** By the clock of the node that checks. */
  nodeNow: Date;
  settings: SettingValues<"alerts">;
  /** Whether real members use it: nobody backs up a demo. */
  production: boolean;
}

interface ConditionCheck {
  /** How long it must be met before it is told. */
  beginsAfterMs: number;
  /** How long it must be over before that is told: what comes and goes is one alert and not many. */
  endsAfterMs: number;
  /** What is wrong, in a sentence; undefined while the condition is not met. */
  find: (watch: Watch) => Promise<string | undefined>;
}

/** Met at two checks in a row, a minute apart. */
const twoChecks = 30 * second;

/** Everything that is watched. The words for people are in the contract's table of the same names. */
export const conditionChecks = {
  "verification-differences": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db }) {
      const { rows } = await sql<{ differences: number; finished_at: Date }>`
        select (result ->> 'differences')::int as differences, finished_at from asked_runs
        where task = ${verifyTaskName} and finished_at is not null order by id desc limit 1`.execute(db);
      const [last] = rows;
      return last && last.differences > 0
        ? `${counted(last.differences, "difference")} at ${indiaTime(last.finished_at)}.`
        : undefined;
    },
  },
  "coins-unexplained": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db }) {
      const wallets = (await coinState(db))?.compared?.wallets.filter(isUnexplained) ?? [];
      return wallets.length > 0
        ? `${wallets.map(({ address, unexplained }) => `${unexplained} FC of ${shortAddress(address)}`).join(", ")} are unexplained.`
        : undefined;
    },
  },
  "coins-not-compared": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const state = await coinState(db);
      if (!state?.problem) return undefined;
      const { problem, compared } = state;
      // One failed try does no harm: the next one does its work.
      if (compared && after(compared.at, 2 * hour) > now) return undefined;
      return `The last try was at ${indiaTime(problem.at)}: ${problem.text}.`;
    },
  },
  "payments-not-found": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const { count, oldestId } = await paymentsNotFound(db, now);
      return oldestId === null
        ? undefined
        : `${counted(count, "payment")} of ${referenceOf("withdrawal", oldestId)}${count > 1 ? " and others" : ""}.`;
    },
  },
  "payment-taken-back": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db }) {
      const unpaid = await unpaidStakes(db);
      const [first] = unpaid;
      return (
        first &&
        `${counted(unpaid.length, "stake")}: that of ${referenceOf("staking-request", first.requestId)} was paid with money that the bank took back on ${first.day}.`
      );
    },
  },
  "hot-wallet-halted": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const halted = (await watchedWallets(db, now)).find(({ halted_at }) => halted_at !== null);
      return halted ? `${halted.halt_reason}.` : undefined;
    },
  },
  "payouts-unsigned": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const unsigned = (await watchedWallets(db, now)).find(
        ({ signing_problem }) => signing_problem !== null,
      );
      return unsigned ? `${unsigned.signing_problem}.` : undefined;
    },
  },
  "approvers-changed": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const wallets = await watchedWallets(db, now);
      const at = wallets
        .map(({ approvers_changed_at }) => approvers_changed_at)
        .find((each) => each !== null);
      return at && after(at, 24 * hour) > now
        ? `Since ${indiaTime(at)} the file names other people or keys.`
        : undefined;
    },
  },
  "approvers-untold": {
    // A mail server that is away for a moment takes the mail a minute later.
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db, now }) {
      const untold = (await watchedWallets(db, now)).find(
        ({ approver_mail_problem }) => approver_mail_problem !== null,
      );
      return untold ? `${untold.approver_mail_problem}.` : undefined;
    },
  },
  "clock-wrong": {
    beginsAfterMs: 0,
    // Another node may do the next checks.
    endsAfterMs: hour,
    async find({ now, nodeNow }) {
      return clocksAgree(nodeNow, now) ? undefined : `It is wrong by more than a minute on ${hostname()}.`;
    },
  },
  "disk-low": {
    beginsAfterMs: 5 * minute,
    endsAfterMs: 10 * minute,
    async find({ db, now, settings }) {
      const disks = await fullDisks(db, { belowPercent: settings.diskPercent, now });
      return disks.length > 0
        ? `${disks.map(({ node, folder, percent }) => `${folder} on ${node} has ${percent} % free`).join(", ")}.`
        : undefined;
    },
  },
  "unsafe-settings": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const nodes = await unsafeNodes(db, now);
      return nodes.length > 0
        ? nodes.map(({ node, unsafe }) => `${node}: ${unsafe.join(" ")}`).join(" ")
        : undefined;
    },
  },
  "worker-rights": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    async find({ db, now }) {
      const nodes = await nodesWithWorkersRights(db, now);
      return nodes.length > 0
        ? `${nodes.map(({ node, login }) => `Requests of ${node} sign in as ${login}`).join(", ")}, which is in fc_app.`
        : undefined;
    },
  },
  "codes-waiting": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 5 * minute,
    async find({ db, now, settings }) {
      const before = after(now, -settings.codesWaitingMinutes * minute);
      const { count, oldestAt } = await codesWaitingSince(db, { before, now });
      return oldestAt ? `${counted(count, "code")}, the oldest since ${indiaTime(oldestAt)}.` : undefined;
    },
  },
  "mails-failing": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 5 * minute,
    async find({ db, now, settings }) {
      const before = after(now, -settings.failingMinutes * minute);
      const { mails } = await workFailingSince(db, before);
      // One receiver whose server is away is no fault of ours while other mails leave.
      if (mails === 0 || mails <= (await mailsSentSince(db, before))) return undefined;
      return `${counted(mails, "mail")} could not be sent for more than ${settings.failingMinutes} minutes.`;
    },
  },
  "jobs-failing": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 5 * minute,
    async find({ db, now, settings }) {
      const { jobs, tasks } = await workFailingSince(db, after(now, -settings.failingMinutes * minute));
      return jobs > 0
        ? `${counted(jobs, "job")} failing for more than ${settings.failingMinutes} minutes: ${tasks.map(taskText).join(", ")}.`
        : undefined;
    },
  },
  "work-failed": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db }) {
      const { jobs, mails } = await failingWork(db);
      const failed = [
        ...(jobs.failed > 0 ? [counted(jobs.failed, "job")] : []),
        ...(mails.failed > 0 ? [counted(mails.failed, "mail")] : []),
      ];
      return failed.length > 0 ? `${failed.join(" and ")} failed for good.` : undefined;
    },
  },
  "closing-failed": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db, now }) {
      const day = await nextDayToClose(db);
      if (day === undefined || day > lastDayToClose(now)) return undefined;
      const job = await db
        .selectFrom("jobs")
        .select("id")
        .where("task", "=", closingTaskName)
        .where("last_error", "is not", null)
        // A single error may be a lock that others held; the next try is seconds later.
        .where((eb) => eb.or([eb("attempts", ">=", 3), eb("failed_at", "is not", null)]))
        .limit(1)
        .executeTakeFirst();
      return job && `The closing of ${day} ends in an error again and again.`;
    },
  },
  "closing-late": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db, now, settings }) {
      const day = await nextDayToClose(db);
      // Where the company that moved in is not open yet, no day is closed.
      if (day === undefined || (await isArrivalWaiting(db))) return undefined;
      const lateAt = after(endOfDay(day), settings.closingLateMinutes * minute);
      return lateAt <= now ? `${day} ended at ${indiaTime(endOfDay(day))} and is still open.` : undefined;
    },
  },
  "sealing-behind": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 5 * minute,
    async find({ db, settings }) {
      const seconds = await unsealedSeconds(db);
      return seconds * second > settings.sealingBehindMinutes * minute
        ? `An entry has waited for its seal for more than ${settings.sealingBehindMinutes} minutes.`
        : undefined;
    },
  },
  "payouts-stuck": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 5 * minute,
    async find({ db, now }) {
      const { count, oldestAt } = await stuckPayouts(db, now);
      return oldestAt ? `${counted(count, "payout")}, the oldest since ${indiaTime(oldestAt)}.` : undefined;
    },
  },
  "hot-wallet-low": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    find: ({ db, now }) => lastsTooShort(db, { now, of: "coinDays", what: "coins" }),
  },
  "hot-wallet-gas-low": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    find: ({ db, now }) => lastsTooShort(db, { now, of: "gasDays", what: "fees" }),
  },
  "ledger-months": {
    beginsAfterMs: hour,
    endsAfterMs: 0,
    async find({ db, now }) {
      const madeUntil = await monthsMadeUntil(db);
      return madeUntil < after(now, 31 * 24 * hour)
        ? `Months are made up to ${indiaTime(madeUntil)} only.`
        : undefined;
    },
  },
  "archive-late": {
    // A machine that has just begun to lead has archived nothing yet.
    beginsAfterMs: 5 * minute,
    endsAfterMs: 5 * minute,
    async find({ db }) {
      const archive = await lateArchive(db);
      if (!archive) return undefined;
      const last = archive.archivedAt ? `was at ${indiaTime(archive.archivedAt)}` : "has not been made";
      return `The last copy ${last}${archive.failedAt ? `, and a try at ${indiaTime(archive.failedAt)} failed` : ""}.`;
    },
  },
  "backup-old": {
    // A backup every 24 hours is at its oldest while the next one is made.
    beginsAfterMs: hour,
    endsAfterMs: 0,
    async find({ db, now, settings, production }) {
      const lastAt = await lastBackupAt(db);
      // Without any backup the first member is what can be lost.
      const sinceAt = lastAt ?? (production ? await firstMemberAt(db) : undefined);
      if (!sinceAt || after(sinceAt, settings.backupHours * hour) > now) return undefined;
      return lastAt
        ? `The last backup is of ${indiaTime(lastAt)}.`
        : `There has been none since the first member came on ${indiaTime(sinceAt)}.`;
    },
  },
  "rehearsal-failed": {
    beginsAfterMs: 0,
    endsAfterMs: 0,
    find: ({ db }) => lastRehearsalProblem(db),
  },
  "pool-low": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db, settings }) {
      const { balanceFc, dueFcPerDay, daysLeft } = await poolOutlook(db);
      return daysLeft !== undefined && daysLeft < settings.poolDays
        ? `${wholeFc(balanceFc)} last ${daysLeft.toFixed(1)} days at ${wholeFc(asFc(dueFcPerDay))} a day.`
        : undefined;
    },
  },
  "coverage-short": {
    beginsAfterMs: twoChecks,
    endsAfterMs: 0,
    async find({ db }) {
      const last = await db
        .selectFrom("closings")
        .select(["day", "due_fc as dueFc", "available_fc as availableFc"])
        .where("state", "=", "sealed")
        .orderBy("day", "desc")
        .limit(1)
        .executeTakeFirst();
      const coverage = last ? coverageBasisPoints(last) : wholeCoverage;
      return last && coverage < wholeCoverage
        ? `${percentText(coverage)} of the rewards of ${last.day} were paid.`
        : undefined;
    },
  },
  "price-missing": {
    // An operator who withdraws a wrong price sets the right one next.
    beginsAfterMs: 10 * minute,
    endsAfterMs: 0,
    async find({ db, now }) {
      const { rows } = await sql<{ missing: boolean }>`
        select exists (select from members) and not exists (
          select from prices where effective_from <= ${now} and withdrawn_at is null) as missing`.execute(db);
      return sure(rows[0]).missing ? "There are members, and no price is in force." : undefined;
    },
  },
  "withdrawals-late": lateQueue("withdrawals", "withdrawal"),
  "staking-late": lateQueue("staking", "staking request"),
  "support-late": lateQueue("support", "support message"),
} as const satisfies Record<AlertCondition, ConditionCheck>;

/** Of any condition. */
export function checkOf(condition: AlertCondition): ConditionCheck {
  return conditionChecks[condition];
}

function lateQueue(queue: "withdrawals" | "staking" | "support", what: string): ConditionCheck {
  return {
    beginsAfterMs: twoChecks,
    // While operators work, each next request becomes late in turn.
    endsAfterMs: hour,
    async find({ db, now }) {
      const { late, oldestAt, promisedHours }: WaitingRequests = (await queuesAt(db, now))[queue];
      return late > 0 && oldestAt !== null && promisedHours !== null
        ? `${counted(late, what)} older than ${hoursText(promisedHours, "en")}, the oldest since ${indiaTime(new Date(oldestAt))}.`
        : undefined;
    },
  };
}

async function firstMemberAt(db: Db): Promise<Date | undefined> {
  const first = await db.selectFrom("members").select("joined_at").orderBy("id").limit(1).executeTakeFirst();
  return first?.joined_at;
}

/** Parts of a coin matter to nobody here. */
const wholeFc = (amountFc: Fc) => fcText(minus(amountFc, asFc(amountFc % fcUnitsPerCoin)));

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en-IN")} ${what}${count === 1 ? "" : "s"}`;

async function lastsTooShort(
  db: Db,
  { now, of, what }: { now: Date; of: keyof Lasting; what: string },
): Promise<string | undefined> {
  const { lastsDays } = await businessSetting(db, "payout");
  for (const wallet of await watchedWallets(db, now)) {
    const days = (await lastingOf(db, { wallet, now }))[of];
    if (days !== undefined && days < lastsDays) {
      return `What it holds for ${what} lasts ${counted(days, "day")} at what it sent in the last seven.`;
    }
  }
  return undefined;
}
