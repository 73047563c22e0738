import type { FastifyReply } from "fastify";

/** Set on every answer. Pages replace the policy by `pagePolicy`, which lets their scripts run. */
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

/** Lets our own pages show a document in a frame. The browser's PDF viewer needs an object and inline styles. */
export function letOurPagesEmbed(reply: FastifyReply): void {
  reply.headers({
    "content-security-policy":
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    "x-frame-options": "SAMEORIGIN",
  });
}

/**
 * Allows scripts and style sheets only from us or with this answer's nonce. Style attributes are allowed, because
 * the pre-rendered page has them and they cannot run anything.
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
    // For the plan's PDF. The portal is one document to the browser, so a single screen cannot have its own policy;
    // no other answer of ours allows to be framed.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A service worker has the policy of its own file: it asks our server and nobody else. */
export const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
