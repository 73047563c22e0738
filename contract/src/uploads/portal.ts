import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** How a picture is sent: whole up to a size, above it in pieces that go on where the line broke. */
export const uploadLimits = {
  oneRequestBytes: 256 * kilobyte,
  mostBytes: 8 * megabyte,
  mostPixels: 40_000_000,
  firstChunkBytes: 256 * kilobyte,
  largestChunkBytes: 32 * megabyte,
  operationRetryMs: 2 * 60_000,
  uploadRetryMs: 10 * 60_000,
} as const;

/** Worth sending again after a pause: too slow, too many, or not the sender's fault. */
export function isRetriedStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599);
}

/** What pictures are kept for, by the names of their folders. */
export const uploadFolders = ["stacking-verification-images", "pan-proof-images"] as const;
export type UploadFolder = (typeof uploadFolders)[number];
const folder = z.enum(uploadFolders, "There is no such folder");

/** The kinds of picture that are read; a file is known by its content and not by its name. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Any short text: one that is no picture's is not found. */
const pictureId = z.string().check(z.maxLength(64, "Which picture?"));

const stored = z.object({
  data: z.object({
    /** What the call that uses the picture is given as proofImageUrl or panImageUrl. */
    proofImageUrl: z.string(),
  }),
});

export const uploadPicture = route({
  method: "POST",
  path: "/user/proofImage/:userId/:folder",
  access: "member",
  summary: "Takes a picture in one request, up to 256 KB.",
  params: z.extend(ownUserId, { folder }),
  upload: { maxBytes: uploadLimits.oneRequestBytes, contentTypes: pictureTypes },
  response: stored,
});

/** Below /api. Spoken there is tus 1.0.0: POST to begin, PATCH a piece, HEAD to ask how far it got. */
export const resumableUploadPath = "/user/proofImage/resumable";

export const finishUpload = route({
  method: "POST",
  path: "/user/proofImage/finish",
  access: "member",
  summary: "Makes a picture of what was sent in pieces. Asked again, it answers the same.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    folder,
    /** The last part of the address that the resumable upload was given. */
    uploadId: z.string("Which upload?").check(z.maxLength(64, "Which upload?")),
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
  summary: "A picture, for whoever holds a signed address of it that has not expired.",
  params: z.object({ id: pictureId }),
  query: z.strictObject({
    expires: z.coerce.number("Not a time").check(z.int("Not a time")),
    signature: z.string("Not signed").check(z.maxLength(64, "Not signed")),
  }),
  response: z.string(),
  download: { contentType: "image/jpeg", filename: "proof.jpg", inline: true },
});

/** The address by which calls name a picture, and back. */
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
