import { keyedHash, type SecretKey } from "../../platform/secrets.ts";

/**
 * The digest of a range of entries with all their postings, as SQL for both the sealer and the verifier. It is not a
 * function of the database, because a superuser could replace that. It covers every column, in a form that does not
 * depend on the settings of a session.
 */
export const digests = (ranges: string) => `
  select range.number, range.after_id, range.last_id, content.entries, content.postings, content.digest
  from ${ranges} cross join lateral (
    select count(*) filter (where line = 0)::int as entries, count(*) filter (where line > 0)::int as postings,
      sha256(convert_to(coalesce(string_agg(content, chr(10) order by id, line), ''), 'UTF8')) as digest
    from (
      select id, 0 as line, json_build_array(id, kind, key, (extract(epoch from effective_at) * 1000)::bigint,
        (extract(epoch from recorded_at) * 1000000)::bigint, xid::text, message, price_id, plan_version, reversal_of,
        metadata)::text as content
      from ledger_entries where id > range.after_id and id <= range.last_id
      union all
      -- The same text as json_build_array would make, in two thirds of the time.
      select entry_id, line, '[' || concat_ws(', ', entry_id, line, debit_id, credit_id, amount,
        (date_part('epoch', effective_at) * 1000)::bigint) || ']'
      from ledger_postings where entry_id > range.after_id and entry_id <= range.last_id
    ) row
  ) content
  order by range.number`;

export interface Digest {
  number: bigint;
  after_id: bigint;
  last_id: bigint;
  entries: number;
  postings: number;
  digest: Buffer;
}

/** Ties a digest to its place and to the seal before it, by a key that is not in the database. */
export function macOf(secretKey: SecretKey, previous: Buffer, digest: Digest): Buffer {
  const { number, after_id, last_id, entries, postings } = digest;
  const place = [number, after_id, last_id, entries, postings].join(",");
  return keyedHash(secretKey, "ledger-seal", previous.toString("hex"), place, digest.digest.toString("hex"));
}

/** The first seal has no seal before it. */
export const noMac = Buffer.alloc(0);
