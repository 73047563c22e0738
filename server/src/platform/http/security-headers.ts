import type { FastifyReply } from "fastify";

/** For every answer. Pages replace the policy by their own, which lets their scripts run. */
export function setSecurityHeaders(reply: FastifyReply, https: boolean): void {
  reply.headers({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  });
  if (https) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
}

/** For a document that a page of ours shows in a frame. The browser's own viewer needs an object and its styles. */
export function letOurPagesEmbed(reply: FastifyReply): void {
  reply.headers({
    "content-security-policy":
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    "x-frame-options": "SAMEORIGIN",
  });
}

/**
 * Scripts and style sheets only from us or carrying this answer's nonce. Style attributes are let
 * through: the pre-rendered page has them, and they cannot run anything.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // The plan's PDF. All pages are one document to the browser, so no page can have a policy of its own; and
    // nothing else of ours lets itself be framed.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
