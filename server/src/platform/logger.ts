import { pino, type Logger } from "pino";

export type Log = Logger;

/**
 * Nothing here may hold a secret. Requests are logged by their route's pattern, never by their
 * address or body, because a one-time password travels in an address.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["*.password", "*.token", "*.otp", "*.code", "*.authorization", "*.cookie"],
      censor: "[removed]",
    },
  });
}
