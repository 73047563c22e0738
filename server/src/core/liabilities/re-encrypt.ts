import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { decrypt, encrypt, type SecretKey } from "../../platform/secrets.ts";
import { secretPurpose } from "./publish.ts";

/** Encrypts the secrets of the kept lists again that an earlier key encrypted. There are some dozens. */
export async function reencryptLists(db: Db, secretKey: SecretKey): Promise<void> {
  await atomically(db, reencryptAll, secretKey);
}

async function reencryptAll(tx: Tx, secretKey: SecretKey): Promise<void> {
  const rows = await tx
    .selectFrom("liability_lists")
    .select(["id", "secret"])
    .where(sql<boolean>`substring(secret for 8) <> decode(${secretKey.id}, 'hex')`)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const { id, secret } of rows) {
    const purpose = secretPurpose(id);
    await tx
      .updateTable("liability_lists")
      .set({ secret: encrypt(secretKey, purpose, decrypt(secretKey, purpose, secret)) })
      .where("id", "=", id)
      .execute();
  }
}
