import { pictureIdIn } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photo } from "../../testing/pictures.ts";
import { signedAddress, keepPicture, readPicture } from "../../platform/files/uploads.ts";
import { secretKeyFrom } from "../../platform/secrets.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { reencryptPictures } from "./pictures.ts";

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await app.addMember();
});
afterAll(() => app.stop());

async function kept(): Promise<string> {
  const upload = {
    memberId: member.id,
    folder: "pan-proof-images" as const,
    file: await photo(),
    now: app.time.now,
  };
  return pictureIdIn(await keepPicture(app.deps, upload)) ?? "";
}

const jpegBegins = Buffer.from([0xff, 0xd8, 0xff]);
const isClear = async (id: string) =>
  (await app.deps.files.read(id))?.subarray(0, 3).equals(jpegBegins) ?? false;
const shown = async (id: string) => {
  const { url } = signedAddress(app.deps.secretKey, id, app.time.now);
  const answer = await fetch(`${app.url}${url}`);
  return (
    answer.ok &&
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 3)
      .equals(jpegBegins)
  );
};
const rowOf = (id: string) =>
  app.db.selectFrom("uploads").select("stored_key").where("id", "=", id).executeTakeFirstOrThrow();

/** Another machine that reports its disks, as every release does, and nothing of itself. */
const otherNode = (at: Date) =>
  app.db
    .insertInto("node_disks")
    .values({ node: "node-2", folder: "/data", free_bytes: 1n, total_bytes: 1n, reported_at: at })
    .onConflict((conflict) => conflict.columns(["node", "folder"]).doUpdateSet({ reported_at: at }))
    .execute();

test("a picture is encrypted in the store, and its member sees it as before", async () => {
  const id = await kept();
  expect([await isClear(id), await shown(id)]).toEqual([false, true]);
  expect((await rowOf(id)).stored_key).toBe(app.deps.secretKey.id);
});

test("a picture in place of another one cannot be read", async () => {
  const [one, other] = [await kept(), await kept()];
  await app.deps.files.write(other, (await app.deps.files.read(one)) ?? Buffer.alloc(0));
  await expect(readPicture(app.deps, other)).rejects.toThrow("unable to authenticate");
  await app.db.deleteFrom("uploads").where("id", "=", other).execute();
});

test("while the release before runs pictures stay readable for it, and are encrypted once it is gone", async () => {
  await otherNode(app.time.now);
  const id = await kept();
  await reencryptPictures(app.deps);
  expect([await isClear(id), await shown(id), await rowOf(id)]).toEqual([true, true, { stored_key: null }]);
  await app.db.deleteFrom("node_disks").where("node", "=", "node-2").execute();
  await reencryptPictures(app.deps);
  expect([await isClear(id), await shown(id), await rowOf(id)]).toEqual([
    false,
    true,
    { stored_key: app.deps.secretKey.id },
  ]);
});

test("with a new key all pictures are encrypted again, and a row that missed it is corrected", async () => {
  const id = await kept();
  const before = app.deps.secretKey;
  const next = { ...secretKeyFrom("another key of thirty-two characters"), earlier: [before] };
  const deps = { ...app.deps, secretKey: next };
  expect((await readPicture(deps, id))?.subarray(0, 3)).toEqual(jpegBegins);
  await reencryptPictures(deps);
  expect((await rowOf(id)).stored_key).toBe(next.id);
  const alone = { ...next, earlier: [] };
  expect((await readPicture({ ...deps, secretKey: alone }, id))?.subarray(0, 3)).toEqual(jpegBegins);
  // As after a restore: the rows are of a moment before, and the files are not.
  await app.db.updateTable("uploads").set({ stored_key: before.id }).where("id", "=", id).execute();
  await reencryptPictures({ ...deps, secretKey: alone });
  expect((await rowOf(id)).stored_key).toBe(next.id);
});
