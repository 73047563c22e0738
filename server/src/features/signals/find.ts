import { maskedAccount } from "@fc/contract/bank/portal";
import { plainPan } from "@fc/contract/pan/portal";
import type { findByTrace, Trace } from "@fc/contract/signals/console";
import type { ResponseOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import { numberIndexes } from "../../core/members/identity-numbers.ts";
import { maskedPan } from "../../core/members/pan-records.ts";
import { logAction } from "../../core/operators/log.ts";
import { shortAddress } from "../../core/wallet/coin-address.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { SecretKey } from "../../platform/secrets.ts";

type FoundMember = ResponseOf<typeof findByTrace>["data"][number];

interface TraceSearch {
  operating: Operating;
  by: Trace;
  value: string;
  secretKey: SecretKey;
}

interface TraceKind {
  /** Selects `member_id` and `at` of those who have it. */
  rows: (value: string, secretKey: SecretKey) => RawBuilder<unknown>;
  /** As the log keeps it, for years. */
  logged: (value: string) => string;
}

const spaceless = (text: string) => text.replaceAll(/\s/g, "");

/** The least text that sorts after everything that begins with it. */
const afterPrefix = (prefix: string) => `${prefix}\uffff`;

const kinds = {
  pan: {
    rows: (value, secretKey) => sql`
      select member_id, created_at as at from pan_records
      where number_index = any (${numberIndexes(secretKey, "pan", plainPan(value))}::bytea[])`,
    logged: (value) => maskedPan(plainPan(value)),
  },
  account: {
    rows: (value, secretKey) => sql`
      select member_id, changed_at as at from bank_details
      where number_index = any (${numberIndexes(secretKey, "account", spaceless(value))}::bytea[])`,
    logged: (value) => maskedAccount(spaceless(value)),
  },
  coinAddress: {
    rows: (value) => sql`
      select member_id, changed_at as at from coin_addresses where lower(address) = ${value.toLowerCase()}`,
    logged: shortAddress,
  },
  device: {
    rows: (value) => {
      const digits = /^[0-9a-f]{4,64}$/i.test(value) ? value.toLowerCase() : "";
      // An odd number of digits names no whole bytes: the half one is padded at both ends of the range.
      const [from, to] = [digits.padEnd(64, "0"), digits.padEnd(64, "f")];
      return sql`
        select member_id, last_used_at as at from known_devices
        where ${digits !== ""} and browser between decode(${from}, 'hex') and decode(${to}, 'hex')`;
    },
    logged: (value) => value,
  },
  ip: {
    rows: (value) => sql`
      select member_id, max(created_at) as at from sessions
      where ip ~>=~ ${value} and ip ~<~ ${afterPrefix(value)} and looking_operator_id is null group by member_id`,
    logged: (value) => value,
  },
} as const satisfies Record<Trace, TraceKind>;

const mostFound = 100;

/** Finds members by what they cannot be found by otherwise. That somebody looked is in the log, no matter who was found. */
export async function findMembersByTrace(tx: Tx, search: TraceSearch): Promise<FoundMember[]> {
  const { operating, by, value, secretKey } = search;
  const { rows: rowsOf, logged }: TraceKind = kinds[by];
  const { rows } = await sql<Omit<FoundMember, "joinedAt" | "at"> & { joined_at: Date; at: Date }>`
    select member.id, member.ref_id as "refId", member.name, member.status, member.joined_at,
      coalesce(scored.score, 0) as score, found.at
    from (select member_id, max(at) as at from (${rowsOf(value, secretKey)}) each group by member_id) found
      join members as member on member.id = found.member_id
      left join signal_scores as scored on scored.member_id = member.id
    order by found.at desc, member.id limit ${mostFound}`.execute(tx);
  const details = { by, value: logged(value), found: rows.length };
  await logAction(tx, { ...operating, action: "member/find", details });
  return rows.map(({ joined_at, at, ...row }) => ({
    ...row,
    joinedAt: joined_at.toISOString(),
    at: at.toISOString(),
  }));
}
