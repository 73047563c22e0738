import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/**
 * The log must not contain secrets. Requests are logged by their route's pattern, never by address or body, because
 * an address may contain a one-time password.
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
