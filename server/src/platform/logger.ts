import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/**
 * Nothing here may hold a secret. Requests are logged by their route's pattern, never by their
 * address or body, because a one-time password travels in an address.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["*.password", "*.token", "*.otp", "*.authorization", "*.cookie"],
      censor: "[removed]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
