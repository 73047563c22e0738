import { sql } from "kysely";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { newPushKeys, type PushKeys } from "../../platform/push/vapid.ts";
import { decrypt, encrypt, type SecretKey } from "../../platform/secrets.ts";

const purpose = "push-key";

/** Made once for the whole installation: with other keys, no browser that has subscribed could be reached. */
export async function makePushKeys(
  tx: Tx,
  { secretKey, now }: { secretKey: SecretKey; now: Date },
): Promise<void> {
  const known = await tx.selectFrom("push_keys").select("created_at").executeTakeFirst();
  if (known) return;
  const { publicKey, privateKey } = newPushKeys();
  await tx
    .insertInto("push_keys")
    .values({
      public_key: publicKey,
      private_key: encrypt(secretKey, purpose, privateKey),
      created_at: now,
    })
    // Another node that starts at the same time may have made them.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function publicPushKey(db: Db): Promise<string> {
  const { public_key } = await db.selectFrom("push_keys").select("public_key").executeTakeFirstOrThrow();
  return public_key.toString("base64url");
}

export async function pushKeys(db: Db, secretKey: SecretKey): Promise<PushKeys> {
  const row = await db
    .selectFrom("push_keys")
    .select(["public_key", "private_key"])
    .executeTakeFirstOrThrow();
  return { publicKey: row.public_key, privateKey: decrypt(secretKey, purpose, row.private_key) };
}

/** Encrypts the private key again after the secret key was replaced. */
export async function reencryptPushKeys(db: Db, secretKey: SecretKey): Promise<void> {
  await atomically(db, reencrypt, secretKey);
}

async function reencrypt(tx: Tx, secretKey: SecretKey): Promise<void> {
  const row = await tx
    .selectFrom("push_keys")
    .select("private_key")
    .where(sql<boolean>`substring(private_key for 8) <> decode(${secretKey.id}, 'hex')`)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const private_key = encrypt(secretKey, purpose, decrypt(secretKey, purpose, row.private_key));
  await tx.updateTable("push_keys").set({ private_key }).execute();
}
