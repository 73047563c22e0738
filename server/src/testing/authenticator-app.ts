import { TOTP } from "otpauth";

/** What an authenticator app that was given this key shows at a time. */
export function codeShown(key: string, at: Date): string {
  return new TOTP({ secret: key }).generate({ timestamp: at.getTime() });
}
