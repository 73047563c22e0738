import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import {
  encryptedNumber,
  numberColumns,
  numberIn,
  numberIndexes,
  type NumberPlace,
} from "./identity-numbers.ts";

const batch = 200;

/**
 * Encrypts the numbers that an earlier release stored in clear, or an earlier key encrypted. It may stop anywhere and
 * start again. A number that cannot be read is left as it is, and told at the end.
 */
export async function reencryptNumbers(db: Db, secretKey: SecretKey): Promise<void> {
  const unreadable: string[] = [];
  for (const [table, store] of Object.entries(stores)) {
    const skipped: number[] = [];
    for (;;) {
      const { seen, failed } = await atomically(db, reencryptSome, { store, secretKey, skipped });
      skipped.push(...failed);
      if (seen < batch) break;
    }
    if (skipped.length > 0) unreadable.push(`${table} of the members ${skipped.join(", ")}`);
  }
  if (unreadable.length > 0) throw new Error(`numbers cannot be decrypted: ${unreadable.join("; ")}`);
}

interface StoredNumber {
  place: NumberPlace;
  clear: string | null | undefined;
  encrypted: Buffer | null;
  write(number: string): Promise<unknown>;
}

interface Pass {
  secretKey: SecretKey;
  /** Members whose numbers cannot be read. */
  skipped: readonly number[];
}

type Store = (tx: Tx, pass: Pass) => Promise<StoredNumber[]>;

async function reencryptSome(tx: Tx, { store, ...pass }: Pass & { store: Store }) {
  const rows = await store(tx, pass);
  const failed = new Set<number>();
  for (const { place, clear, encrypted, write } of rows) {
    const number = readable(() => numberIn(pass.secretKey, place, { clear, encrypted }));
    if (number === undefined) failed.add(place.memberId);
    else {
      await write(number);
      if (place.kind !== "pan-correction") await renameSignal(tx, { ...pass, kind: place.kind, number });
    }
  }
  return { seen: rows.length, failed: [...failed] };
}

const rules = { account: "same-account", pan: "same-pan" } as const;

/** A signal is known by the number's index, which the new key has changed: what was judged about it stays so. */
async function renameSignal(
  tx: Tx,
  { secretKey, kind, number }: { secretKey: SecretKey; kind: keyof typeof rules; number: string },
): Promise<void> {
  const rule = rules[kind];
  const [subject, ...earlier] = numberIndexes(secretKey, kind, number).map((index) => index.toString("hex"));
  await sql`
    update signals set subject = ${subject} where rule = ${rule} and subject = any (${earlier}::text[])
      and not exists (select from signals where rule = ${rule} and subject = ${subject})`.execute(tx);
}

function readable(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const isStale = ({ id }: SecretKey) =>
  sql<boolean>`(encrypted_number is null or substring(encrypted_number for 8) <> decode(${id}, 'hex'))`;
const isNotIn = (memberIds: readonly number[]) => sql<boolean>`member_id <> all (${memberIds}::int[])`;

const stores = {
  bank_details: async (tx, { secretKey, skipped }) => {
    const rows = await tx
      .selectFrom("bank_details")
      .select(["member_id", "account_number as clear", "encrypted_number as encrypted"])
      .where(isStale(secretKey))
      .where(isNotIn(skipped))
      .limit(batch)
      .forUpdate()
      .execute();
    return rows.map(({ member_id: memberId, ...row }) => {
      const place = { kind: "account", memberId } as const;
      const write = (number: string) =>
        tx
          .updateTable("bank_details")
          .set({ account_number: null, ...numberColumns(secretKey, place, number) })
          .where("member_id", "=", memberId)
          .execute();
      return { ...row, place, write };
    });
  },
  pan_records: async (tx, { secretKey, skipped }) => {
    // Not locked: nobody may change a record, and of two that encrypt it at once either one is right.
    const rows = await tx
      .selectFrom("pan_records")
      .select(["member_id", "version", "pan_number as clear", "encrypted_number as encrypted"])
      .where(isStale(secretKey))
      .where(isNotIn(skipped))
      .limit(batch)
      .execute();
    return rows.map(({ member_id: memberId, version, ...row }) => {
      const place = { kind: "pan", memberId, version } as const;
      const write = (number: string) => {
        const { encrypted_number, number_index } = numberColumns(secretKey, place, number);
        return sql`select pan_record_encrypt(${memberId}, ${version}, ${encrypted_number}, ${number_index})`.execute(
          tx,
        );
      };
      return { ...row, place, write };
    });
  },
  corrections: async (tx, { secretKey, skipped }) => {
    const rows = await tx
      .selectFrom("corrections")
      .select(["id", "member_id", sql<string | null>`change ->> 'panNumber'`.as("clear")])
      .select("encrypted_number as encrypted")
      .where(sql`change ->> 'kind'`, "=", "pan")
      .where(isStale(secretKey))
      .where(isNotIn(skipped))
      .limit(batch)
      .execute();
    return rows.map(({ id, member_id: memberId, ...row }) => {
      const place = { kind: "pan-correction", memberId } as const;
      const write = (number: string) =>
        sql`select correction_encrypt(${id}, ${encryptedNumber(secretKey, place, number)})`.execute(tx);
      return { ...row, place, write };
    });
  },
} as const satisfies Record<string, Store>;
