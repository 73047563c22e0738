import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { AwsClient } from "aws4fetch";
import { second } from "../clock.ts";
import { sha256 } from "../secrets.ts";
import { checkedKey, type FileStore } from "./file-store.ts";

/** A bucket, or a folder in one, with the key that may use it. */
export interface S3Place {
  /** http(s)://host/bucket or http(s)://host/bucket/folder */
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The time limit of one call with its retries; a member's request may take three times as long. */
const callMs = 10 * second;
/** How often a call is repeated when the service is busy. */
const retries = 2;

/** Reads https://KEY:SECRET@host/bucket/folder?region=name; undefined for anything else. */
export function s3PlaceIn(text: string): S3Place | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/\/+$/, "");
  if (url.username === "" || url.password === "" || path === "") return undefined;
  return {
    address: `${url.origin}${path}`,
    region: url.searchParams.get("region") ?? "us-east-1",
    // A secret often contains a slash, which must be percent-encoded in an address.
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Keeps files in a bucket of any service that supports the S3 protocol. */
export function s3Store({ address, ...signing }: S3Place): FileStore {
  const client = new AwsClient({ ...signing, service: "s3", retries, initRetryMs: 100 });

  async function send(method: string, key: string, content?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const url = `${address}/${checkedKey(key)}`;
    const request = {
      method,
      signal: AbortSignal.timeout(callMs),
      // Our requests are signed for this host only.
      redirect: "error" as const,
      ...(content && {
        body: content,
        // The hash is part of the signature, so that the service refuses content that was changed on the way.
        headers: {
          "content-type": "application/octet-stream",
          "x-amz-content-sha256": sha256(content).toString("hex"),
        },
      }),
    };
    let answer: Response;
    try {
      answer = await client.fetch(url, request);
    } catch (error) {
      throw unavailable(error);
    }
    if (answer.ok || (answer.status === 404 && !content)) return answer;
    throw unavailable(
      new Error(`the file store answered ${answer.status} to ${method}: ${await codeIn(answer)}`),
    );
  }

  return {
    async write(key, content) {
      await drain(await send("PUT", key, new Uint8Array(content)));
    },
    async read(key) {
      const answer = await send("GET", key);
      if (answer.status === 404) {
        await drain(answer);
        return undefined;
      }
      try {
        return Buffer.from(await answer.arrayBuffer());
      } catch (error) {
        throw unavailable(error);
      }
    },
    async remove(key) {
      await drain(await send("DELETE", key));
    },
  };
}

/**
 * Writes, reads and removes a file at the start, so that a wrong setting is found before the first member uploads.
 */
export async function tryStore(store: FileStore): Promise<void> {
  const key = `start-${randomUUID()}`;
  await store.write(key, Buffer.from("start"));
  const read = await store.read(key);
  await store.remove(key);
  const left = await store.read(key);
  if (read?.toString() !== "start" || left)
    throw new Error("a test file could not be read back, or could not be removed");
}

/** Members see that the service is busy; the log has the cause. */
function unavailable(cause: unknown): AppError {
  return Object.assign(new AppError("UNAVAILABLE"), { cause });
}

/** Only the error code of S3's answer: the rest may contain keys and addresses. */
async function codeIn(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text().catch(() => ""))?.[1] ?? "no reason given";
}

/** Reads an answer to its end, so that the connection can be used again. */
async function drain(answer: Response): Promise<void> {
  await answer.arrayBuffer().catch(() => undefined);
}
