import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Log } from "../logger.ts";
import { openSpan } from "../tracing/spans.ts";
import { asAppError, toWire } from "./errors.ts";
import { setSecurityHeaders } from "./security-headers.ts";

interface HttpOptions {
  log: Log;
  trustProxy: false | number | string;
  https: boolean;
  drain?: Drain;
}

/** Begins when the node is told to stop: it still answers, but is no longer ready, so that proxies go elsewhere. */
export interface Drain {
  hasBegun: boolean;
}

const requestTimeoutMs = 15_000;
/** Node looks for late requests only this often; its own default would double the time limit. */
const timeoutCheckMs = 1000;
/** How long a server that stops waits for requests under way. */
const lastAnswersMs = 8000;
/** How long a refused client may take to read the answer before its connection is cut. */
const farewellMs = 1000;
// Pages get a nonce each time, so they are compressed each time: a higher quality takes longer than it saves.
// A larger window keeps back megabytes of a long file, so that nothing of it arrives for seconds.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** The HTTP frame around every route: limits, request ids, headers, compression and one form of error. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { log, trustProxy, https, drain = { hasBegun: false } } = options;
  const app = createFastify(trustProxy);
  closeInTime(app, drain);
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"], brotliOptions });
  acceptOnlyJson(app);
  const endSpan = openSpans(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    setSecurityHeaders(reply, https);
  });
  app.addHook("onResponse", async (request, reply) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    endSpan(request, reply);
  });
  answerErrors(app, log);
  return app;
}

function createFastify(trustProxy: HttpOptions["trustProxy"]): FastifyInstance {
  return Fastify({
    // We log requests ourselves by the route's pattern, because an address may contain a one-time password.
    logger: false,
    // A number says how many proxies are in front of us; the nearest one is hop 0.
    trustProxy: typeof trustProxy === "number" ? (_address, hop) => hop < trustProxy : trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 2 * requestTimeoutMs,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
    },
    forceCloseConnections: "idle",
    // What still arrives over an open connection is answered like what was under way.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const appError = asAppError(error);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- no route is known yet, so nothing narrows the answer
      void (reply as FastifyReply).code(appError.status).send(toWire(appError, request.id));
    },
    clientErrorHandler: answerRawSocket,
  });
}

/** A GET or an empty POST may say that it sends JSON and send nothing. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body: string, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(body));
    } catch {
      done(Object.assign(new Error("not JSON"), { code: "FST_ERR_CTP_INVALID_JSON_BODY" }));
    }
  });
}

/** Opens a span for each request, and returns what ends it. */
function openSpans(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => void {
  const ends = new WeakMap<FastifyRequest, ReturnType<typeof openSpan>>();
  app.addHook("onRequest", (request, _reply, done) => {
    const name = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const span = { name, kind: "server", facts: {}, root: { requestId: request.id } } as const;
    ends.set(request, openSpan(span, done));
  });
  return (request, { statusCode }) =>
    ends.get(request)?.({ "http.response.status_code": statusCode }, statusCode >= 500);
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = asAppError(error);
    // A client that went away while it was sending is no failure of ours, and nobody reads the answer.
    const isGone = request.raw.destroyed && !request.raw.complete;
    // A pause is an operator's choice, and members who try again meanwhile are no failures.
    if (appError.status >= 500 && appError.code !== "PAUSED" && !isGone) {
      const facts = { requestId: request.id, route: request.routeOptions.url };
      // Where we refuse because too many ask at once, a stack says nothing, and costs more than the refusal.
      const isBusy = error === appError && appError.code === "UNAVAILABLE" && appError.cause === undefined;
      if (isBusy) log.warn(facts, "request refused, too busy");
      else log.error({ err: error, ...facts }, "request failed");
    }
    const wait = appError.details.retryAfterSeconds ?? (appError.code === "UNAVAILABLE" ? 2 : undefined);
    if (wait !== undefined) reply.header("retry-after", wait);
    return reply.code(appError.status).send(toWire(appError, request.id));
  });
}

/**
 * When the server stops, requests under way are still answered, and each client is asked to close its connection. A
 * client that does not, or a request that takes too long, is cut off, so that the stop takes seconds.
 */
function closeInTime(app: FastifyInstance, drain: Drain): void {
  let closeIdle: NodeJS.Timeout;
  let cutOff: NodeJS.Timeout;
  app.addHook("preClose", async () => {
    drain.hasBegun = true;
    closeIdle = setInterval(() => app.server.closeIdleConnections(), 100);
    cutOff = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs);
  });
  app.addHook("onClose", async () => {
    clearInterval(closeIdle);
    clearTimeout(cutOff);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (drain.hasBegun) reply.header("connection", "close");
  });
}

/** Answers what is too broken to become a request, in the same form as other errors. */
function answerRawSocket(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const appError = asAppError(Object.assign(error, { statusCode: 400 }));
  const body = JSON.stringify(toWire(appError, randomUUID()));
  // A client that never closes its side would otherwise hold the connection for ever.
  setTimeout(() => socket.destroy(), farewellMs).unref();
  socket.end(
    `HTTP/1.1 ${appError.status} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
