import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from "@fc/contract/route";
import type { Language } from "@fc/contract/languages";
import type { OperatorAccess } from "@fc/contract/operator-access";
import type { ReadDb } from "../db.ts";
import type { Operating, OperatorSession } from "../operator-sessions.ts";
import type { MemberSession } from "../sessions.ts";
import { Readable } from "node:stream";
import type { Cookies } from "./cookies.ts";

type ActorOf<R extends Route> = R["access"] extends OperatorAccess
  ? OperatorSession
  : R["access"] extends "member"
    ? MemberSession
    : MemberSession | undefined;

/** What a handler gets of one request, parsed and allowed. Only an operator's call has `operating`. */
export type Call<R extends Route> = AnyCall<R> &
  (R["access"] extends OperatorAccess ? { operating: Operating } : unknown);

interface AnyCall<R extends Route> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: R extends { upload: object } ? Buffer : BodyOf<R>;
  /** Always taken from the session, never from path or body. */
  actor: ActorOf<R>;
  /** The language is that of the page, or what else the caller asked for in the header. */
  client: { ip: string; userAgent: string; language: Language };
  cookies: Cookies;
  /** The caller's key for a call that must not happen twice. */
  idempotencyKey: R extends { idempotent: true } ? string : undefined;
  /** Aborted when the caller has gone away, or was answered that it takes too long. */
  gone: AbortSignal;
  now: Date;
}

/** What a handler that only shows something gets besides: where it reads, which may be a replica. */
interface Reading {
  reads: ReadDb;
}

export interface BoundRoute {
  route: Route;
  /** Whether it is made by `reading`, and a replica may answer it. */
  mayReadReplica?: true;
  handler: (call: Call<Route> & Reading) => Promise<unknown>;
}

const fileNames = new WeakMap<Readable, string>();

/** Gives a file a name of its own, with its period for example, instead of the route's. */
export function fileNamed(file: Readable, name: string): Readable {
  fileNames.set(file, name);
  return file;
}

/** The same for the file of one state: withdrawals-waiting.csv. */
export function fileOfState(file: Readable, name: string, state: string | undefined): Readable {
  const words = [name, ...(state?.toLowerCase().split(" ") ?? [])];
  return fileNamed(file, `${words.join("-")}.csv`);
}

export function nameOfFile(file: unknown, otherwise: string): string {
  return (file instanceof Readable && fileNames.get(file)) || otherwise;
}

/** Joins a route of the contract with its handler; the compiler checks both sides. */
export function handle<R extends Route>(
  route: R,
  handler: (call: Call<R>) => Promise<R extends { download: object } ? Readable : ResponseOf<R>>,
): BoundRoute {
  return { route, handler: bound(handler) };
}

/**
 * The same for a route that only shows something: it may be answered by a replica. What is read from `reads` must not
 * decide anything, and the types see to it: no function that writes, limits or checks accepts it.
 */
export function reading<R extends Route & ({ method: "GET"; reads?: true } | { reads: true })>(
  route: R,
  handler: (call: Call<R> & Reading) => Promise<R extends { download: object } ? Readable : ResponseOf<R>>,
): BoundRoute {
  return { route, mayReadReplica: true, handler: bound(handler) };
}

function bound<R extends Route>(
  handler: (call: Call<R> & Reading) => Promise<unknown>,
): BoundRoute["handler"] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the frame parses by the route's schemas before it calls
  return handler as unknown as BoundRoute["handler"];
}
