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

export interface PictureUpload {
  userId: number;
  folder: UploadFolder;
  file: Blob;
  /** Identifies this picture, also after a reload: an upload that was started under it is continued. */
  mark: string;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a picture and returns its address. Small ones go in one request, larger ones in pieces that continue where
 * the connection broke.
 */
export async function sendPicture(sending: PictureUpload): Promise<string> {
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

/** The server's own error, for what can be refused without calling it. */
export function refusal(code: ErrorCode): ApiError {
  return new ApiError({ code, message: errors[code][1] }, errors[code][0]);
}

const firstPauseMs = 1000;
/** Short, so that sending continues soon after the connection is back. */
const longestPauseMs = 5000;

interface RetryOptions {
  windowMs: number;
  signal: AbortSignal;
}

/** Retries passing failures, after longer and longer pauses. */
export async function retried<Result>(
  work: () => Promise<Result>,
  { windowMs, signal }: RetryOptions,
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
      reject(signal.reason);
    });
  });
}

/** Pieces double in size while they succeed, and start small again after a failure. */
async function sendInPieces({ file, mark, onProgress, signal }: PictureUpload): Promise<string> {
  const { Upload: TusUpload } = await import("tus-js-client");
  const { firstChunkBytes, largestChunkBytes, uploadRetryMs } = uploadLimits;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let lastSuccessAt = Date.now();
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
        return isPassing && Date.now() + waitMs - lastSuccessAt < uploadRetryMs;
      },
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onChunkComplete: () => {
        lastSuccessAt = Date.now();
        const { chunkSize = firstChunkBytes } = upload.options;
        upload.options.chunkSize = Math.min(chunkSize * 2, largestChunkBytes);
      },
      onSuccess: () => resolve(upload.url?.slice(upload.url.lastIndexOf("/") + 1) ?? ""),
      onError: (error) => reject(asApiError(error)),
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(signal.reason);
    });
    void begin(upload, reject);
  });
}

/** Continues what an earlier visit started, if the server still has it. */
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
