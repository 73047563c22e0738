import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildWebIfStale } from "./build-web.ts";

const dist = new URL("../web/dist/", import.meta.url);
/** What a cheap phone on a slow network has to load before its user can sign in. */
const limitBytes = 170_000;

beforeAll(() => buildWebIfStale(), 120_000);

test.each(["login.html", "register-user.html", "home.html", "index.html"])(
  "the scripts %s loads first stay below 170 kB of gzip",
  async (page) => {
    const html = await readFile(new URL(page, dist), "utf8");
    const scripts = new Set(
      [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? ""),
    );
    const sizes = await Promise.all(
      [...scripts].map(async (path) => gzipSync(await readFile(new URL(path, dist))).length),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes);
  },
);
