import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { decrypt, encrypt, type SecretKey } from "../../platform/secrets.ts";

const purposeOf = (memberId: number) => `mail-phrase:${memberId}`;

interface NewPhrase {
  memberId: number;
  /** Empty to have none. */
  phrase: string;
  secretKey: SecretKey;
  now: Date;
}

export async function storePhrase(tx: Tx, { memberId, phrase, secretKey, now }: NewPhrase): Promise<void> {
  if (phrase === "") {
    await tx.deleteFrom("mail_phrases").where("member_id", "=", memberId).execute();
    return;
  }
  const values = { phrase: encrypt(secretKey, purposeOf(memberId), Buffer.from(phrase)), set_at: now };
  await tx
    .insertInto("mail_phrases")
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(values))
    .execute();
}

/** Of the member that a mail is for, if it goes to the present address; an old or a typed one gets no phrase. */
export async function phraseFor(
  tx: Tx,
  { refId, address, secretKey }: { refId: string; address: string; secretKey: SecretKey },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("mail_phrases")
    .innerJoin("members", "members.id", "mail_phrases.member_id")
    .select(["member_id", "phrase"])
    .where("members.ref_id", "=", refId)
    .where(sql<string>`lower(members.email)`, "=", address.toLowerCase())
    .executeTakeFirst();
  return row && decrypt(secretKey, purposeOf(row.member_id), row.phrase).toString();
}

const batch = 200;

/** Encrypts again what an earlier key encrypted. */
export async function reencryptPhrases(db: Db, secretKey: SecretKey): Promise<void> {
  while ((await atomically(db, reencryptSome, secretKey)) === batch);
}

async function reencryptSome(tx: Tx, secretKey: SecretKey): Promise<number> {
  const rows = await tx
    .selectFrom("mail_phrases")
    .select(["member_id", "phrase"])
    .where(sql<boolean>`substring(phrase for 8) <> decode(${secretKey.id}, 'hex')`)
    .limit(batch)
    .forUpdate()
    .execute();
  for (const { member_id: memberId, phrase } of rows) {
    const purpose = purposeOf(memberId);
    await tx
      .updateTable("mail_phrases")
      .set({ phrase: encrypt(secretKey, purpose, decrypt(secretKey, purpose, phrase)) })
      .where("member_id", "=", memberId)
      .execute();
  }
  return rows.length;
}
