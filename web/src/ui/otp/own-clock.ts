import type { sendOtp } from "@fc/contract/otp/portal";
import type { ResponseOf } from "@fc/contract/route";

/** The server's times by this device's clock, which may be wrong: what counts is how long from now. */
export function byOwnClock({ serverTime, expiresAt, resendAt, ...rest }: ResponseOf<typeof sendOtp>["data"]) {
  const offsetMs = Date.now() - Date.parse(serverTime);
  const own = (time: string) => new Date(Date.parse(time) + offsetMs).toISOString();
  return { ...rest, expiresAt: own(expiresAt), resendAt: own(resendAt) };
}
