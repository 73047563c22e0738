import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { decrypt, encrypt, type SecretKey } from "../../platform/secrets.ts";
import { purposeOf } from "./owner.ts";

const batch = 200;

/** Encrypts again what an earlier key encrypted. Until it is done, both keys open the authenticators' secrets. */
export async function reencryptSecrets(db: Db, secretKey: SecretKey): Promise<void> {
  while ((await atomically(db, reencryptSome, secretKey)) === batch);
}

async function reencryptSome(tx: Tx, secretKey: SecretKey): Promise<number> {
  const rows = await tx
    .selectFrom("authenticators")
    .select(["owner_kind", "owner_id", "secret"])
    .where(sql<boolean>`substring(secret for 8) <> decode(${secretKey.id}, 'hex')`)
    .limit(batch)
    .forUpdate()
    .execute();
  for (const { owner_kind: kind, owner_id: id, secret } of rows) {
    const purpose = purposeOf({ kind, id });
    await tx
      .updateTable("authenticators")
      .set({ secret: encrypt(secretKey, purpose, decrypt(secretKey, purpose, secret)) })
      .where("owner_kind", "=", kind)
      .where("owner_id", "=", id)
      .execute();
  }
  return rows.length;
}
