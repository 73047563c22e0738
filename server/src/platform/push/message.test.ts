import { createECDH, createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { pushAddress, pushHostsIn, usualPushHosts } from "./hosts.ts";
import { encryptPush, isPushReceiver } from "./message.ts";
import { newPushKeys, vapidHeader } from "./vapid.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

test("a message is encrypted exactly as the example of RFC 8291", () => {
  const receiver = {
    p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  };
  const chosen = {
    salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  };
  const message = encryptPush("When I grow up, I want to be a watermelon", receiver, chosen);
  expect(message.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("the signature is of the key that browsers subscribe for, names its receiver and ends within a day", () => {
  const keys = newPushKeys();
  const now = new Date("2026-11-15T06:30:00Z");
  const audience = "https://push.example.com";
  const header = vapidHeader({ keys, audience, contact: "https://portal.example.com", now });
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(bytes(key)).toEqual(keys.publicKey);
  const { aud, exp, sub } = JSON.parse(bytes(claims).toString()) as { aud: string; exp: number; sub: string };
  expect({ aud, sub }).toEqual({ aud: audience, sub: "https://portal.example.com" });
  expect(exp * 1000 - now.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: keys.publicKey.subarray(1, 33).toString("base64url"),
    y: keys.publicKey.subarray(33).toString("base64url"),
  };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), signer, bytes(signature))).toBe(true);
});

test("bytes that are no point of the curve are no browser's key", () => {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys();
  const auth = Buffer.alloc(16);
  expect(isPushReceiver({ p256dh, auth })).toBe(true);
  expect(isPushReceiver({ p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]), auth })).toBe(false);
  expect(isPushReceiver({ p256dh: p256dh.subarray(1), auth })).toBe(false);
  expect(isPushReceiver({ p256dh, auth: Buffer.alloc(15) })).toBe(false);
});

const hosts = pushHostsIn(usualPushHosts);

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
  "https://web.push.apple.com/abc",
])("%s is a known push service", (address) => {
  expect(pushAddress(address, hosts)?.href).toBe(address);
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/abc",
  "https://fcm.googleapis.com.example.com/abc",
  "https://user@fcm.googleapis.com/abc",
  "https://example.com/https://fcm.googleapis.com/",
  "https://notify.windows.com.example.com/",
  "https://evilnotify.windows.com/",
  "https://.notify.windows.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data",
  "file:///etc/passwd",
  "no address",
])("%s is refused", (address) => {
  expect(pushAddress(address, hosts)).toBeUndefined();
});
