import type { FastifyInstance } from "fastify";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { choose } from "./unsubscribe.ts";

/** What a mail app sends when its reader presses "Unsubscribe" (RFC 8058). */
const oneClick = /^List-Unsubscribe=One-Click$|name="List-Unsubscribe"\r?\n\r?\nOne-Click/;

/**
 * Takes the one click of a mail app. Its address is that of the portal's page, because a mail app that does not know
 * RFC 8058 opens the same address in a browser. It needs no session and no cookie, and answers without a redirect.
 */
export function mountOneClick(app: FastifyInstance, { db, secretKey, clock }: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4096 },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { token: string }; Body: string | undefined }>(
      "/unsubscribe/:token",
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        if (!oneClick.test(request.body?.trim() ?? "")) return reply.code(400).send();
        const { token } = request.params;
        await atomically(db, choose, { token, secretKey, isSubscribed: false, now: clock() });
        return reply.code(200).send();
      },
    );
  });
}
