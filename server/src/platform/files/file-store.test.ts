import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bucket } from "../../testing/bucket.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { s3PlaceIn, s3Store, tryStore } from "./s3-store.ts";

let folder: string;
let service: Bucket;
beforeAll(async () => {
  folder = await temporaryFolder();
  service = await Bucket.open({ name: "proofs", accessKeyId: "MEERA", secretAccessKey: "MEERA" });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function s3(address = `http://MEERA:MEERA@${service.host}/proofs/portal`): FileStore {
  return s3Store(s3PlaceIn(address)!);
}

describe.each([
  ["a folder", () => folderStore(join(folder, "files"))],
  ["an S3 service", () => s3()],
])("%s", (_, open) => {
  test("gives back what was written, byte for byte, and the newer of two", async () => {
    const [store, key] = [open(), randomUUID()];
    const content = Buffer.from(Array.from({ length: 300_000 }, (_byte, at) => at % 256));
    await store.write(key, content);
    expect((await store.read(key))?.equals(content)).toBe(true);
    await store.write(key, Buffer.from("newer"));
    expect((await open().read(key))?.toString()).toBe("newer");
  });

  test("returns nothing for a file that was never written or was removed", async () => {
    const [store, key] = [open(), randomUUID()];
    expect(await store.read(key)).toBeUndefined();
    await store.remove(key);
    await store.write(key, Buffer.from("x"));
    await store.remove(key);
    expect(await store.read(key)).toBeUndefined();
  });

  test("refuses a name that leads out of the store", async () => {
    for (const key of ["../../../secret-key-file", "short", "a/b".padEnd(20, "a"), "UPPERCASEUPPERCASE"]) {
      await expect(open().read(key)).rejects.toThrow("invalid key");
      await expect(open().write(key, Buffer.from("x"))).rejects.toThrow("invalid key");
    }
  });

  test("is found to work at the start", async () => {
    await expect(tryStore(open())).resolves.toBeUndefined();
  });
});

test.each([
  ["a key that it does not know", () => `http://STRANGER:MEERA@${service.host}/proofs`, "InvalidAccessKeyId"],
  [
    "a secret that is not the key's",
    () => `http://MEERA:ANOTHER@${service.host}/proofs`,
    "SignatureDoesNotMatch",
  ],
  ["a bucket that is not there", () => `http://MEERA:MEERA@${service.host}/nowhere`, "NoSuchBucket"],
  ["nobody listening", () => "http://MEERA:MEERA@127.0.0.1:1/proofs", "fetch failed"],
])("an S3 service with %s is reported, without its secret", async (_, address, reason) => {
  const failure = await tryStore(s3(address())).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "UNAVAILABLE", cause: { message: expect.stringContaining(reason) } });
  expect(JSON.stringify(failure)).not.toMatch(/MEERA|ANOTHER/);
});

test("the address of a place names host, bucket, folder, region and keys, a secret with signs included", () => {
  expect(s3PlaceIn("https://KEY:a%2Fb%2Bc@s3.example.com/bucket/portal/?region=ap-south-1")).toEqual({
    address: "https://s3.example.com/bucket/portal",
    region: "ap-south-1",
    accessKeyId: "KEY",
    secretAccessKey: "a/b+c",
  });
  for (const wrong of [
    "",
    "bucket",
    "https://s3.example.com/bucket",
    "https://K:S@s3.example.com/",
    "ftp://K:S@h/b",
  ])
    expect(s3PlaceIn(wrong)).toBeUndefined();
});
