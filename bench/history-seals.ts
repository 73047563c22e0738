import type pg from "pg";
import { accountSql } from "../server/src/core/ledger/accounts.ts";
import { digests, macOf, noMac, type Digest } from "../server/src/core/ledger/digest.ts";
import type { SecretKey } from "../server/src/platform/secrets.ts";

/** As in the sealer. */
const idsPerSeal = 1000;
const manyLines = 1000;

interface Entries {
  afterId: number;
  lastId: number;
  /** The entries among them that have many lines. */
  closings: readonly number[];
  linesPerClosing: number;
}

/** What the sealer would have sealed of these entries, without numbers. */
export async function digestsOf(client: pg.Client, entries: Entries): Promise<Digest[]> {
  const [after, last]: [number[], number[]] = [[], []];
  for (const end of [...(entries.linesPerClosing > manyLines ? entries.closings : []), entries.lastId]) {
    for (let at = last.at(-1) ?? entries.afterId; at < end; at = last.at(-1)!) {
      after.push(at);
      last.push(Math.min(at + idsPerSeal, end));
    }
  }
  const given = "unnest($1::bigint[], $2::bigint[], $3::bigint[]) as range (number, after_id, last_id)";
  return (await client.query<Digest>(digests(given), [after, after, last])).rows;
}

/** The chain of seals over the digests of all months, and the sums that the sealer keeps beside it. */
export async function writeSeals(
  client: pg.Client,
  { made, secretKey, now }: { made: readonly Digest[]; secretKey: SecretKey; now: Date },
): Promise<void> {
  let mac: Buffer = noMac;
  const seals = made.map((digest, at) => {
    const numbered = { ...digest, number: BigInt(at + 1) };
    return { ...numbered, mac: (mac = macOf(secretKey, mac, numbered)) };
  });
  await client.query(
    `insert into ledger_seals (number, after_id, last_id, entries, postings, digest, mac, key_id, sealed_at)
      select *, $8, $9 from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::bytea[], $7::bytea[])`,
    [
      seals.map(({ number }) => number),
      seals.map(({ after_id }) => after_id),
      seals.map(({ last_id }) => last_id),
      seals.map(({ entries }) => entries),
      seals.map(({ postings }) => postings),
      seals.map(({ digest }) => digest),
      seals.map((seal) => seal.mac),
      secretKey.id,
      now,
    ],
  );
  await client.query(
    `insert into ledger_house_sums (account_id, last_id, balance)
      select code, $1, coalesce(sum(case code when credit_kind then amount else -amount end), 0)
      from ledger_chart left join ledger_day_sums on code in (debit_kind, credit_kind)
      where owner = 'house' group by code`,
    [seals.at(-1)!.last_id],
  );
}

/** No price is in force in these years, so nothing is worth anything in rupees. */
export const daySumsOf = (table: string) => `
  insert into ledger_day_sums (day, debit_kind, credit_kind, lines, amount, inr_paise, first_id, last_id)
    select (effective_at at time zone 'Asia/Kolkata')::date, ${accountSql.kind("debit_id")}, ${accountSql.kind("credit_id")},
      count(*), sum(amount), 0, min(entry_id), max(entry_id)
    from ${table} group by 1, 2, 3`;
