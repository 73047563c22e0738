/** What the page's policy asks of a style element that a script adds. */
export function styleNonce(): string {
  if (import.meta.env.SSR) return "__CSP_NONCE__";
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
