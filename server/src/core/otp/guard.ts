import type { OtpPurpose } from "@fc/contract/otp/portal";
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
  /**
   * What the change depends on without carrying it, as an address or a price: the code confirms this too, so
   * that it is worth nothing once that is another.
   */
  context?(input: { actor: MemberSession; change: BodyOf<R>; now: Date }): Promise<OtpContext>;
  /** For the mail: "To change your password", and the facts that must be right. */
  describe(change: BodyOf<R>, context: OtpContext): { action: string; facts: Fact[] };
}

export type OtpContext = Readonly<Record<string, string>>;

/** What a code confirms: the change, and what else its guard says that it depends on. */
export function confirmed(change: object, context: OtpContext = {}): object {
  return Object.keys(context).length === 0 ? change : { change, context };
}

/** Forgets the body's type, for the list of all guards; the route's schema restores it before use. */
export function otpGuard<R extends Route>(guard: OtpGuard<R>): OtpGuard {
  return guard as unknown as OtpGuard;
}
