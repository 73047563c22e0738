import { sure } from "@fc/contract/sure";
import { CompiledQuery, sql } from "kysely";
import { atOneMoment, createDb, createPool, type Db } from "../../platform/db.ts";
import { keyNamed, sameBytes, type SecretKey } from "../../platform/secrets.ts";
import { checks } from "./checks.ts";
import { guardDifferences } from "./guards.ts";
import { digests, macOf, noMac, type Digest } from "./digest.ts";

export interface LedgerVerification {
  entries: bigint;
  postings: bigint;
  seals: bigint;
  /** Entries that no seal covers yet: from the last seconds, or waiting for an older transaction to end. */
  unsealed: bigint;
  /** The newest seal. Keep it outside of the database, and give it as the anchor next time. */
  head: string | undefined;
  /** Every contradiction that was found, in words; there must be none. */
  differences: string[];
}

interface VerifyOptions {
  /** Without it the seals are compared with the rows, but a forged seal is not noticed. */
  secretKey?: SecretKey | undefined;
  /** Heads of earlier days: the chain must still contain them. They find a chain that was cut and sealed again. */
  anchors?: readonly string[];
}

/** As the owner, on a connection of its own. It changes nothing and locks nothing. */
export async function verify(ownerUrl: string, options: VerifyOptions = {}): Promise<LedgerVerification> {
  const db = createDb(createPool({ url: ownerUrl, poolSize: 1 }));
  try {
    return await verifyAsApplication(db, options);
  } finally {
    await db.destroy();
  }
}

/** The same on the application's connections, for a worker: the application may read everything that is verified. */
export async function verifyAsApplication(db: Db, options: VerifyOptions): Promise<LedgerVerification> {
  return atOneMoment(db, verifyAll, options);
}

async function verifyAll(db: Db, options: VerifyOptions): Promise<LedgerVerification> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  const differences: string[] = [];
  for (const { what, find } of checks) {
    const rows = await select<{ difference: string }>(db, find);
    for (const { difference } of rows) differences.push(`${what}: ${difference}`);
  }
  for (const difference of await guardDifferences(db)) differences.push(`guard: ${difference}`);
  const chain = await verifyChain(db, options);
  const [counts] = await select<{ entries: bigint; postings: bigint; unsealed: bigint }>(
    db,
    `select (select count(*) from ledger_entries) as entries, (select count(*) from ledger_postings) as postings,
      (select count(*) from ledger_entries
        where id > coalesce((select max(last_id) from ledger_seals), 0)) as unsealed`,
  );
  return { ...sure(counts), ...chain, differences: [...differences, ...chain.differences] };
}

async function select<Found>(db: Db, query: string, values: unknown[] = []): Promise<Found[]> {
  return (await db.executeQuery<Found>(CompiledQuery.raw(query, values))).rows;
}

interface Seal extends Digest {
  mac: Buffer;
  key_id: string;
}

const sealsPerPage = 500;

async function verifyChain(db: Db, { secretKey, anchors }: VerifyOptions) {
  const differences: string[] = [];
  let last: Seal | undefined;
  const missing = new Set(anchors);
  for (;;) {
    const page = `(select * from ledger_seals where number > $1 order by number limit ${sealsPerPage}) as range`;
    const after = [last?.number ?? 0n];
    const stored = await select<Seal>(db, `select * from ${page} order by number`, after);
    const computed = await select<Digest>(db, digests(page), after);
    for (const [at, seal] of stored.entries()) {
      differences.push(...problemsOf(seal, sure(computed[at]), last, secretKey));
      missing.delete(headOf(seal));
      last = seal;
    }
    if (stored.length < sealsPerPage) break;
  }
  for (const anchor of missing) differences.push(`chain: the seal ${anchor} is no longer in it`);
  return { seals: last?.number ?? 0n, head: last && headOf(last), differences };
}

function* problemsOf(
  seal: Seal,
  computed: Digest,
  last: Seal | undefined,
  secretKey: SecretKey | undefined,
): Generator<string> {
  const range = `entries ${seal.after_id + 1n} to ${seal.last_id}`;
  if (seal.number !== (last?.number ?? 0n) + 1n || seal.after_id !== (last?.last_id ?? 0n)) {
    yield `chain: seal ${seal.number} does not follow ${last?.number ?? "the beginning"}`;
  }
  if (computed.entries !== seal.entries || computed.postings !== seal.postings) {
    const then = `${seal.entries} entries and ${seal.postings} postings`;
    const now = `${computed.entries} and ${computed.postings}`;
    yield `chain: seal ${seal.number} was of ${then}, ${range} now hold ${now}`;
  } else if (!sameBytes(computed.digest, seal.digest)) {
    yield `chain: something in ${range} is not what seal ${seal.number} was of`;
  }
  if (secretKey !== undefined) yield* problemsOfKey(seal, last, secretKey);
}

function* problemsOfKey(seal: Seal, last: Seal | undefined, secretKey: SecretKey): Generator<string> {
  const key = keyNamed(secretKey, seal.key_id);
  if (!key) yield `chain: seal ${seal.number} was made with the key ${seal.key_id}, which is not known`;
  else if (!sameBytes(macOf(key, last?.mac ?? noMac, seal), seal.mac)) {
    yield `chain: seal ${seal.number} is not of our making, or not after the one before it`;
  }
  // A thief of a key must not go on sealing after the key was replaced.
  if (last && ageOf(secretKey, seal.key_id) > ageOf(secretKey, last.key_id)) {
    yield `chain: seal ${seal.number} was made with the key ${seal.key_id} after it had been replaced`;
  }
}

/** How many keys came after this one. */
const ageOf = (secretKey: SecretKey, id: string) => secretKey.earlier.findIndex((key) => key.id === id) + 1;

/** Undefined while nothing is sealed. */
export async function newestHead(db: Db): Promise<string | undefined> {
  const seal = await db
    .selectFrom("ledger_seals")
    .select(["number", "mac"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return seal && headOf(seal);
}

function headOf({ number, mac }: Pick<Seal, "number" | "mac">): string {
  return `${number}:${mac.toString("hex")}`;
}
