import type { FastifyReply, FastifyRequest } from "fastify";
import { day, hour, minute } from "../clock.ts";

/** Scripts cannot read our cookies, and other sites cannot make a browser send them. */
const maxAgeMs = {
  /** The half of a session that scripts cannot steal. */
  fc_session: 30 * day,
  /** The same half of an operator's session. */
  fc_operator: day,
  /** The same half of a member view, which a browser may hold beside a session of its own. */
  fc_look: 15 * minute,
  /** Identifies a browser, so that password guesses made elsewhere do not slow its owner down. */
  fc_device: 400 * day,
  /** The same for an operator's browser. */
  fc_operator_device: 400 * day,
  /** Says which browser asked for the challenge that a passkey signs to sign in. */
  fc_passkey: 5 * minute,
  /** Proves which registrations this browser made, while they can still be confirmed. */
  fc_registration: hour,
  /** How far the primary's log was after this browser's last write. By its end every replica in use has that write. */
  fc_written: minute,
} as const;
export type CookieName = keyof typeof maxAgeMs;

export interface Cookies {
  get(name: CookieName): string | undefined;
  set(name: CookieName, value: string): void;
  clear(name: CookieName): void;
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  const options = { path: "/api", httpOnly: true, sameSite: "strict", secure } as const;
  return {
    get: (name) => request.cookies[name],
    set: (name, value) => void reply.setCookie(name, value, { ...options, maxAge: maxAgeMs[name] / 1000 }),
    clear: (name) => void reply.clearCookie(name, options),
  };
}
