import { otpChangeSchemas, type ParsedChange } from "@fc/contract/otp/changes";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { BoundRoute } from "../../platform/http/handle.ts";
import { checkOwnId, parseBy } from "../../platform/http/parse.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import type { Fact } from "../mails/mail.ts";
import type { Words } from "../mails/words.ts";
import type { Client } from "../members/changes.ts";
import { consumeOtp, wasConsumed } from "../otp/otp.ts";

/** A member's request for a change, as its route parsed it. */
export interface ChangeRequest<Purpose extends OtpPurpose> {
  actor: MemberSession;
  change: ParsedChange<Purpose>;
  client: Client;
  now: Date;
}

/**
 * What a change depends on without naming it, such as an address or a price. The code confirms this too, so that it is
 * no longer valid once that has changed.
 */
export type ConfirmedContext = Readonly<Record<string, string>>;

/** What the code's mail says: "To change your password", and the facts that must be right. */
export interface CodeMail {
  action: Words;
  facts: Fact[];
  /** The address that the code goes to, where it is to prove that the member reads mail at a new one. */
  newAddress?: string;
}

/** The code of one request. */
export interface RequestCode {
  /** Spends it in the transaction of the change; refuses where none was entered for exactly this change. */
  spend(tx: Tx, context?: ConfirmedContext): Promise<void>;
  /** Whether this session spent it on this same change before: the caller retries after a lost response. */
  wasSpent(db: Db, context?: ConfirmedContext): Promise<boolean>;
}

/** A change that a one-time password confirms, as its feature declares it. */
interface ChangeDeclaration<Purpose extends OtpPurpose, Request extends ChangeRequest<Purpose>, Result> {
  purpose: Purpose;
  /** Refuses what would fail anyway, before a code is sent for it. */
  check: (
    request: Pick<ChangeRequest<Purpose>, "actor" | "change" | "now">,
  ) => Promise<CodeMail & { context?: ConfirmedContext }>;
  /** Makes the change and spends its code in the same transaction. */
  perform: (request: Request & { code: RequestCode }) => Promise<Result>;
}

/** The guard of a change: what `sendOtp` needs before it mails a code. */
export interface OtpGuard {
  readonly purpose: OtpPurpose;
  /** Parses and checks a change; returns what its code confirms and what its mail says. */
  prepare(input: {
    actor: MemberSession;
    change: unknown;
    now: Date;
  }): Promise<CodeMail & { confirms: object }>;
}

/** A guarded change, ready for its route: the guard before the code, and the change itself after it. */
export interface GuardedChange<Request, Result> extends OtpGuard {
  make(request: Request): Promise<Result>;
}

export function guardedChange<
  Purpose extends OtpPurpose,
  Result,
  Request extends ChangeRequest<Purpose> = ChangeRequest<Purpose>,
>(
  { secretKey }: Pick<Deps, "secretKey">,
  { purpose, check, perform }: ChangeDeclaration<Purpose, Request, Result>,
): GuardedChange<Request, Result> {
  return {
    purpose,
    async prepare({ actor, change: sent, now }) {
      const change = parseBy(otpChangeSchemas[purpose], sent, "body");
      // The call that makes the change checks the same.
      checkOwnId(change, actor.memberId);
      const { context, ...mail } = await check({ actor, change, now });
      return { ...mail, confirms: confirmedBy(change, context) };
    },
    make(request) {
      const { actor, change, now } = request;
      const { memberId, sessionId } = actor;
      const grantOf = (context?: ConfirmedContext) => {
        return { memberId, sessionId, purpose, change: confirmedBy(change, context), secretKey, now };
      };
      const code: RequestCode = {
        spend: (tx, context) => consumeOtp(tx, grantOf(context)),
        wasSpent: (db, context) => wasConsumed(db, grantOf(context)),
      };
      return perform({ ...request, code });
    },
  };
}

/** What a code confirms: the change, and what else it depends on. */
export function confirmedBy(change: object, context: ConfirmedContext = {}): object {
  return Object.keys(context).length === 0 ? change : { change, context };
}

interface GuardedRoute extends BoundRoute {
  guard: OtpGuard;
}

/** Names the guarded change that a route makes, so that codes can be sent for it. */
export function guardedBy(guard: OtpGuard, route: BoundRoute): GuardedRoute {
  return { ...route, guard };
}

/** The guards of all routes that have one. */
export function guardsOf(routes: readonly BoundRoute[]): OtpGuard[] {
  return routes.filter((route): route is GuardedRoute => "guard" in route).map(({ guard }) => guard);
}
