import type { OtpPurpose } from "@fc/contract/otp";
import type { BodyOf, Route } from "@fc/contract/route";
import type { MemberSession } from "../../platform/sessions.ts";

/** A fact of the change, as the mail shows it: what, and how much or where to. */
export interface Fact {
  label: string;
  value: string;
}

/** What a feature says of a change that it wants confirmed by a one-time password. */
export interface OtpGuard<R extends Route = Route> {
  purpose: OtpPurpose;
  /** The call that makes the change; its body is what the code confirms. */
  route: R;
  /** Refuses what would fail anyway, before a code is sent for it. */
  check(input: { actor: MemberSession; change: BodyOf<R>; now: Date }): Promise<void>;
  /** For the mail: "To change your password", and the facts that must be right. */
  describe(change: BodyOf<R>): { action: string; facts: Fact[] };
}

/** Forgets the body's type, for the list of all guards; the route's schema restores it before use. */
export function otpGuard<R extends Route>(guard: OtpGuard<R>): OtpGuard {
  return guard as unknown as OtpGuard;
}
