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
  const notFound = () => {
    throw new AppError("NOT_FOUND");
  };
  app.setNotFoundHandler(notFound);
  if (!existsSync(join(webRoot, "index.html"))) return;
  await serveFiles(app, webRoot);

  function sendPage(reply: FastifyReply, html: string, preview = usualPreview) {
    const nonce = randomBytes(16).toString("base64");
    const [path = "/"] = reply.request.url.split("?");
    const tags = previewTags({ ...preview, publicUrl, path });
    return sendHtml(
      reply.header("content-security-policy", pagePolicy(nonce)),
      html.replace(previewPlace, () => tags).replace(noncePlaceholder, nonce),
    );
  }
  const page = async (file: string) => {
    const html = await readFile(join(webRoot, file), "utf8");
    return (_request: FastifyRequest, reply: FastifyReply) => sendPage(reply, html);
  };
  const consolePage = await page("console/console.html");
  const shell = await page("index.html");
  const checker = await readFile(join(webRoot, "fc-proof-checker.html"), "utf8");

  app.get("/", await page("home.html"));
  app.get("/login", await page("login.html"));
  await serveRegistration(app, { webRoot, registrationPreview, sendPage });
  // To be saved and opened from there: a page of ours could do anything that the portal's pages can.
  app.get("/fc-proof-checker.html", (_request, reply) =>
    sendHtml(reply.header("content-disposition", 'attachment; filename="fc-proof-checker.html"'), checker),
  );
  app.get("/console", consolePage);
  app.get("/console/*", (request, reply) => (isFile(request.url) ? notFound() : consolePage(request, reply)));
  // Every other address belongs to the portal, which has its own not-found page. A route and not the handler of what is
  // not found, because answers of that are not compressed.
  app.get("/*", (request, reply) =>
    /^\/(api|assets)(\/|$)/.test(request.url) || isFile(request.url) ? notFound() : shell(request, reply),
  );
}

/** Only files that exist at the start get a route, so that no other file can be requested. */
async function serveFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
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
}

interface Registration extends Pick<Pages, "webRoot" | "registrationPreview"> {
  sendPage(reply: FastifyReply, html: string, preview: LinkPreview): FastifyReply;
}

/** The page of a member's link names the member who invites. */
async function serveRegistration(
  app: FastifyInstance,
  { webRoot, registrationPreview, sendPage }: Registration,
): Promise<void> {
  const registration = await readFile(join(webRoot, "register-user.html"), "utf8");
  const referralPages = new Map<string, string>();
  for (const type of [...sides, preferredType]) {
    referralPages.set(type, await readFile(join(webRoot, `referral-link-${type}.html`), "utf8"));
  }
  const send = async (reply: FastifyReply, html: string, parentRefId?: string) => {
    const { ip, headers } = reply.request;
    const caller = { ip, userAgent: headers["user-agent"] ?? "", language: languageOf(reply.request) };
    return sendPage(reply, html, await registrationPreview({ ...caller, parentRefId }));
  };
  app.get("/register-user", (_request, reply) => send(reply, registration));
  app.get<{ Params: { parentRefId: string; type: string } }>(
    "/referral-link/:parentRefId/:type",
    (request, reply) => {
      const { parentRefId, type } = request.params;
      return send(reply, referralPages.get(type.toLowerCase()) ?? registration, parentRefId);
    },
  );
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(html);
}

/** A name with a dot is a file, and files that exist were served before. */
function isFile(url: string): boolean {
  return /^[^?]*\.[^/?]*(\?|$)/.test(url);
}
