import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@fc/contract/errors";
import { preferredType } from "@fc/contract/referrals/preference";
import { sides } from "@fc/contract/side";
import fastifyStatic from "@fastify/static";
import type { Language } from "@fc/contract/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "./language.ts";
import { previewPlace, previewTags, usualPreview, type LinkPreview } from "./link-preview.ts";
import { pagePolicy, workerPolicy } from "./security-headers.ts";

const noncePlaceholder = /__CSP_NONCE__/g;

interface Pages {
  /** The folder of the built web apps. */
  webRoot: string;
  /** Messengers need whole addresses. */
  publicUrl: string;
  /** What is shown of a link to the registration, with or without a member who invites. */
  registrationPreview: (request: {
    parentRefId: string | undefined;
    ip: string;
    userAgent: string;
    language: Language;
  }) => Promise<LinkPreview>;
}

/** Serves the built web apps: browsers may keep hashed assets forever; each page is fresh and has its own nonce. */
export async function mountPages(
  app: FastifyInstance,
  { webRoot, publicUrl, registrationPreview }: Pages,
): Promise<void> {
  if (!existsSync(join(webRoot, "index.html"))) {
    app.setNotFoundHandler(() => {
      throw new AppError("NOT_FOUND");
    });
    return;
  }
  const shell = await readFile(join(webRoot, "index.html"), "utf8");
  const home = await readFile(join(webRoot, "home.html"), "utf8");
  const login = await readFile(join(webRoot, "login.html"), "utf8");
  const consolePage = await readFile(join(webRoot, "console/console.html"), "utf8");
  const checker = await readFile(join(webRoot, "fc-proof-checker.html"), "utf8");
  const registration = await readFile(join(webRoot, "register-user.html"), "utf8");
  const referralPages = new Map<string, string>();
  for (const type of [...sides, preferredType]) {
    referralPages.set(type, await readFile(join(webRoot, `referral-link-${type}.html`), "utf8"));
  }

  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    // Only files that exist at the start get a route, so that no other file can be requested.
    globIgnore: ["**/*.html", "**/*.br", "**/*.gz"],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.includes("/assets/") || path.includes("\\assets\\");
      void reply.header(
        "cache-control",
        hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      if (/[/\\]sw\.js(\.br|\.gz)?$/.test(path)) {
        // A new version is found at once, and the worker may fetch the files that it keeps.
        void reply.header("cache-control", "no-cache");
        void reply.header("content-security-policy", workerPolicy);
      }
    },
  });

  function sendPage(reply: FastifyReply, html: string, preview = usualPreview) {
    const nonce = randomBytes(16).toString("base64");
    const [path = "/"] = reply.request.url.split("?");
    const tags = previewTags({ ...preview, publicUrl, path });
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", pagePolicy(nonce))
      .send(html.replace(previewPlace, () => tags).replace(noncePlaceholder, nonce));
  }

  async function sendRegistration(
    { request, html, parentRefId }: { request: FastifyRequest; html: string; parentRefId?: string },
    reply: FastifyReply,
  ) {
    const { ip, headers } = request;
    const caller = { ip, userAgent: headers["user-agent"] ?? "", language: languageOf(request) };
    return sendPage(reply, html, await registrationPreview({ ...caller, parentRefId }));
  }

  app.get("/", (_request, reply) => sendPage(reply, home));
  app.get("/login", (_request, reply) => sendPage(reply, login));
  app.get("/register-user", (request, reply) => sendRegistration({ request, html: registration }, reply));
  app.get<{ Params: { parentRefId: string; type: string } }>(
    "/referral-link/:parentRefId/:type",
    (request, reply) => {
      const { parentRefId, type } = request.params;
      const html = referralPages.get(type.toLowerCase()) ?? registration;
      return sendRegistration({ request, html, parentRefId }, reply);
    },
  );
  // To be saved and opened from there: a page of ours could do anything that the portal's pages can.
  app.get("/fc-proof-checker.html", (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-disposition", 'attachment; filename="fc-proof-checker.html"')
      .send(checker),
  );
  app.get("/console", (_request, reply) => sendPage(reply, consolePage));
  app.get("/console/*", (request, reply) => {
    if (isFile(request.url)) throw new AppError("NOT_FOUND");
    return sendPage(reply, consolePage);
  });
  // Every other address belongs to the portal, which has its own not-found page. A route and not the handler of what is
  // not found, because answers of that are not compressed.
  app.get("/*", (request, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(request.url) || isFile(request.url)) throw new AppError("NOT_FOUND");
    return sendPage(reply, shell);
  });
  app.setNotFoundHandler(() => {
    throw new AppError("NOT_FOUND");
  });
}

/** A name with a dot is a file, and files that exist were served before. */
function isFile(url: string): boolean {
  return /^[^?]*\.[^/?]*(\?|$)/.test(url);
}
