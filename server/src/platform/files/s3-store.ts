import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { AwsClient } from "aws4fetch";
import { second } from "../clock.ts";
import { sha256 } from "../secrets.ts";
import { checkedKey, type FileStore } from "./file-store.ts";

/** Of a bucket, or a folder in one, and whoever may use it. */
export interface S3Place {
  /** http(s)://host/bucket, with a folder behind it if there is one. */
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** For one call with its retries; a member's request may take three times as long. */
const callMs = 10 * second;
/** On a busy answer. */
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
    // A secret often holds a slash, which an address can only carry encoded.
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Files of a bucket of any service that speaks S3. */
export function s3Store({ address, ...signing }: S3Place): FileStore {
  const client = new AwsClient({ ...signing, service: "s3", retries, initRetryMs: 100 });

  async function send(method: string, key: string, content?: Uint8Array<ArrayBuffer>): Promise<Response> {
    const url = `${address}/${checkedKey(key)}`;
    const request = {
      method,
      signal: AbortSignal.timeout(callMs),
      // Ours are signed for this host alone.
      redirect: "error" as const,
      ...(content && {
        body: content,
        // Signed with the rest, so that what arrives is what was sent or is refused.
        headers: { "content-type": "image/jpeg", "x-amz-content-sha256": sha256(content).toString("hex") },
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
      await drained(await send("PUT", key, new Uint8Array(content)));
    },
    async read(key) {
      const answer = await send("GET", key);
      if (answer.status === 404) {
        await drained(answer);
        return undefined;
      }
      try {
        return Buffer.from(await answer.arrayBuffer());
      } catch (error) {
        throw unavailable(error);
      }
    },
    async remove(key) {
      await drained(await send("DELETE", key));
    },
  };
}

/** Whether a file can be written, read, removed, and is then gone: told at the start and not by the first member. */
export async function tryStore(store: FileStore): Promise<void> {
  const key = `start-${randomUUID()}`;
  await store.write(key, Buffer.from("start"));
  const read = await store.read(key);
  await store.remove(key);
  const left = await store.read(key);
  if (read?.toString() !== "start" || left) throw new Error("it did not keep a file, or did not remove it");
}

/** To the member it is a service that is busy; the log has the reason. */
function unavailable(cause: unknown): AppError {
  return Object.assign(new AppError("UNAVAILABLE"), { cause });
}

/** The name that S3 gives to a refusal, and nothing else of the answer. */
async function codeIn(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text().catch(() => ""))?.[1] ?? "no reason given";
}

/** Read to its end, so that the connection can serve the next. */
async function drained(answer: Response): Promise<void> {
  await answer.arrayBuffer().catch(() => undefined);
}
