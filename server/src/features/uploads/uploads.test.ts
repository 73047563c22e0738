import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";
import { deflateSync, crc32 } from "node:zlib";
import {
  resumableUploadPath,
  finishUpload,
  pictureAddress,
  uploadPicture,
} from "@fc/contract/uploads/portal";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { day, hour, minute } from "../../platform/clock.ts";
import { readPicture } from "../../platform/files/uploads.ts";
import { createLog } from "../../platform/logger.ts";
import { sha256 } from "../../platform/secrets.ts";
import { asFile, photo } from "../../testing/pictures.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const folder = "stacking-verification-images";

async function newcomer(): Promise<{ member: TestMember; client: TestClient }> {
  const member = await app.addMember();
  return { member, client: await signedIn(app, member) };
}

function upload(client: TestClient, { id }: TestMember, file: Blob) {
  return client.call(uploadPicture, { params: { userId: id, folder }, body: file });
}

const pictureIn = (address: string) => address.slice(address.lastIndexOf("/") + 1);

async function show(client: TestClient, member: TestMember, proofImageUrl: string) {
  const params = { userId: member.id, id: pictureIn(proofImageUrl) };
  return client.call(pictureAddress, { params });
}

async function bytesBehind(url: string): Promise<Buffer> {
  const response = await fetch(`${app.url}${url}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** A picture of the given number of pixels that is only a few bytes long until it is unpacked. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(Math.ceil(side / 8 + 1) * 64));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("a picture is turned as it was held, loses where it was taken, and is shown to its owner for five minutes", async () => {
  const { member, client } = await newcomer();
  const original = await photo({ width: 60, height: 40, turned: true });
  expect((await sharp(original).metadata()).exif?.toString("latin1")).toContain("Secret Phone");
  const kept = await upload(client, member, asFile(original));
  expect(kept.status).toBe(200);

  const { body } = await show(client, member, kept.body.data.proofImageUrl);
  const response = await fetch(`${app.url}${body.data.url}`);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const shown = Buffer.from(await response.arrayBuffer());
  const { width, height, exif, xmp, iptc, orientation } = await sharp(shown).metadata();
  expect({ width, height, exif, xmp, iptc, orientation }).toEqual({
    width: 40,
    height: 60,
    exif: undefined,
    xmp: undefined,
    iptc: undefined,
    orientation: undefined,
  });
  expect(shown.includes("Secret Phone")).toBe(false);

  app.time.advance(5 * minute);
  expect((await fetch(`${app.url}${body.data.url}`)).status).toBe(404);
});

test("nobody else is shown it, and an address cannot be made or changed", async () => {
  const { member, client } = await newcomer();
  const kept = await upload(client, member, asFile(await photo()));
  const { proofImageUrl } = kept.body.data;
  const stranger = await newcomer();
  expect((await show(stranger.client, stranger.member, proofImageUrl)).status).toBe(404);
  expect((await show(stranger.client, member, proofImageUrl)).status).toBe(404);
  expect((await fetch(`${app.url}${proofImageUrl}`)).status).toBe(400);

  const { url } = (await show(client, member, proofImageUrl)).body.data;
  const later = url.replace(/expires=(\d+)/, (_: string, ms: string) => `expires=${Number(ms) + day}`);
  expect((await fetch(`${app.url}${later}`)).status).toBe(404);
  const other = (await upload(client, member, asFile(await photo()))).body.data.proofImageUrl;
  const swapped = url.replace(pictureIn(proofImageUrl), pictureIn(other));
  expect((await fetch(`${app.url}${swapped}`)).status).toBe(404);
  expect((await fetch(`${app.url}/api/user/proofImage/..%2Fsecret-key?expires=1&signature=a`)).status).toBe(
    404,
  );
});

test("PNG and WebP become JPEG, what was clear in them white", async () => {
  const { member, client } = await newcomer();
  const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: "#00000000" } });
  for (const [type, file] of [
    ["image/png", await clear.clone().png().toBuffer()],
    ["image/webp", await clear.clone().webp({ lossless: true }).toBuffer()],
  ] as const) {
    const kept = await upload(client, member, asFile(file, type));
    const { url } = (await show(client, member, kept.body.data.proofImageUrl)).body.data;
    const { dominant } = await sharp(await bytesBehind(url)).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  }
});

describe("a file that is not a picture is refused, whatever its name, and not kept", () => {
  const script = Buffer.from("<html><script>alert(1)</script></html>");
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  );
  test.each([
    ["a page", async () => script],
    ["a drawing that names a file", async () => drawing],
    ["nothing", async () => Buffer.alloc(0)],
    [
      "the first bytes of a picture and a page",
      async () => Buffer.concat([(await photo()).subarray(0, 20), script]),
    ],
    ["half a picture", async () => (await photo({ width: 300, height: 300 })).subarray(0, 40_000)],
    [
      "a picture of another kind",
      async () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
    ],
  ])("%s", async (_, make) => {
    const { member, client } = await newcomer();
    const answer = await upload(client, member, asFile(await make()));
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code: "NOT_A_PICTURE" });
    const rows = await app.db.selectFrom("uploads").select("id").where("member_id", "=", member.id).execute();
    expect(rows).toEqual([]);
  });
});

test("a page hidden behind a real picture is not served again", async () => {
  const { member, client } = await newcomer();
  const page = "<script>alert(document.domain)</script>";
  const both = Buffer.concat([await photo(), Buffer.from(page), Buffer.from("PK\u0003\u0004")]);
  const kept = await upload(client, member, asFile(both));
  expect(kept.status).toBe(200);
  const { url } = (await show(client, member, kept.body.data.proofImageUrl)).body.data;
  const shown = await bytesBehind(url);
  expect(shown.includes("<script>")).toBe(false);
  expect(shown.includes("PK\u0003\u0004")).toBe(false);
});

test("a picture of 4 billion points is refused by its first bytes, before anything is unpacked", async () => {
  const { member, client } = await newcomer();
  const file = bomb(65_000);
  expect(file.length).toBeLessThan(10_000);
  // Of the second one nothing can be unpacked: it ends where its points begin.
  for (const sent of [file, file.subarray(0, file.indexOf("IDAT") + 8)]) {
    const answer = await upload(client, member, asFile(sent, "image/png"));
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 413,
      code: "PICTURE_TOO_LARGE",
    });
  }
});

test("one request carries up to 256 KB, only pictures, and no other call carries any", async () => {
  const { member, client } = await newcomer();
  const large = await photo({ width: 700, height: 700 });
  expect(large.length).toBeGreaterThan(256 * 1024);
  expect((await upload(client, member, asFile(large))).body.code).toBe("BODY_TOO_LARGE");
  expect((await upload(client, member, asFile(Buffer.from("a,b"), "text/csv"))).status).toBe(415);
  const json = await client.send("POST", `/api/user/proofImage/${member.id}/${folder}`, { a: 1 });
  expect(json.status).toBe(415);
  const elsewhere = await client.send("POST", "/api/user/topupRequestById", asFile(await photo()));
  expect(elsewhere.status).toBe(415);
  const nowhere = await client.send(
    "POST",
    `/api/user/proofImage/${member.id}/secrets`,
    asFile(await photo()),
  );
  expect(nowhere.status).toBe(400);
});

test("a member can send 20 pictures an hour", async () => {
  const { member, client } = await newcomer();
  const file = asFile(await photo());
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent++) statuses.push((await upload(client, member, file)).status);
  expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
  expect(statuses[20]).toBe(429);
  app.time.advance(hour);
  expect((await upload(client, member, file)).status).toBe(200);
});

test("a picture that no request uses within a day is removed with its file", async () => {
  const { member, client } = await newcomer();
  const kept = await upload(client, member, asFile(await photo()));
  const id = pictureIn(kept.body.data.proofImageUrl);
  app.time.advance(day - minute);
  await app.worker.drain();
  expect(await app.deps.files.read(id)).toBeDefined();
  app.time.advance(2 * minute);
  await app.worker.drain();
  expect(await app.deps.files.read(id)).toBeUndefined();
  expect(await app.db.selectFrom("uploads").select("id").where("id", "=", id).execute()).toEqual([]);
});

describe("in pieces", () => {
  const path = `/api${resumableUploadPath}`;
  const tus = { "tus-resumable": "1.0.0" };

  async function begin(client: TestClient, bytes: number): Promise<{ status: number; address: string }> {
    const answer = await client.send("POST", path, undefined, { ...tus, "upload-length": String(bytes) });
    return { status: answer.status, address: answer.headers.get("location") ?? "" };
  }

  function piece(client: TestClient, address: string, offset: number, content: Buffer) {
    return client.send("PATCH", address, asFile(content, "application/offset+octet-stream"), {
      ...tus,
      "upload-offset": String(offset),
    });
  }

  const waiting = (member: TestMember) =>
    app.db.selectFrom("incoming_uploads").select("id").where("member_id", "=", member.id).execute();

  const finish = (client: TestClient, member: TestMember, address: string) =>
    client.call(finishUpload, { body: { userId: member.id, folder, uploadId: pictureIn(address) } });

  test("a large picture arrives piece by piece, goes on where it stopped, and is finished once", async () => {
    const { member, client } = await newcomer();
    const file = await photo({ width: 900, height: 900 });
    const { status, address } = await begin(client, file.length);
    expect(status).toBe(201);
    expect(address.startsWith(`${path}/`)).toBe(true);
    const half = Math.floor(file.length / 2);
    expect((await piece(client, address, 0, file.subarray(0, half))).status).toBe(204);
    expect((await finish(client, member, address)).body.code).toBe("UPLOAD_UNFINISHED");

    // As after a reload: a new sign-in reads how far it got.
    const again = await signedIn(app, member);
    const far = await again.send("HEAD", address, undefined, tus);
    expect({ status: far.status, offset: far.headers.get("upload-offset") }).toEqual({
      status: 200,
      offset: String(half),
    });
    expect((await piece(again, address, 0, file.subarray(half))).status).toBe(409);
    expect((await piece(again, address, half, file.subarray(half))).status).toBe(204);

    const [first, second] = [await finish(again, member, address), await finish(again, member, address)];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const { url } = (await show(again, member, first.body.data.proofImageUrl)).body.data;
    expect((await sharp(await bytesBehind(url)).metadata()).width).toBe(900);
    expect(await waiting(member)).toEqual([]);
  });

  describe("two nodes", () => {
    let other: TestApp;
    beforeAll(async () => {
      const database = { url: app.databaseUrl, drop: async () => undefined };
      other = await startTestApp(createLog("silent"), { database });
    });
    afterAll(() => other.stop());

    /** The same member's browser, sent to the other node by a proxy. */
    function atOther(client: TestClient): TestClient {
      const there = new TestClient(other);
      there.token = client.token;
      for (const [name, value] of client.cookies) there.cookies.set(name, value);
      return there;
    }

    test("any of them takes any piece, and finishes what others received", async () => {
      const { member, client } = await newcomer();
      const file = await photo({ width: 900, height: 900 });
      const { address } = await begin(client, file.length);
      const size = Math.ceil(file.length / 5);
      for (let at = 0, n = 0; at < file.length; at += size, n++) {
        const by = n % 2 === 0 ? atOther(client) : client;
        const far = await by.send("HEAD", address, undefined, tus);
        expect(far.headers.get("upload-offset")).toBe(String(at));
        expect((await piece(by, address, at, file.subarray(at, at + size))).status).toBe(204);
      }
      const finished = await finish(atOther(client), member, address);
      expect(finished.status).toBe(200);
      // A retry that reaches the first node gets the same answer.
      expect((await finish(client, member, address)).body).toEqual(finished.body);
      const id = pictureIn(finished.body.data.proofImageUrl);
      expect((await sharp(await readPicture(other.deps, id)).metadata()).width).toBe(900);
    });

    test("a piece that reaches both at once is stored once", async () => {
      const { member, client } = await newcomer();
      const file = await photo({ width: 900, height: 900 });
      const { address } = await begin(client, file.length);
      const half = Math.floor(file.length / 2);
      const both = [client, atOther(client)].map((by) => piece(by, address, 0, file.subarray(0, half)));
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([204, 409]));
      expect((await piece(client, address, half, file.subarray(half))).status).toBe(204);
      expect((await finish(client, member, address)).status).toBe(200);
    });

    test("what arrived before a connection was lost need not be sent again", async () => {
      const { client } = await newcomer();
      const { address } = await begin(client, 1000);
      const sending = request(`${app.url}${address}`, {
        method: "PATCH",
        headers: {
          ...tus,
          "content-type": "application/offset+octet-stream",
          "content-length": "1000",
          "upload-offset": "0",
          authorization: `Bearer ${client.token}`,
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      });
      const lost = once(sending, "error");
      const connected = once(app.app.server, "connection") as Promise<[Socket]>;
      await new Promise<void>((resolve) => sending.write(Buffer.alloc(600), () => resolve()));
      const [arriving] = await connected;
      await vi.waitUntil(() => arriving.bytesRead === sending.socket?.bytesWritten, { timeout: 15_000 });
      sending.destroy(new Error("the train entered a tunnel"));
      await lost;
      const far = () => atOther(client).send("HEAD", address, undefined, tus);
      await expect.poll(async () => (await far()).headers.get("upload-offset")).toBe("600");
    });
  });

  test("what was never finished is removed a day later", async () => {
    const { member, client } = await newcomer();
    const { address } = await begin(client, 1000);
    await piece(client, address, 0, Buffer.alloc(500));
    expect(await waiting(member)).toHaveLength(1);
    app.time.advance(day + hour);
    expect((await (await signedIn(app, member)).send("HEAD", address, undefined, tus)).status).toBe(404);
    await app.worker.drain();
    expect(await waiting(member)).toEqual([]);
  });

  test("a part of the protocol that is not offered is refused as a mistake of the caller", async () => {
    const client = await signedIn(app, await app.addMember());
    const headers = { ...tus, "upload-length": "5", "upload-concat": "partial" };
    expect((await client.send("POST", path, undefined, headers)).status).toBe(400);
  });

  test("strangers, visitors and invented ids are refused", async () => {
    const { client } = await newcomer();
    const stranger = await newcomer();
    const { address } = await begin(client, 1000);
    expect((await stranger.client.send("HEAD", address, undefined, tus)).status).toBe(404);
    expect((await piece(stranger.client, address, 0, Buffer.alloc(10))).status).toBe(404);
    expect((await finish(stranger.client, stranger.member, address)).status).toBe(404);
    expect(
      (await new TestClient(app).send("POST", path, undefined, { ...tus, "upload-length": "5" })).status,
    ).toBe(401);
    expect((await new TestClient(app).send("HEAD", address, undefined, tus)).status).toBe(401);
    expect((await piece(new TestClient(app), address, 0, Buffer.alloc(10))).status).toBe(401);
    for (const id of ["..%2F..%2Fsecret-key", `${stranger.member.id}.${"0".repeat(36)}`]) {
      expect((await stranger.client.send("HEAD", `${path}/${id}`, undefined, tus)).status).toBe(404);
      expect((await finish(stranger.client, stranger.member, `x/${decodeURIComponent(id)}`)).status).toBe(
        404,
      );
    }
  });

  test("above 8 MB it is refused before a byte of it is sent, and more bytes than announced are not taken", async () => {
    const { client } = await newcomer();
    expect((await begin(client, 8 * 1024 * 1024 + 1)).status).toBe(413);
    const { address } = await begin(client, 10);
    expect((await piece(client, address, 0, Buffer.alloc(5_000))).status).toBe(413);
  });

  test("a file that is not a picture is refused when it is finished, and removed", async () => {
    const { member, client } = await newcomer();
    const { address } = await begin(client, 5_000);
    await piece(client, address, 0, Buffer.alloc(5_000, "<script>"));
    expect((await finish(client, member, address)).body.code).toBe("NOT_A_PICTURE");
    expect((await finish(client, member, address)).status).toBe(404);
    expect(await waiting(member)).toEqual([]);
  });

  test("many that finish the same upload at once get one picture, whose row says what the file holds", async () => {
    const { member, client } = await newcomer();
    const file = await photo({ width: 200, height: 200 });
    const { address } = await begin(client, file.length);
    await piece(client, address, 0, file);
    const answers = await Promise.all(Array.from({ length: 12 }, () => finish(client, member, address)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const columns = ["id", "stored_sha256"] as const;
    const rows = await app.db
      .selectFrom("uploads")
      .select(columns)
      .where("member_id", "=", member.id)
      .execute();
    expect(rows).toHaveLength(1);
    const stored = await app.deps.files.read(rows[0]?.id ?? "");
    expect(rows[0]?.stored_sha256).toEqual(sha256(stored ?? ""));
  });
});
