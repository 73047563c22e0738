import { sure } from "@fc/contract/sure";
import { isIP } from "node:net";
import { AppError } from "@fc/contract/errors";
import { operatorRoles, type OperatorAccess } from "@fc/contract/operator-access";
import { indiaDayOf } from "@fc/contract/period";
import { idempotencyHeader, idempotencyKey, isReading, type Route } from "@fc/contract/route";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { noticingWrites, type Db } from "../db.ts";
import type { Replica } from "../replica/replica.ts";
import { operatorSessionOf, type OperatorSession } from "../operator-sessions.ts";
import { SessionReader, type MemberSession } from "../sessions.ts";
import { cookieIn, cookiesOf, type Cookies } from "./cookies.ts";
import { nameOfFile, type BoundRoute } from "./handle.ts";
import { languageOf } from "./language.ts";
import { checkOwnId, parseBody, parsePart } from "./parse.ts";
import { letOurPagesEmbed } from "./security-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: MemberSession | undefined;
    operator: OperatorSession | undefined;
  }
}

interface ApiOptions {
  db: Db;
  /** Answers routes that only show something; undefined where the primary does. */
  replica?: Replica | undefined;
  clock: Clock;
  https: boolean;
  /** How long a caller waits for an answer that is no file. */
  answerWithinMs?: number;
}

/** `server.ts` cuts a connection on which nothing was sent for 30 seconds, so an answer must be given up before. */
const usualAnswerMs = 25_000;

/** Serves the contract's routes under /api. The server does not start if a route does not declare its access. */
export function mountApi(
  app: FastifyInstance,
  routes: BoundRoute[],
  { db, replica, clock, https, answerWithinMs = usualAnswerMs }: ApiOptions,
): void {
  const sessions = new SessionReader(db);
  app.decorateRequest("actor", undefined);
  app.decorateRequest("operator", undefined);
  for (const { route, handler, mayReadReplica } of routes) {
    if (!declaresAccess(route)) {
      throw new Error(`${route.method} ${route.path} does not declare who may call it`);
    }
    // The plugin believes that bytes which begin like compressed ones are compressed. It sends them as they are, with the
    // header of compressed ones, and no browser can read them. One list of hashes in a thousand begins like that.
    const isBytes = route.download?.contentType === "application/octet-stream";
    const definition: RouteOptions = {
      method: route.method,
      url: `/api${route.path}`,
      ...(isBytes && { compress: false }),
      // Checked before the body is read, so that the upload of a stranger is not received.
      onRequest: async (request, reply) => {
        reply.header("cache-control", "no-store");
        // A member's session never opens the console, nor an operator's the portal, even in the same browser.
        if (typeof route.access === "object") {
          request.operator = await operatorOf(db, request, clock());
          checkOperator(route, route.access, request.operator);
        } else {
          request.actor = await actorOf(sessions, request, clock());
          checkAccess(route, request.actor);
        }
        if (route.upload) checkOwnId(request.params, request.actor?.memberId);
      },
      handler: async (request, reply) => {
        const now = clock();
        const { operator } = request;
        const ip = addressOf(request);
        const cookies = cookiesOf(request, reply, https);
        // oxlint-disable-next-line typescript/consistent-type-assertions -- what a call has depends on its route, see `handle`
        const call = {
          params: parsePart(route.params, request.params, "path"),
          query: parsePart(route.query, request.query, "query"),
          body: route.upload ? request.body : parseBody(route.body, request.body),
          actor: operator ?? request.actor,
          client: { ip, userAgent: request.headers["user-agent"] ?? "", language: languageOf(request) },
          cookies,
          idempotencyKey: route.idempotent && idempotencyKeyOf(request),
          ...(operator && { operating: { operatorId: operator.operatorId, ip, now } }),
          gone: goneFrom(reply),
          now,
          ...(mayReadReplica && { reads: replica?.readsFor(cookies.get("fc_written")) ?? db }),
        } as Parameters<typeof handler>[0];
        checkOwnId(call.params, request.actor?.memberId);
        checkOwnId(call.body, request.actor?.memberId);
        const answering = replica
          ? thenRemembering({ replica, cookies, route }, () => handler(call))
          : handler(call);
        const answer = await (route.download ? answering : inTime(answering, answerWithinMs));
        return route.download
          ? sendFile(reply, route.download, { answer, query: call.query ?? {}, now })
          : z.parse(route.response, answer);
      },
    };
    if (route.upload) mountUpload(app, definition, route.upload);
    else app.route(definition);
  }
}

/**
 * Gives the caller the position of its writes. After a failure too: what was asked for may have been done, by this
 * request or an earlier one. A route that only reads may write as well, an export into the operators' log for example.
 */
async function thenRemembering(
  { replica, cookies, route }: { replica: Replica; cookies: Cookies; route: Route },
  work: () => Promise<unknown>,
): Promise<unknown> {
  let hasWritten = !isReading(route);
  try {
    return await noticingWrites(() => (hasWritten = true), work);
  } finally {
    if (hasWritten) cookies.set("fc_written", await replica.written());
  }
}

