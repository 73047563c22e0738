import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** A small picture is sent in one request, a larger one in pieces that continue after a lost connection. */
export const uploadLimits = {
  oneRequestBytes: 256 * kilobyte,
  mostBytes: 8 * megabyte,
  mostPixels: 40_000_000,
  firstChunkBytes: 256 * kilobyte,
  largestChunkBytes: 32 * megabyte,
  operationRetryMs: 2 * 60_000,
  uploadRetryMs: 10 * 60_000,
} as const;

/** Whether a retry after a pause may succeed: a timeout, too many requests, or an error of the server. */
export function isRetriedStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599);
}

/** The purposes of pictures, by the specification's folder names. */
export const uploadFolders = [
  "stacking-verification-images",
  "pan-proof-images",
  /** Not in the specification: passbook or cheque. */
  "bank-proof-images",
  /** Not in the specification: what a member attaches to a support message. */
  "support-images",
] as const;
export type UploadFolder = (typeof uploadFolders)[number];
const folder = z.enum(uploadFolders, "Unknown folder");

/** The accepted formats. A file's content decides its format, not its name. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Any short text; an id that no picture has is answered with 404. */
const pictureId = z.string().check(z.maxLength(64, "Not a picture id"));

const stored = z.object({
  data: z.object({
    /** Pass this as proofImageUrl or panImageUrl to the call that uses the picture. */
    proofImageUrl: z.string(),
  }),
});

export const uploadPicture = route({
  method: "POST",
  path: "/user/proofImage/:userId/:folder",
  access: "member",
  summary: "Stores a picture that is sent in one request, up to 256 KB.",
  params: z.extend(ownUserId, { folder }),
  upload: { maxBytes: uploadLimits.oneRequestBytes, contentTypes: pictureTypes },
  response: stored,
});

/** Below /api, by the tus 1.0.0 protocol: POST starts an upload, PATCH sends a piece, HEAD returns how far it is. */
export const resumableUploadPath = "/user/proofImage/resumable";

export const finishUpload = route({
  method: "POST",
  path: "/user/proofImage/finish",
  access: "member",
  summary: "Makes a picture of what was sent in pieces. A repeated call returns the same answer.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    folder,
    /** The last part of the resumable upload's address. */
    uploadId: z.string("Not an upload id").check(z.maxLength(64, "Not an upload id")),
  }),
  response: stored,
});

export const pictureAddress = route({
  method: "GET",
  path: "/user/getProofImage/:userId/:id",
  kyc: true,
  access: "member",
  summary: "An address that shows one of the member's own pictures for a few minutes.",
  params: z.extend(ownUserId, { id: pictureId }),
  response: z.object({ data: z.object({ url: z.string(), expiresAt: timestamp }) }),
});

export const showPicture = route({
  method: "GET",
  path: "/user/proofImage/:id",
  access: "anyone",
  summary: "A picture, for anybody who has a signed address of it that has not expired.",
  params: z.object({ id: pictureId }),
  query: z.strictObject({
    expires: z.coerce.number("Not a time").check(z.int("Not a time")),
    signature: z.string("Not signed").check(z.maxLength(64, "Not signed")),
  }),
  response: z.string(),
  download: { contentType: "image/jpeg", filename: "proof.jpg", inline: true },
});

/** Converts a picture's id to the address by which calls name it; `pictureIdIn` converts back. */
export function proofImageUrlOf(id: string): string {
  return `/api/user/proofImage/${id}`;
}

export function pictureIdIn(proofImageUrl: string): string | undefined {
  const id = proofImageUrl.startsWith(proofImageUrlOf(""))
    ? proofImageUrl.slice(proofImageUrlOf("").length)
    : "";
  return isPictureId(id) ? id : undefined;
}

export function isPictureId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
