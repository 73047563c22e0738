import * as z from "zod/mini";
import type { OperatorAccess } from "./operator-access.ts";

/** Who may call a route. The server does not start with a route that does not declare it. */
export type Access = "anyone" | "member" | OperatorAccess;

type Schema = z.ZodMiniType;

/**
 * One call of the API, shared by browser and server. `path` is below /api and uses `:name` for its parameters. The
 * response schema is also a filter: the server never sends a field that it does not name.
 */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** The call must not happen twice: the caller sends a key of its own, and the same key never does it again. */
  readonly idempotent?: true;
  /** The answer is a file of this type and not JSON. */
  readonly download?: {
    readonly contentType:
      | "text/csv"
      | "image/jpeg"
      | "application/pdf"
      | "application/zip"
      | "application/octet-stream";
    readonly filename: string;
    /** Its name carries the days that were asked for, or until when it goes. */
    readonly dated?: true;
    /** The browser shows the file instead of saving it. */
    readonly inline?: true;
    /** Our own pages, and no others, may embed the file. */
    readonly embeddable?: true;
  };
  /** The body is a file of one of these types and not JSON. The handler receives its bytes. */
  readonly upload?: { readonly maxBytes: number; readonly contentTypes: readonly string[] };
  /** Allowed for a member who signed in with a temporary password and has not chosen a new one yet. */
  readonly duringForcedPasswordChange?: true;
  /** Allowed for a member who has not accepted the documents that are in force. */
  readonly beforeAcceptance?: true;
  /** Whether the call only reads. By default that is true for GET and false for the other methods. */
  readonly reads?: boolean;
  /** Contains a member's identity or bank details, which a member view does not show. */
  readonly kyc?: true;
  /** Allowed in a member view although it does more than read: to end the view. */
  readonly duringMemberView?: true;
  /** Allowed for an operator who entered the password and has not passed the second step yet. */
  readonly duringSecondStep?: true;
}

/** Keeps the literal types of a route, so that its handler's type knows `access: "member"`. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

export function isReading({ method, reads = method === "GET" }: Pick<Route, "method" | "reads">): boolean {
  return reads;
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;
type Keep<R extends Route, K extends "params" | "query" | "body"> = K extends keyof R ? R[K] : undefined;

/** What a handler receives, after parsing. */
export type ParamsOf<R extends Route> = Parsed<Keep<R, "params">>;
export type QueryOf<R extends Route> = Parsed<Keep<R, "query">>;
export type BodyOf<R extends Route> = Parsed<Keep<R, "body">>;
export type ResponseOf<R extends Route> = z.output<R["response"]>;

/** What a client passes: only the parts that the route declares. */
export type InputOf<R extends Route> = CallPart<R, "params"> &
  CallPart<R, "query"> &
  (R extends { upload: object } ? { body: Blob } : CallPart<R, "body">);
type CallPart<R extends Route, K extends "params" | "query" | "body"> =
  Sent<Keep<R, K>> extends undefined ? { [P in K]?: undefined } : { [P in K]: Sent<Keep<R, K>> };

/** The header with the caller's key of an idempotent call. */
export const idempotencyHeader = "idempotency-key";
const keyAdvice =
  "Send a key of your own in this header, 16 to 64 letters, digits, _ and -. The same key never does the call twice";
export const idempotencyKey = z.string(keyAdvice).check(z.regex(/^[\w-]{16,64}$/, keyAdvice));
