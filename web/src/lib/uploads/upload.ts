import { errors, type ErrorCode } from "@fc/contract/errors";
import {
  finishUpload,
  isRetriedStatus,
  resumableUploadPath,
  uploadLimits,
  uploadPicture,
  type UploadFolder,
} from "@fc/contract/uploads/portal";
import type { DetailedError, Upload } from "tus-js-client";
import { ApiError, call, errorFrom, failure } from "../api/api.ts";
import { session } from "../session/session.ts";

export interface Sending {
  userId: number;
  folder: UploadFolder;
  file: Blob;
  /** Tells this picture from others, also after a reload: what was begun under it is gone on with. */
  mark: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a picture and answers the address that names it: small ones in one request, larger ones in pieces that go
 * on where the line broke.
 */
export async function sendPicture(sending: Sending): Promise<string> {
  const { userId, folder, file, signal, onProgress } = sending;
  if (file.size > uploadLimits.mostBytes) throw refusal("PICTURE_TOO_LARGE");
  if (file.size <= uploadLimits.oneRequestBytes) {
    const send = () => call(uploadPicture, { params: { userId, folder }, body: file });
    const { data } = await retried(send, { windowMs: uploadLimits.uploadRetryMs, signal });
    onProgress(1);
    return data.proofImageUrl;
  }
  const uploadId = await sendInPieces(sending);
  const finish = () => call(finishUpload, { body: { userId, folder, uploadId } });
  const { data } = await retried(finish, { windowMs: uploadLimits.operationRetryMs, signal });
  return data.proofImageUrl;
}

/** The words of the server, for what need not be asked of it. */
export function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, message: errors[code][1] }, errors[code][0]);
}

const firstPauseMs = 1000;
/** Short, so that it goes on soon after the line is back. */
const longestPauseMs = 5000;

interface Retrying {
  windowMs: number;
  signal: AbortSignal;
}

/** Calls again, after longer and longer pauses, what failed for a reason that may pass. */
export async function retried<Result>(
  work: () => Promise<Result>,
  { windowMs, signal }: Retrying,
): Promise<Result> {
  const until = Date.now() + windowMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const waitMs = Math.max(pauseMs, waitOf(error));
      if (!mayPass(error) || Date.now() + waitMs > until) throw error;
      await pause(waitMs, signal);
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === undefined ? error.code !== "UNREADABLE" : isRetriedStatus(error.status);
}

function waitOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Pieces double while all goes well, and start small again after a failure. */
async function sendInPieces({ file, mark, onProgress, signal }: Sending): Promise<string> {
  const { Upload: TusUpload } = await import("tus-js-client");
  const { firstChunkBytes, largestChunkBytes, uploadRetryMs } = uploadLimits;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let wentWellAt = Date.now();
    const upload: Upload = new TusUpload(file, {
      endpoint: `/api${resumableUploadPath}`,
      chunkSize: firstChunkBytes,
      fingerprint: async () => `fc-upload-${mark}`,
      removeFingerprintOnSuccess: true,
      retryDelays: pauses(uploadRetryMs),
      onBeforeRequest: (request) => {
        const token = session.token();
        if (token) request.setHeader("authorization", `Bearer ${token}`);
      },
      onShouldRetry: (error) => {
        upload.options.chunkSize = firstChunkBytes;
        const status = error.originalResponse?.getStatus();
        const waitMs = Number(error.originalResponse?.getHeader("retry-after") ?? 0) * 1000;
        const isPassing = status === undefined || status === 0 || isRetriedStatus(status);
        return isPassing && Date.now() + waitMs - wentWellAt < uploadRetryMs;
      },
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onChunkComplete: () => {
        wentWellAt = Date.now();
        const { chunkSize = firstChunkBytes } = upload.options;
        upload.options.chunkSize = Math.min(chunkSize * 2, largestChunkBytes);
      },
      onSuccess: () => resolve(upload.url?.slice(upload.url.lastIndexOf("/") + 1) ?? ""),
      onError: (error) => reject(asApiError(error)),
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(signal.reason as Error);
    });
    void begin(upload, reject);
  });
}

/** Goes on with what an earlier visit began, if the server still has it. */
async function begin(upload: Upload, reject: (error: unknown) => void): Promise<void> {
  try {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  } catch (error) {
    reject(error);
  }
}

function pauses(windowMs: number): number[] {
  const growing = [firstPauseMs, 2 * firstPauseMs, 4 * firstPauseMs];
  return [...growing, ...Array<number>(Math.ceil(windowMs / longestPauseMs)).fill(longestPauseMs)];
}

function asApiError(error: Error | DetailedError): ApiError {
  const answer = "originalResponse" in error ? error.originalResponse : null;
  if (!answer?.getStatus()) return failure("NETWORK");
  const refused = errorFrom(answer.getStatus(), answer.getBody(), answer.getHeader("x-request-id") ?? null);
  if (refused.code === "NOT_SIGNED_IN") session.end("expired");
  return refused;
}
