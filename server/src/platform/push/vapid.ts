import { createECDH, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { hour, second } from "../clock.ts";

/** The pair that tells push services who sends (VAPID, RFC 8292). Browsers subscribe for its public key. */
export interface PushKeys {
  /** An uncompressed point of P-256. */
  publicKey: Buffer;
  /** In the form PKCS #8. */
  privateKey: Buffer;
}

export function newPushKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const { d = "" } = privateKey.export({ format: "jwk" });
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(d, "base64url"));
  return {
    publicKey: pair.getPublicKey(),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }),
  };
}

const validMs = 12 * hour;

interface Claim {
  keys: PushKeys;
  /** The origin of the push service: what is signed for one is worth nothing at another. */
  audience: string;
  /** Where its people reach us. */
  contact: string;
  now: Date;
}

/** The value of the header `authorization`. */
export function vapidHeader({ keys, audience, contact, now }: Claim): string {
  const exp = Math.floor((now.getTime() + validMs) / second);
  const claims = [
    { typ: "JWT", alg: "ES256" },
    { aud: audience, exp, sub: contact },
  ];
  const unsigned = claims.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const key = createPrivateKey({ key: keys.privateKey, format: "der", type: "pkcs8" });
  const signature = sign("sha256", Buffer.from(unsigned), { key, dsaEncoding: "ieee-p1363" });
  const token = `${unsigned}.${signature.toString("base64url")}`;
  return `vapid t=${token}, k=${keys.publicKey.toString("base64url")}`;
}
