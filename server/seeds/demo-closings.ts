import { type Fc, asFc } from "@fc/contract/units";
import { shareInPayersFavour } from "@fc/contract/money";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { accountSql, memberCodes } from "../src/core/ledger/accounts.ts";
import { postMany } from "../src/core/ledger/post.ts";
import { poolFunded, type Entry } from "../src/core/ledger/posting.ts";
import { closeDay } from "../src/core/plan/closing.ts";
import { acceptWithdrawal } from "../src/features/withdraw/decisions.ts";
import { after, day, hour, minute } from "../src/platform/clock.ts";
import { atomically, type Db } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { sha256 } from "../src/platform/secrets.ts";
import { confirmedWithdrawal } from "./confirmed-withdrawal.ts";
import { demoLogins } from "./demo-logins.ts";
import { firstDay } from "./demo-network.ts";

const fc = 10_000n;

/**
 * Closes every day from the network's first to yesterday, as the worker does at night. The treasury's funding grows
 * with the network: on most days it is enough, but not when many stakes started at once.
 */
export async function seedDemoClosings(db: Db, { now }: { now: Date }): Promise<void> {
  const today = indiaDayOf(now);
  await atomically(db, postMany, fundings(today, now));
  await closeDemoDays(db, daysAfter(today, -firstDay - 1), today);
}

/** Closes the days of a company that moved in, with a pool that covers each of them. */
export async function seedDemoClosingsSince(
  db: Db,
  { cutDay, members, now }: { cutDay: string; members: number; now: Date },
): Promise<void> {
  const today = indiaDayOf(now);
  const dailyFc = dailyFcPerMember * BigInt(members);
  const first = funding(daysAfter(cutDay, 1), asFc(firstDays * dailyFc), endOfDay(cutDay));
  await atomically(db, postMany, [first, funding(today, asFc(futureDays * dailyFc), now)]);
  await closeDemoDays(db, daysAfter(cutDay, 1), today);
}

/** Much more than is due on the first day, on which all business that was carried is matched. */
const dailyFcPerMember = 1_000_000n * fc;
const [firstDays, futureDays] = [10n, 100n];

async function closeDemoDays(db: Db, from: string, today: string): Promise<void> {
  for (let closed = from; closed < today; closed = daysAfter(closed, 1)) {
    await closeDay(db, { day: closed, now: after(endOfDay(closed), 5 * minute) });
  }
}

function fundings(today: string, now: Date): Entry[] {
  const entries = Array.from({ length: firstDay + 1 }, (_, number) => {
    const givenOn = daysAfter(today, number - firstDay - 1);
    const start = number === 0 ? 10_000_000n : 600_000n;
    return funding(
      givenOn,
      asFc((start + 4500n * BigInt(number) ** 2n) * fc),
      after(endOfDay(givenOn), -12 * hour),
    );
  });
  // For future closings.
  return [...entries, funding(today, asFc(2_000_000_000n * fc), now)];
}

function funding(givenOn: string, amountFc: Fc, effectiveAt: Date): Entry {
  return poolFunded({ key: `demo/pool/${givenOn}`, effectiveAt, amountFc, source: "treasury" });
}

const enoughFc = 6_000_000n * fc;

/** Every second member who earned enough has withdrawn most of it; the others have not. */
export async function seedDemoPayouts(deps: Deps, { now }: { now: Date }): Promise<void> {
  const { db } = deps;
  const { rows } = await sql<{ member_id: number; earned_fc: Fc }>`
    select members.id as member_id, sum(balance)::bigint as earned_fc
    from members join ledger_accounts account on account.id between
      ${sql.raw(accountSql.ofMember("members.id", memberCodes.staking))}
      and ${sql.raw(accountSql.ofMember("members.id", memberCodes.offer))}
    where ref_id <> all (${demoLogins.map(({ refId }) => refId)}::text[])
    group by members.id having sum(balance) >= ${enoughFc} order by members.id`.execute(db);
  for (const { member_id: memberId, earned_fc } of rows.filter((_, at) => at % 2 === 0)) {
    const since = after(now, -20 * day);
    // Nobody's, and each member's own: an address that several members share is a signal of fraud.
    const address = `0x${sha256(`demo-address-${memberId}`).toString("hex").slice(0, 40)}`;
    await db
      .insertInto("coin_addresses")
      .values({ member_id: memberId, address, created_at: since, changed_at: since })
      .execute();
    const requestedAt = after(now, -2 * day);
    const amountFc = shareInPayersFavour(earned_fc, 85n, 100n);
    const { id } = await confirmedWithdrawal(deps, { memberId, amountFc, now: requestedAt });
    const accepted = {
      id,
      transactionId: `0x${sha256(`demo-payout-${memberId}`).toString("hex")}`,
      now: after(requestedAt, 20 * hour),
    };
    await atomically(db, acceptWithdrawal, accepted);
  }
}
