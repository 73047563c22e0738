import { fieldOf } from "@fc/contract/sure";
import { randomUUID } from "node:crypto";
import { IncomingMessage } from "node:http";
import { AppError, type ErrorCode } from "@fc/contract/errors";
import { isPictureId, resumableUploadPath, uploadLimits } from "@fc/contract/uploads/portal";
import { Server as TusServer } from "@tus/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Db } from "../db.ts";
import { actorOf, checkAccess } from "../http/api.ts";
import { SessionReader } from "../sessions.ts";
import { asAppError, toWire } from "../http/errors.ts";
import type { Log } from "../logger.ts";
import { arrivedContent, IncomingUploads } from "./incoming.ts";
import { limitUploads } from "./uploads.ts";

/**
 * Uploads that arrive in pieces, by the tus protocol. Only the bytes are received here; a normal call of the API
 * finishes the upload. The upload's id names its owner: `<member id>.<random id>`.
 */
interface ResumableUploads {
  db: Db;
  log: Log;
  clock: Clock;
}

const path = `/api${resumableUploadPath}`;

export function mountResumable(app: FastifyInstance, { db, log, clock }: ResumableUploads): void {
  const sessions = new SessionReader(db);
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const tus = new TusServer({
    path,
    // Relative, because only the browser knows the address of the portal when there is a proxy in between.
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: uploadLimits.mostBytes,
    datastore: new IncomingUploads({ db, clock, ownerOf }),
    namingFunction: (request) => `${memberOf(request)}.${randomUUID()}`,
    // What the sender says about the file is not kept; only its content decides what it is.
    onUploadCreate: async () => ({ metadata: {} }),
    onIncomingRequest: async (request, uploadId) => {
      if (ownerOf(uploadId) !== memberOf(request)) throw new AppError("NOT_FOUND");
    },
    onResponseError: (request, error) => {
      const answer = answerTo(error);
      const isGone = requestOf(request).raw.destroyed;
      if (answer.status >= 500 && !isGone) log.error({ err: error }, "resumable upload failed");
      return { status_code: answer.status, body: JSON.stringify(toWire(answer, requestOf(request).id)) };
    },
  });

  function requestOf(request: { runtime?: { node?: { req: unknown } } | undefined }): FastifyRequest {
    const incoming = request.runtime?.node?.req;
    const found = incoming instanceof IncomingMessage ? requests.get(incoming) : undefined;
    if (!found) throw new Error("tus handled a request that did not come through Fastify");
    return found;
  }

  function memberOf(request: Parameters<typeof requestOf>[0]): number | undefined {
    return requestOf(request).actor?.memberId;
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // tus reads the bytes itself as they arrive.
    scope.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) => done(null));
    for (const [method, url] of [
      ["POST", path],
      ["HEAD", `${path}/:id`],
      ["PATCH", `${path}/:id`],
    ] as const) {
      scope.route({
        method,
        url,
        onRequest: async (request) => {
          const now = clock();
          request.actor = await actorOf(sessions, request, now);
          checkAccess({ method: "POST", access: "member" }, request.actor);
          if (method === "POST" && request.actor) await limitUploads(db, request.actor.memberId, now);
        },
        handler: async (request, reply) => {
          requests.set(request.raw, request);
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            if (value !== undefined) reply.raw.setHeader(name, value);
          }
          await tus.handle(request.raw, reply.raw);
        },
      });
    }
  });
}

/** Translates a refusal of tus, which has its own status and text, to one of our errors. */
function answerTo(error: unknown): AppError {
  const status = fieldOf(error, "status_code");
  if (typeof status !== "number") return asAppError(error);
  const codes: Record<number, ErrorCode> = {
    404: "NOT_FOUND",
    410: "NOT_FOUND",
    409: "CONFLICT",
    413: "PICTURE_TOO_LARGE",
    423: "CONFLICT",
    // A part of the protocol that we do not support, such as concatenating files.
    501: "BAD_REQUEST",
  };
  return new AppError(codes[status] ?? (status >= 500 ? "UNAVAILABLE" : "BAD_REQUEST"));
}

/**
 * The owner that an upload's id names. Only ids of our form count.
 */
function ownerOf(uploadId: string): number | undefined {
  const [, owner, id = ""] = /^(\d{1,10})\.(.*)$/.exec(uploadId) ?? [];
  return isPictureId(id) ? Number(owner) : undefined;
}

/** The complete file, or undefined while a part is missing. Throws NOT_FOUND for another member's upload. */
export async function arrivedFile(
  db: Db,
  { memberId, uploadId }: { memberId: number; uploadId: string },
): Promise<Buffer | undefined> {
  const content = ownerOf(uploadId) === memberId ? await arrivedContent(db, uploadId) : "none";
  if (content === "none") throw new AppError("NOT_FOUND");
  return content;
}

/** The random part of an upload's id becomes the picture's id. */
export function pictureIdOfUpload(uploadId: string): string {
  return uploadId.slice(uploadId.indexOf(".") + 1);
}
