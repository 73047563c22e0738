import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { numberIn, numberIndexes } from "../members/identity-numbers.ts";

/** What a member gave, in clear: only for who reveals it, in the transaction that records the reveal. */
interface Subject {
  memberId: number;
  secretKey: SecretKey;
}

export async function bankRecord(db: Db, { memberId, secretKey }: Subject) {
  const row = await db
    .selectFrom("bank_details")
    .select(["account_number as clear", "encrypted_number as encrypted", "upload_id as uploadId"])
    .select(["ifsc_code as ifscCode", "branch", "bank_name as bankName"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { clear, encrypted, ...bank } = row;
  const accountNumber = numberIn(secretKey, { kind: "account", memberId }, { clear, encrypted });
  const indexes = numberIndexes(secretKey, "account", accountNumber);
  return {
    ...bank,
    accountNumber,
    alsoUsedBy: await usersOf(db, { table: "bank_details", memberId, indexes }),
  };
}

export async function panRecord(db: Db, { memberId, secretKey }: Subject) {
  const [current, ...earlier] = await db
    .selectFrom("pan_records")
    .select(["version", "name_in_pan as nameInPan", "upload_id as uploadId", "created_at"])
    .select(["pan_number as clear", "encrypted_number as encrypted"])
    .where("member_id", "=", memberId)
    .orderBy("version", "desc")
    .execute();
  if (!current) return undefined;
  const numberOf = ({ version, ...row }: typeof current) =>
    numberIn(secretKey, { kind: "pan", memberId, version }, row);
  const panNumber = numberOf(current);
  const indexes = numberIndexes(secretKey, "pan", panNumber);
  const newerOf = [current, ...earlier];
  return {
    nameInPan: current.nameInPan,
    panNumber,
    uploadId: current.uploadId,
    alsoUsedBy: await usersOf(db, { table: "pan_records", memberId, indexes }),
    earlier: earlier.map((record, at) => ({
      nameInPan: record.nameInPan,
      panNumber: numberOf(record),
      // Each was replaced when the next newer one was made.
      until: sure(newerOf[at]).created_at.toISOString(),
    })),
  };
}

/** More of them are a case for a closer look, no matter who they are. */
const mostUsers = 10;

/** Other members who gave the same number; found by its index, without reading theirs. */
async function usersOf(
  db: Db,
  number: { table: "bank_details" | "pan_records"; memberId: number; indexes: Buffer[] },
): Promise<{ refId: string; name: string }[]> {
  const { rows } = await sql<{ refId: string; name: string }>`
    select distinct member.ref_id as "refId", member.name
    from ${sql.table(number.table)} as used join members as member on member.id = used.member_id
    where used.number_index = any (${number.indexes}::bytea[]) and member.id <> ${number.memberId}
    order by member.ref_id limit ${mostUsers}`.execute(db);
  return rows;
}
