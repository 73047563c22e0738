import { textField, fieldOf } from "@fc/contract/sure";
import { errorCode } from "../error-code.ts";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { limits } from "@fc/contract/limits";
import type { WireError } from "@fc/contract/wire-error";
import { databaseErrorCode, isSocketMissing } from "../db.ts";

/** Errors of Fastify and Node, translated to ours. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "BAD_JSON",
  FST_ERR_CTP_EMPTY_JSON_BODY: "BAD_JSON",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "BAD_REQUEST",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_BODY_TOO_LARGE: "BODY_TOO_LARGE",
  FST_ERR_BAD_URL: "BAD_REQUEST",
  FST_ERR_MAX_PARAM_LENGTH: "URI_TOO_LONG",
  FST_ERR_NOT_FOUND: "NOT_FOUND",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * The database is away, restarting, overloaded or too slow, or this one is no longer the leader. A retry may succeed,
 * so the answer is not a 500.
 */
const databaseAway = /^(08|53|57P|57014|55P03|25006)/;
/** The database refuses bytes that are not valid text. */
const unusableText = new Set(["22021", "22P05"]);
/** The disk is full, or the quota is used up. */
const diskFull = new Set(["ENOSPC", "EDQUOT"]);
const connectionAway = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** The driver reports a missing or broken connection by these messages; it has no codes for them. */
const driverAway =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = errorCode(error);
  const statusCode = fieldOf(error, "statusCode");
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known) return new AppError(known);
  if (databaseAway.test(databaseErrorCode(error) ?? "") || connectionAway.has(code ?? "")) {
    return new AppError("UNAVAILABLE");
  }
  if (isSocketMissing(error)) return new AppError("UNAVAILABLE");
  if (diskFull.has(code ?? "")) return new AppError("STORAGE_FULL");
  if (unusableText.has(databaseErrorCode(error) ?? "")) return new AppError("BAD_REQUEST");
  if (driverAway.test(textField(error, "message") ?? "")) return new AppError("UNAVAILABLE");
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500)
    return new AppError("BAD_REQUEST");
  return new AppError("INTERNAL");
}

export function toWire(error: AppError, requestId: string): WireError {
  const { limit } = error.details;
  const limitText = limit && limits[limit];
  return {
    code: error.code,
    message: error.message,
    requestId,
    ...error.details,
    ...(limitText && { limitText }),
  };
}
