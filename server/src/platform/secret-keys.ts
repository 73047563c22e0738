import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { advisoryLocks } from "./advisory-locks.ts";
import { atomically, type Db, type Tx } from "./db.ts";
import { enqueue } from "./jobs.ts";
import { decrypt, encrypt, secretKeyFrom, type SecretKey } from "./secrets.ts";

/** A key that cannot be used with this database, in a sentence that says what to do. */
export class KeyProblem extends Error {
  override readonly name = "KeyProblem";
}

export interface GivenKeys {
  /** SECRET_KEY, or the generated one. */
  current: string;
  /** SECRET_KEY_PREVIOUS: the key to be replaced. */
  previous: string | undefined;
  now: Date;
}

/** Encrypts again what an earlier key had encrypted; its features do it (core/re-encrypt/task.ts). */
export const reencryptTaskName = "re-encrypt";

/**
 * The key of this database with its earlier ones. The first start registers it. A start with a new key and the previous
 * one replaces it, for all nodes. Needs the owner's rights, so that the application itself cannot add a key.
 */
export async function openSecretKey(db: Db, given: GivenKeys): Promise<SecretKey> {
  return atomically(db, open, given);
}

async function open(tx: Tx, { current, previous, now }: GivenKeys): Promise<SecretKey> {
  // Of two nodes that start with a new key, one replaces the old one and the other finds it done.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.secretKey})`.execute(tx);
  const rows = await keyRows(tx);
  const key = secretKeyFrom(current);
  if (rows.length === 0) {
    await tx.insertInto("secret_keys").values({ id: key.id, began_at: now }).execute();
    return key;
  }
  const before = replacedBy(key, { previous, rows });
  return before ? replace(tx, { key, before: withEarlier(before, rows), now }) : known(key, rows);
}

/** The key in use, where the new one replaces it. */
function replacedBy(
  key: SecretKey,
  { previous, rows }: { previous: string | undefined; rows: readonly KeyRow[] },
): SecretKey | undefined {
  const before = previous === undefined ? undefined : secretKeyFrom(previous);
  return !rows.some(({ id }) => id === key.id) && before?.id === inUse(rows).id ? before : undefined;
}

/** What a start would do with these keys, without doing it. */
export async function foreseeKey(db: Db, { current, previous }: Omit<GivenKeys, "now">): Promise<string> {
  const rows = await keyRows(db);
  const key = secretKeyFrom(current);
  if (rows.length === 0) return "the next start registers it";
  if (replacedBy(key, { previous, rows })) return "the next start replaces the one in use by it";
  known(key, rows);
  return "the one of this database";
}

/** The same without changing anything, for commands. */
export async function knownSecretKey(db: Db, current: string): Promise<SecretKey> {
  const rows = await keyRows(db);
  const key = secretKeyFrom(current);
  return rows.length === 0 ? key : known(key, rows);
}

/** The same for a node that may not register a key: the first start on a database is a worker's. */
export async function registeredSecretKey(db: Db, current: string): Promise<SecretKey> {
  const rows = await keyRows(db);
  if (rows.length > 0) return known(secretKeyFrom(current), rows);
  throw new KeyProblem("No key is registered in this database yet. Start a node with a worker first.");
}

type KeyRow = Awaited<ReturnType<typeof keyRows>>[number];

function keyRows(db: Db) {
  return db
    .selectFrom("secret_keys")
    .select(["id", "replaced_at", "wrapped"])
    .orderBy("replaced_at", (order) => order.desc().nullsFirst())
    .execute();
}

const inUse = (rows: readonly KeyRow[]) => sure(rows.find(({ replaced_at }) => replaced_at === null));

function known(key: SecretKey, rows: readonly KeyRow[]): SecretKey {
  const row = rows.find(({ id }) => id === key.id);
  if (row?.replaced_at === null) return withEarlier(key, rows);
  const { id } = inUse(rows);
  throw new KeyProblem(
    row?.replaced_at
      ? `SECRET_KEY (${key.id}) was replaced on ${row.replaced_at.toISOString()}. Set the one that replaced it (${id}).`
      : `SECRET_KEY (${key.id}) is not the key of this database (${id}). Set the same key on all nodes. To replace it, set SECRET_KEY to the new one and SECRET_KEY_PREVIOUS to the one in use.`,
  );
}

function withEarlier(key: SecretKey, rows: readonly KeyRow[]): SecretKey {
  const earlier = rows.flatMap(({ id, wrapped }) =>
    wrapped ? [secretKeyFrom(decrypt(key, purposeOf(id), wrapped).toString())] : [],
  );
  return { ...key, earlier };
}

async function replace(
  tx: Tx,
  { key, before, now }: { key: SecretKey; before: SecretKey; now: Date },
): Promise<SecretKey> {
  const earlier = [{ ...before, earlier: [] }, ...before.earlier];
  for (const { id, text } of earlier) {
    const wrapped = encrypt(key, purposeOf(id), Buffer.from(text));
    await tx
      .updateTable("secret_keys")
      .set({ wrapped, replaced_at: sql<Date>`coalesce(replaced_at, ${now})` })
      .where("id", "=", id)
      .execute();
  }
  await tx.insertInto("secret_keys").values({ id: key.id, began_at: now }).execute();
  await enqueue(tx, { task: reencryptTaskName, payload: {}, now });
  return { ...key, earlier };
}

const purposeOf = (id: string) => `secret-key:${id}`;
