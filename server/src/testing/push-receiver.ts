import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** What the browser's worker is given. */
  text: string;
}

/** A push service and the browsers behind it: keeps every message, and decrypts it as the browser would. */
export async function startPushReceiver() {
  const browsers = new Map<string, TestBrowser>();
  const received: Received[] = [];
  const state = { status: 201, headers: {} as Record<string, string> };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const text = read(browsers.get(path), Buffer.concat(chunks));
      received.push({ path, headers: request.headers, text });
      response.writeHead(state.status, state.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    /** As PUSH_HOSTS has it. */
    host: origin,
    received,
    /** What the service answers from now on. */
    state,
    /** A browser that has subscribed: what it sends to the portal. */
    subscribe() {
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const browser = new TestBrowser();
      browsers.set(path, browser);
      return { endpoint: `${origin}${path}`, ...browser.keys };
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Empty for what was encrypted for another browser. */
function read(browser: TestBrowser | undefined, message: Buffer): string {
  try {
    return browser?.decrypt(message) ?? "";
  } catch {
    return "";
  }
}

/** The receiving side of RFC 8291, written without the sending one. */
class TestBrowser {
  readonly #pair: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);

  constructor() {
    this.#pair.generateKeys();
  }

  get keys() {
    return {
      p256dh: this.#pair.getPublicKey().toString("base64url"),
      auth: this.#auth.toString("base64url"),
    };
  }

  decrypt(message: Buffer): string {
    const salt = message.subarray(0, 16);
    const keyEnd = 21 + message.readUInt8(20);
    const senderKey = message.subarray(21, keyEnd);
    const secret = this.#pair.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#pair.getPublicKey(), senderKey]);
    const ikm = Buffer.from(hkdfSync("sha256", secret, this.#auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", ikm, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const hidden = message.subarray(keyEnd);
    const decryption = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decryption.setAuthTag(hidden.subarray(-16));
    const padded = Buffer.concat([decryption.update(hidden.subarray(0, -16)), decryption.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