/** Registered in its own scope, so that no other route accepts such a body or such a size. */
function mountUpload(
  app: FastifyInstance,
  definition: RouteOptions,
  { maxBytes, contentTypes }: NonNullable<Route["upload"]>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...contentTypes], { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({ ...definition, bodyLimit: maxBytes });
  });
}

/** The caller's address. What a proxy forwards is believed only if it is an address: it is stored and limits use it. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? "unknown") : ip;
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = idempotencyKey.safeParse(request.headers[idempotencyHeader]);
  if (key.success) return key.data;
  throw new AppError("BAD_REQUEST", { fields: { [idempotencyHeader]: sure(key.error.issues[0]).message } });
}

/** Made once: without a reason, every request would make an error with its stack, and nobody reads it. */
const hasLeft = new Error("The caller has gone away");

/** Not Fastify's signal of the request, which is aborted as soon as the body was read. */
function goneFrom(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => leaving.abort(hasLeft));
  return leaving.signal;
}

/**
 * Answers a caller whose work takes too long. The work may still be done: the key of a change tells how it ended. Not
 * Fastify's own limit, which ends when the body was read.
 */
async function inTime(answering: Promise<unknown>, withinMs: number): Promise<unknown> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    // With a cause it is logged as a failure, and not like a refusal because too many ask at once.
    const cause = new Error(`There was no answer within ${withinMs} ms`);
    reject(Object.assign(new AppError("UNAVAILABLE"), { cause }));
  };
  const timer = setTimeout(giveUp, withinMs);
  try {
    return await Promise.race([answering, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

interface Period {
  from?: string;
  to?: string;
}

interface SentFile {
  answer: unknown;
  query: Period;
  now: Date;
}

function sendFile(
  reply: FastifyReply,
  file: NonNullable<Route["download"]>,
  { answer, query, now }: SentFile,
): FastifyReply {
  const name = nameOfFile(answer, file.filename);
  const dated = file.dated ? datedName(name, query, indiaDayOf(now)) : name;
  if (file.embeddable) letOurPagesEmbed(reply);
  return reply
    .type(file.contentType.startsWith("text/") ? `${file.contentType}; charset=utf-8` : file.contentType)
    .header("content-disposition", `${file.inline ? "inline" : "attachment"}; filename="${dated}"`)
    .send(answer);
}

/** closings-2026-11-01-2026-11-16.csv, or closings-until-2026-11-16.csv where no first day was asked for. */
function datedName(name: string, { from = "until", to }: Period, today: string): string {
  return name.replace(/(?=\.\w+$)/, `-${from}-${to ?? today}`);
}

export async function actorOf(
  sessions: SessionReader,
  request: FastifyRequest,
  now: Date,
): Promise<MemberSession | undefined> {
  const token = tokenOf(request);
  const cookie = cookieIn(request, "fc_session");
  const viewCookie = cookieIn(request, "fc_look");
  return token === undefined ? undefined : sessions.sessionOf({ token, cookie, viewCookie }, now);
}

async function operatorOf(db: Db, request: FastifyRequest, now: Date): Promise<OperatorSession | undefined> {
  const token = tokenOf(request);
  const cookie = cookieIn(request, "fc_operator");
  return token === undefined || cookie === undefined
    ? undefined
    : operatorSessionOf(db, { token, cookie }, now);
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? "")?.[1];
}

function declaresAccess({ access }: Route): boolean {
  if (typeof access !== "object") return access === "anyone" || access === "member";
  return access.operators.length > 0 && access.operators.every((role) => operatorRoles.includes(role));
}

export function checkAccess(
  route: Pick<
    Route,
    | "method"
    | "access"
    | "reads"
    | "kyc"
    | "duringMemberView"
    | "duringForcedPasswordChange"
    | "beforeAcceptance"
  >,
  actor: MemberSession | undefined,
): void {
  // Checked first and for every route: a member view changes nothing, whatever a page offers.
  if (actor?.memberView && !route.duringMemberView) {
    if (!isReading(route)) throw new AppError("MEMBER_VIEW_IS_READ_ONLY");
    if (route.kyc) throw new AppError("KYC_NOT_IN_MEMBER_VIEW");
  }
  if (route.access === "anyone") return;
  if (!actor) throw new AppError("NOT_SIGNED_IN");
  if (actor.mustChangePassword && !route.duringForcedPasswordChange)
    throw new AppError("PASSWORD_CHANGE_REQUIRED");
  if (actor.mustAccept && !route.beforeAcceptance) throw new AppError("ACCEPTANCE_REQUIRED");
}

function checkOperator(
  route: Pick<Route, "duringSecondStep">,
  { operators }: OperatorAccess,
  operator: OperatorSession | undefined,
): void {
  if (!operator) throw new AppError("NOT_SIGNED_IN");
  if (!operator.passedSecondStep && !route.duringSecondStep) throw new AppError("SECOND_STEP_REQUIRED");
  if (!operators.includes(operator.role)) throw new AppError("NOT_ALLOWED");
}
