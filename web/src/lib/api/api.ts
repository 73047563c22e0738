import { wireError, type WireError } from "@fc/contract/wire-error";
import { idempotencyHeader, type InputOf, type ResponseOf, type Route } from "@fc/contract/route";
import { fieldOf, textField } from "@fc/contract/sure";
import { answerOf } from "../asserted.ts";
import { connection } from "./connection.ts";
import { earlyAnswer, earlyBody } from "./early-answers.ts";
import { i18n } from "../i18n.ts";
import { msg } from "../msg.ts";
import { operatorSession, session as memberSession } from "../session/session.ts";

export const callLimitMs = 20_000;
/** Long enough for a file of thousands of rows on a slow phone. */
export const fileLimitMs = 120_000;

/** A failed call, with a message for people. `code` is the contract's, or says that no response came. */
export class ApiError extends Error {
  readonly code: string;
  /** The HTTP status; undefined if no response came. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  /** When the call may be tried again, by this device's clock; null if the answer did not say. */
  readonly retryAt: string | null;
  /** The name of the limit that refused the call. */
  readonly limit: string | undefined;
  /** The same in words, with {wait} in place of the time. */
  readonly limitText: string | undefined;
  /** The same change, made shortly before. */
  readonly earlier: WireError["earlier"];
  /** What operators have paused, where that refused the call. */
  readonly paused: WireError["paused"];

  constructor(wire: Omit<WireError, "requestId"> & { requestId?: string }, status?: number) {
    super(wire.message);
    this.name = "ApiError";
    this.code = wire.code;
    this.status = status;
    this.requestId = wire.requestId;
    this.fields = wire.fields ?? {};
    this.retryAfterSeconds = wire.retryAfterSeconds;
    this.retryAt = wire.retryAfterSeconds
      ? new Date(Date.now() + wire.retryAfterSeconds * 1000).toISOString()
      : null;
    this.limit = wire.limit;
    this.limitText = wire.limitText;
    this.earlier = wire.earlier;
    this.paused = wire.paused;
  }
}

/** Whether the call may have been done although it failed: its answer was lost on the way, or the server broke down. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return true;
  return error.status >= 500 && error.code !== "PAUSED";
}

export const callFailures = {
  NETWORK: msg("We could not reach FC Portal. Please check your connection and try again"),
  TIMEOUT: msg("The answer took too long. Please try again"),
  UNREADABLE: msg("The answer could not be read. Please try again"),
} as const;

export function failure(code: keyof typeof callFailures, requestId?: string, status?: number): ApiError {
  return new ApiError({ code, message: callFailures[code], ...(requestId ? { requestId } : {}) }, status);
}

type AbsentIn<I> = { [K in keyof I]-?: undefined extends I[K] ? K : never }[keyof I];

/** A call that must not be done twice carries a key, so that the server recognises a retry. */
type KeyOf<R extends Route> = R extends { idempotent: true } ? { idempotencyKey: string } : object;

/** Only the parts that the route declares; a route without any takes no argument. */
export type CallArguments<R extends Route> =
  "params" | "query" | "body" extends AbsentIn<InputOf<R>>
    ? R extends { idempotent: true }
      ? [input: KeyOf<R>]
      : []
    : [input: InputOf<R> & KeyOf<R>];

/** Calls the API. Resolves to the typed response or rejects with an ApiError. */
export async function call<R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<ResponseOf<R>> {
  const answer = await answerTo(route, input, route.upload ? fileLimitMs : callLimitMs);
  const text = await answer.text().catch(() => "");
  return answerOf(route, parsed(text, answer));
}

/** For a query that is made now: the answer to a call of the page's head, where it has arrived, and of when it is. */
export function answerThatCame<R extends Route>(
  route: R,
  { params }: { params: object },
): { response: ResponseOf<R>; at: number } | undefined {
  const early = earlyBody(addressOf(route.path, params), memberSession.token());
  return early && { response: answerOf(route, early.body), at: early.at };
}

/** Resolves to a successful response; anything else rejects. */
export async function answerTo(route: Route, input: object | undefined, limitMs: number): Promise<Response> {
  const session = typeof route.access === "object" ? operatorSession : memberSession;
  const token = route.access === "anyone" ? null : session.token();
  const body = objectField(input, "body");
  const idempotencyKey = textField(input, "idempotencyKey");
  const address = addressOf(route.path, objectField(input, "params"), objectField(input, "query"));
  const early = route.method === "GET" && token ? earlyAnswer(address, token) : undefined;
  const begun = connection.begun();
  let answer: Response;
  try {
    answer = await (early ??
      fetch(address, {
        method: route.method,
        credentials: "same-origin",
        headers: {
          accept: route.download?.contentType ?? "application/json",
          // The page's language and not the browser's: a newcomer's mails are in the one they registered in.
          "accept-language": i18n.locale,
          ...(body ? { "content-type": body instanceof Blob ? body.type : "application/json" } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(idempotencyKey ? { [idempotencyHeader]: idempotencyKey } : {}),
        },
        body: body instanceof Blob ? body : body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(limitMs),
      }));
  } catch (error) {
    const tooLate = error instanceof DOMException && error.name === "TimeoutError";
    if (!tooLate) connection.failed();
    throw failure(tooLate ? "TIMEOUT" : "NETWORK");
  }
  if (!early) connection.succeeded(begun);
  if (answer.ok) return answer;

  const text = await answer.text().catch(() => "");
  const error = errorFrom(answer.status, text, answer.headers.get("x-request-id"));
  // Only the session that made the call ends: another tab may have signed in meanwhile.
  if (error.code === "NOT_SIGNED_IN" && token && session.token() === token) session.end("expired");
  if (error.code === "PASSWORD_CHANGE_REQUIRED" || error.code === "ACCEPTANCE_REQUIRED")
    refusals.dispatchEvent(new Event(firstStepRequired));
  if (error.code === "PAUSED") refusals.dispatchEvent(new Event(pauseMet));
  throw error;
}

/** Refusals that concern the whole app and not only the caller. */
export const refusals = new EventTarget();
export const firstStepRequired = "first-step-required";
export const pauseMet = "pause-met";

function parsed(text: string, answer: Response): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without a status: the call was answered, and nobody can say what.
    throw failure("UNREADABLE", answer.headers.get("x-request-id") ?? undefined);
  }
}

/** Reads the wire shape of a failure; anything else (a proxy's page, say) becomes plain words. */
export function errorFrom(status: number, text: string, requestId: string | null): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const wire = wireError.safeParse(body);
  if (wire.success) return new ApiError(wire.data, status);
  return failure(status === 408 || status === 504 ? "TIMEOUT" : "UNREADABLE", requestId ?? undefined, status);
}

function objectField(input: object | undefined, name: string): object | undefined {
  const field = fieldOf(input, name);
  return typeof field === "object" && field !== null ? field : undefined;
}

/** Puts the parameters into a contract path: `/user/:id` becomes `/api/user/7`. */
export function addressOf(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fieldOf(params, name);
    if ((typeof value !== "string" && typeof value !== "number") || value === "")
      throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ""}`;
}
