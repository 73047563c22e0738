import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface BucketKey {
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const algorithm = "AWS4-HMAC-SHA256";
const hash = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * A service with one bucket, as far as the product uses the S3 protocol. It works out each signature (version 4) and each
 * content's hash itself, from what arrived, and refuses like S3 whatever does not fit.
 */
export class Bucket {
  readonly #files = new Map<string, Buffer>();
  readonly #key: BucketKey;
  readonly #server: Server;

  private constructor(key: BucketKey) {
    this.#key = key;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, content] = this.#answer(request, await buffer(request));
    response.writeHead(status).end(content);
  }

  static async open(key: BucketKey): Promise<Bucket> {
    const bucket = new Bucket(key);
    await once(bucket.#server.listen(0, "127.0.0.1"), "listening");
    return bucket;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #answer(request: IncomingMessage, body: Buffer): [status: number, content?: Buffer | string] {
    const { pathname } = new URL(request.url!, `http://${this.host}`);
    const refusal = this.#refusal(request, body);
    if (refusal !== undefined) return [403, error(refusal)];
    if (pathname.split("/")[1] !== this.#key.name) return [404, error("NoSuchBucket")];
    const found = this.#files.get(pathname);
    switch (request.method) {
      case "PUT":
        this.#files.set(pathname, body);
        return [200];
      case "GET":
        return found ? [200, found] : [404, error("NoSuchKey")];
      case "DELETE":
        this.#files.delete(pathname);
        return [204];
      case undefined:
      default:
        return [405, error("MethodNotAllowed")];
    }
  }

  #refusal(request: IncomingMessage, body: Buffer): string | undefined {
    const { authorization = "", "x-amz-date": time, "x-amz-content-sha256": announced } = request.headers;
    const fields = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/;
    const [, credential = "", signedHeaders = "", signature = ""] = fields.exec(authorization) ?? [];
    const [id, day = "", region = "", service = ""] = credential.split("/");
    if (id !== this.#key.accessKeyId) return "InvalidAccessKeyId";
    // What is not signed could be changed on the way.
    for (const name of ["host", "x-amz-date", "x-amz-content-sha256"]) {
      if (!signedHeaders.split(";").includes(name)) return "AccessDenied";
    }
    const isHashed = announced !== "UNSIGNED-PAYLOAD";
    if (isHashed && announced !== hash(body)) return "XAmzContentSHA256Mismatch";
    const headers = signedHeaders
      .split(";")
      .map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const [pathname = "", query = ""] = request.url!.split("?");
    const canonical = [request.method, pathname, query, headers.join(""), signedHeaders, announced];
    const text = [algorithm, time, `${day}/${region}/${service}/aws4_request`, hash(canonical.join("\n"))];
    let key = hmac(`AWS4${this.#key.secretAccessKey}`, day);
    for (const part of [region, service, "aws4_request"]) key = hmac(key, part);
    const isRight = timingSafeEqual(hmac(key, text.join("\n")), Buffer.from(signature, "hex"));
    return isRight ? undefined : "SignatureDoesNotMatch";
  }
}

function error(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
}
