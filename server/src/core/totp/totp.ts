import { Secret, TOTP } from "otpauth";

/** The default of all authenticator apps: RFC 6238 with SHA-1, 6 digits, 30 seconds. */
const issuer = "FC Portal";
const kind = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const secretBytes = 20;
/** One step earlier or later is accepted, for clocks that differ and for people who type slowly. */
const window = 1;

export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

function totpOf(secret: Uint8Array): TOTP {
  return new TOTP({ ...kind, issuer, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
}

/** The time step that the code belongs to; undefined if it is not valid now. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): bigint | undefined {
  // The library throws if six characters are more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : BigInt(totp.counter({ timestamp }) + delta);
}

/** What to enter into an app: the key to type, or the address to scan. */
export function invitation(secret: Uint8Array, account: string): { key: string; uri: string } {
  const totp = totpOf(secret);
  totp.label = account;
  return { key: totp.secret.base32, uri: totp.toString() };
}
