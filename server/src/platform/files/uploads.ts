import { randomUUID } from "node:crypto";
import { pictureIdIn, proofImageUrlOf, type UploadFolder } from "@fc/contract/uploads/portal";
import { after, day, hour, minute, type DatabaseClock } from "../clock.ts";
import { atomically, databaseErrorCode, type Db, type Tx } from "../db.ts";
import { enqueue, type Task } from "../jobs.ts";
import type { Insertable } from "kysely";
import { limitUse } from "../rate-limit.ts";
import type { Schema } from "../schema.ts";
import { isReleaseBeforeGone } from "../nodes.ts";
import { keyedHash, sameBytes, sha256, type SecretKey } from "../secrets.ts";
import { encryptedPicture, pictureIn } from "./encrypted-picture.ts";
import type { FileStore } from "./file-store.ts";
import { pictureFrom } from "./picture.ts";

/** How long a picture that no request uses is kept. */
export const unusedLifeMs = day;
const addressLifeMs = 5 * minute;
const hourLimit = { name: "upload-hour", points: 20, windowMs: hour } as const;
const dayLimit = { name: "upload-day", points: 60, windowMs: day } as const;
const foreignKeyViolation = "23503";

interface Stores {
  db: Db;
  files: FileStore;
}

interface KeepingStores extends Stores {
  secretKey: SecretKey;
  databaseClock: DatabaseClock;
}

/** Counts an upload that is about to start, and refuses it where there were too many. */
export async function limitUploads(db: Db, memberId: number, now: Date): Promise<void> {
  await limitUse(db, hourLimit, memberId, now);
  await limitUse(db, dayLimit, memberId, now);
}

interface NewUpload {
  memberId: number;
  folder: UploadFolder;
  file: Buffer;
  /** Passed where a retry must find the same upload. */
  id?: string;
  now: Date;
}

/** Stores a picture for its owner and returns the address that names it. */
export async function keepPicture(stores: KeepingStores, upload: NewUpload): Promise<string> {
  const { db, files, secretKey } = stores;
  const { memberId, folder, file, id = randomUUID(), now } = upload;
  const picture = await pictureFrom(file);
  // The clean-up job is written first, then the file, then the row that makes it usable: wherever this is
  // interrupted, the job finds and removes what is left.
  await atomically(db, enqueue, {
    task: forgetUnusedUploadTask,
    payload: { id },
    now,
    afterMs: unusedLifeMs,
  });
  const { jpeg, width, height } = picture;
  // A node of the release before could show it to nobody; the task re-encrypt then encrypts it afterwards.
  const isReadByAll = await isReleaseBeforeGone(db, await stores.databaseClock());
  const encrypted = isReadByAll ? encryptedPicture(secretKey, id, jpeg) : undefined;
  await files.write(id, encrypted?.content ?? jpeg);
  const row = {
    id,
    member_id: memberId,
    purpose: folder,
    sha256: sha256(jpeg),
    bytes: jpeg.length,
    width,
    height,
    ...encrypted?.columns,
  };
  await atomically(db, insertUpload, { ...row, created_at: now });
  return proofImageUrlOf(id);
}

/** A picture as it was kept; undefined if it is not there any more. */
export async function readPicture(
  { files, secretKey }: { files: FileStore; secretKey: SecretKey },
  id: string,
): Promise<Buffer | undefined> {
  const stored = await files.read(id);
  return stored && pictureIn(secretKey, id, stored);
}

async function insertUpload(tx: Tx, row: Insertable<Schema["uploads"]>): Promise<void> {
  await tx
    .insertInto("uploads")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** The id in a picture's address, if the picture belongs to this member and this folder. */
export async function ownPicture(
  db: Db,
  { memberId, folder, proofImageUrl }: { memberId: number; folder: UploadFolder; proofImageUrl: string },
): Promise<string | undefined> {
  const id = pictureIdIn(proofImageUrl);
  if (id === undefined) return undefined;
  const upload = await db
    .selectFrom("uploads")
    .select("id")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("purpose", "=", folder)
    .executeTakeFirst();
  return upload?.id;
}

/** An address that shows the picture to anybody who has it, until it expires. */
export function signedAddress(secretKey: SecretKey, id: string, now: Date): { url: string; expiresAt: Date } {
  const expiresAt = after(now, addressLifeMs);
  const expires = expiresAt.getTime();
  const signature = signatureOf(secretKey, id, expires).toString("base64url");
  return { url: `${proofImageUrlOf(id)}?expires=${expires}&signature=${signature}`, expiresAt };
}

export function isSigned(
  secretKey: SecretKey,
  { id, expires, signature, now }: { id: string; expires: number; signature: string; now: Date },
): boolean {
  const isRight = sameBytes(Buffer.from(signature, "base64url"), signatureOf(secretKey, id, expires));
  return isRight && expires > now.getTime();
}

function signatureOf(secretKey: SecretKey, id: string, expires: number): Buffer {
  return keyedHash(secretKey, "picture-address", id, String(expires));
}

const forgetUnusedUploadTask = "forget-unused-upload";

/** A picture that was replaced is removed, unless something else uses it. */
export async function forgetPicture(tx: Tx, { id, now }: { id: string; now: Date }): Promise<void> {
  await enqueue(tx, { task: forgetUnusedUploadTask, payload: { id }, now });
}

/** Runs a day after each upload and removes it if no request uses it: first the row, then the file. */
export function forgetUnusedUpload({ db, files }: Stores): Task {
  return {
    name: forgetUnusedUploadTask,
    async run(payload) {
      const id = String(payload["id"]);
      try {
        await atomically(db, deleteUpload, id);
      } catch (error) {
        // Another row refers to the upload, so it is in use. This also covers a request that is being written now.
        if (databaseErrorCode(error) === foreignKeyViolation) return;
        throw error;
      }
      await files.remove(id);
    },
  };
}

async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("uploads").where("id", "=", id).execute();
}
