import { after, minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { encryptedAgain } from "../../platform/files/encrypted-picture.ts";
import { isReleaseBeforeGone } from "../../platform/nodes.ts";

const batch = 100;
/** The task runs each hour, so what is left waits for the next time. */
const longestMs = 40 * minute;

type PictureDeps = Pick<Deps, "db" | "files" | "secretKey" | "clock" | "databaseClock">;

/**
 * Encrypts pictures that an earlier release stored in clear, or an earlier key encrypted. Nodes of the release before
 * cannot read encrypted ones, so it waits until none of them runs.
 */
export async function reencryptPictures(deps: PictureDeps): Promise<void> {
  const { db, secretKey, clock } = deps;
  if (!(await isReleaseBeforeGone(db, await deps.databaseClock()))) return;
  const until = after(clock(), longestMs);
  const unreadable: string[] = [];
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await otherwiseStored(db, { keyId: secretKey.id, after: last });
    for (const id of ids) if (!(await atomically(db, reencryptOne, { deps, id }))) unreadable.push(id);
    last = ids.at(-1) ?? last;
    if (ids.length < batch || clock() > until) break;
  }
  if (unreadable.length > 0) throw new Error(`pictures cannot be decrypted: ${unreadable.join(", ")}`);
}

async function otherwiseStored(
  db: Db,
  { keyId, after: last }: { keyId: string; after: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("uploads")
    .select("id")
    .where("id", ">", last)
    .where("erased_at", "is", null)
    .where((eb) => eb.or([eb("stored_key", "is", null), eb("stored_key", "<>", keyId)]))
    .orderBy("id")
    .limit(batch)
    .execute();
  return rows.map(({ id }) => id);
}

interface Reencryption {
  deps: PictureDeps;
  id: string;
}

/**
 * The file first: whatever interrupts it, the file says itself how it is stored, and the next run corrects the row. The
 * row is locked meanwhile, or a picture that is erased at this moment would be written once more.
 */
async function reencryptOne(tx: Tx, { deps, id }: Reencryption): Promise<boolean> {
  const { files, secretKey } = deps;
  const row = await tx
    .selectFrom("uploads")
    .select("id")
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const stored = row && (await files.read(id));
  if (!stored) return true;
  const again = readable(() => encryptedAgain(secretKey, id, stored));
  if (!again) return false;
  if (!again.content.equals(stored)) await files.write(id, again.content);
  await tx.updateTable("uploads").set(again.columns).where("id", "=", id).execute();
  return true;
}

/** One that cannot be decrypted does not keep the others from it. */
function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
