import { keysOf } from "@fc/contract/sure";
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
const cookieNames = keysOf(maxAgeMs);

export interface Cookies {
  get(name: CookieName): string | undefined;
  set(name: CookieName, value: string): void;
  clear(name: CookieName): void;
}

/** Browsers take a cookie of such a name only by https and from exactly this host: no other one of the domain can set it. */
const hostOnly = "__Host-";

/** A cookie of a request, by the name that it has by https, or else by the one from before. */
export function cookieIn(request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[`${hostOnly}${name}`] ?? request.cookies[name];
}

export function cookiesOf(request: FastifyRequest, reply: FastifyReply, https: boolean): Cookies {
  const options = { httpOnly: true, sameSite: "strict", secure: https } as const;
  const set: Cookies["set"] = (name, value) => {
    const maxAge = maxAgeMs[name] / 1000;
    if (https) reply.setCookie(`${hostOnly}${name}`, value, { ...options, path: "/", maxAge });
    // By https too, for one release: nodes of the release before read no other name while they are replaced.
    reply.setCookie(name, value, { ...options, path: "/api", maxAge });
  };
  if (https) takeOverOld(request, set);
  return {
    get: (name) => cookieIn(request, name),
    set,
    clear(name) {
      if (https) reply.clearCookie(`${hostOnly}${name}`, { ...options, path: "/" });
      reply.clearCookie(name, { ...options, path: "/api" });
    },
  };
}

/** A browser that has a cookie from before gets it by the new name as well, so that the next release signs nobody out. */
function takeOverOld(request: FastifyRequest, set: Cookies["set"]): void {
  for (const name of cookieNames) {
    const old = request.cookies[name];
    if (old !== undefined && request.cookies[`${hostOnly}${name}`] === undefined) set(name, old);
  }
}
