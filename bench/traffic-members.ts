import { asFc } from "@fc/contract/units";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import pg from "pg";
import { accountSql, houseCodes, memberCodes } from "../server/src/core/ledger/accounts.ts";
import { postSelected } from "../server/src/core/ledger/bulk.ts";
import { closeDay } from "../server/src/core/plan/closing.ts";
import { hashPassword } from "../server/src/core/members/passwords.ts";
import { day } from "../server/src/platform/clock.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "../server/src/platform/db.ts";
import { loginUrlOf } from "../server/src/platform/login.ts";
import { openSession } from "../server/src/platform/sessions.ts";
import { setSetting } from "../server/src/testing/money.ts";
import { generate } from "../server/src/testing/network/generate.ts";
import { stakeForEverybody } from "../server/src/testing/plan/staked-network.ts";

export const password = "Bench-Horse-9";
/** A member gets a code for the same purpose every 30 seconds only, so there are more than can be asked in that time. */
const mostSignedIn = 10_000;
const closedDays = 2;
const sessionsPerTransaction = 500;
const coins = (whole: number) => BigInt(whole) * 10_000n;

/** A member with a browser that is signed in, and with an address of its own, so that no limit per address is met. */
export interface TrafficMember {
  id: number;
  refId: string;
  email: string;
  token: string;
  cookie: string;
  address: string;
}

/**
 * A network in which everybody has a stake and was paid rewards by closings of the days before `now`. Some members, who
 * are all over it, are signed in and have coins in their wallets, by the ledger's own door. For an empty database.
 */
export async function prepareTraffic(
  ownerUrl: string,
  { members, now }: { members: number; now: Date },
): Promise<TrafficMember[]> {
  const firstDay = daysAfter(indiaDayOf(now), -closedDays);
  const until = new Date(endOfDay(firstDay).getTime() - day / 2);
  const network = { members, seed: 1, shape: "deep", until, everybodyStakes: true } as const;
  const { firstId } = await generate(ownerUrl, network);
  await stakeForEverybody(ownerUrl, { poolFc: asFc(4_000_000_000_000_000_000n) });
  const db = createDb(createPool({ url: loginUrlOf(ownerUrl), poolSize: 2 }));
  try {
    for (let number = 0; number < closedDays; number++) {
      const closed = daysAfter(firstDay, number);
      await closeDay(db, { day: closed, now: endOfDay(closed) });
    }
    const count = Math.min(members, mostSignedIn);
    const ids = Array.from({ length: count }, (_, at) => firstId + Math.floor((at * members) / count));
    await settle(ownerUrl, ids, now);
    await atomically(db, giveCoins, { ids, now });
    return await signedIn(db, ids, now);
  } finally {
    await db.destroy();
  }
}

/** What operators and the members themselves would have set long before. */
async function settle(ownerUrl: string, ids: readonly number[], now: Date): Promise<void> {
  await setSetting(ownerUrl, "withdrawal", {
    minimumFc: 10,
    standardFromFc: 10,
    standardToFc: 1000,
    feeFc: 1,
    hours: 24,
    holdHours: 0,
    needsStake: true,
  });
  await setSetting(ownerUrl, "transfer", {
    minimumFc: 1,
    notedMinimumFc: 1,
    internalMinimumFc: 1,
    defaultReceiverRefId: "",
    betweenMembers: true,
    hiddenReceiverRefIds: [],
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("update members set password_hash = $1 where id = any ($2)", [
    await hashPassword(password),
    ids,
  ]);
  await owner.query(
    `insert into coin_addresses (member_id, address, created_at, changed_at)
     select id, '0x' || lpad(to_hex(id), 40, '0'), $2, $2 from unnest($1::int[]) as id`,
    [ids, new Date(now.getTime() - 30 * day)],
  );
  await owner.query("vacuum analyze members, coin_addresses, stakes, ledger_postings, ledger_accounts");
  await owner.end();
}

async function giveCoins(tx: Tx, { ids, now }: { ids: readonly number[]; now: Date }): Promise<void> {
  for (const wallet of ["earning", "transfer"] as const) {
    await postSelected(
      tx,
      sql`select 'opening' as kind, ${`traffic/${wallet}/`} || id as key, ${now}::timestamptz as effective_at,
        'OPENING' as message, null::int as price_id, null::int as plan_version, null::jsonb as metadata,
        ${houseCodes.adjustments}::bigint as debit_id,
        ${sql.raw(accountSql.ofMember("id", memberCodes[wallet]))} as credit_id, ${coins(1_000_000)}::bigint as amount
      from unnest(${ids}::int[]) as id`,
    );
  }
}

async function signedIn(db: Db, ids: readonly number[], now: Date): Promise<TrafficMember[]> {
  const rows = await db
    .selectFrom("members")
    .select(["id", "ref_id as refId", "email"])
    .where("id", "=", sql<number>`any (${ids}::int[])`)
    .orderBy("id")
    .execute();
  const members: TrafficMember[] = [];
  for (let at = 0; at < rows.length; at += sessionsPerTransaction) {
    const some = rows.slice(at, at + sessionsPerTransaction);
    members.push(...(await atomically(db, openSessions, { members: some, now })));
  }
  return members;
}

type Contact = Pick<TrafficMember, "id" | "refId" | "email">;

function openSessions(
  tx: Tx,
  { members, now }: { members: readonly Contact[]; now: Date },
): Promise<TrafficMember[]> {
  return Promise.all(
    members.map(async (member) => {
      const address = addressOf(member.id);
      const asked = { memberId: member.id, temporaryPasswordId: null, ip: address, userAgent: "", now };
      const { token, cookie } = await openSession(tx, asked);
      return { ...member, token, cookie, address };
    }),
  );
}

/** An address in a network of its own, of those that are kept for documentation. */
export function addressOf(number: number): string {
  return `2001:db8:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;
}
