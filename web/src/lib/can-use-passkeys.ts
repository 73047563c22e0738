/** Whether this browser knows passkeys and may use them here: an IP address is no domain. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}
