import { AppError } from "@fc/contract/errors";
import { isPictureId, proofImageUrlOf, type UploadFolder } from "@fc/contract/uploads/portal";
import { removeArrived } from "../../platform/files/incoming.ts";
import { arrivedFile, pictureIdOfUpload } from "../../platform/files/resumable.ts";
import {
  isSigned,
  keepPicture,
  limitUploads,
  readPicture,
  signedAddress,
} from "../../platform/files/uploads.ts";
import type { Deps } from "../../platform/deps.ts";

interface SentPicture {
  memberId: number;
  folder: UploadFolder;
  now: Date;
}

/** Stores a picture that was sent in one request. */
export async function storePicture(
  deps: Deps,
  sent: SentPicture & { file: Buffer | undefined },
): Promise<string> {
  const { file, ...rest } = sent;
  await limitUploads(deps.db, sent.memberId, sent.now);
  if (!file?.length) throw new AppError("NOT_A_PICTURE");
  return keepPicture(deps, { ...rest, file });
}

/** Stores a picture that was sent in pieces. A retry after a lost response returns the same. */
export async function finishUpload(deps: Deps, sent: SentPicture & { uploadId: string }): Promise<string> {
  const { uploadId, ...rest } = sent;
  const id = pictureIdOfUpload(uploadId);
  const file = await arrivedFile(deps.db, { memberId: sent.memberId, uploadId }).catch(
    async (error: unknown) => {
      if (await findOwn(deps, { id, ...rest })) return "finished" as const;
      throw error;
    },
  );
  if (file === "finished") return proofImageUrlOf(id);
  if (!file) throw new AppError("UPLOAD_UNFINISHED");
  try {
    const address = await keepPicture(deps, { ...rest, file, id });
    await removeArrived(deps.db, uploadId);
    return address;
  } catch (error) {
    // A retry cannot turn this file into a picture.
    if (error instanceof AppError && error.status < 500) await removeArrived(deps.db, uploadId);
    throw error;
  }
}

/** An address that shows one of the member's own pictures. */
export async function ownPictureAddress(
  deps: Deps,
  { id, memberId, now }: { id: string; memberId: number; now: Date },
): Promise<{ url: string; expiresAt: Date }> {
  if (!(await findOwn(deps, { id, memberId }))) throw new AppError("NOT_FOUND");
  return signedAddress(deps.secretKey, id, now);
}

export async function signedPicture(
  deps: Deps,
  address: { id: string; expires: number; signature: string; now: Date },
): Promise<Buffer> {
  const picture =
    isSigned(deps.secretKey, address) && isPictureId(address.id)
      ? await readPicture(deps, address.id)
      : undefined;
  if (!picture) throw new AppError("NOT_FOUND");
  return picture;
}

async function findOwn(
  { db }: Deps,
  { id, memberId, folder }: { id: string; memberId: number; folder?: UploadFolder },
): Promise<boolean> {
  if (!isPictureId(id)) return false;
  let query = db.selectFrom("uploads").select("id").where("id", "=", id).where("member_id", "=", memberId);
  if (folder) query = query.where("purpose", "=", folder);
  return (await query.executeTakeFirst()) !== undefined;
}
