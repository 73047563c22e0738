import { readdir, readFile, stat } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { buildWebIfStale } from "./build-web.ts";

const dist = new URL("../web/dist/", import.meta.url);
/** What a cheap phone on a slow network has to load before its user can sign in. */
const limitBytes = 170_000;
/** Browsers load six files of a server at a time without HTTP/2: every further six cost a round trip. */
const limitFiles = 12;

beforeAll(() => buildWebIfStale(), 600_000);

test.each(["login.html", "register-user.html", "home.html", "index.html"])(
  "the scripts %s loads first stay below 170 kB of gzip",
  async (page) => {
    const scripts = await scriptsOf(page);
    // The files that the server sends, which the build compressed as far as gzip can.
    const sizes = await Promise.all(
      scripts.map(async (path) => (await stat(new URL(`${path}.gz`, dist))).size),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes);
  },
);

test("no page of the portal needs more than 12 script files", async () => {
  const html = await readFile(new URL("index.html", dist), "utf8");
  const filesOf = JSON.parse(/\.\.\.\((\{.*?\})\[path\]/.exec(html)?.[1] ?? "") as object;
  const frame = await scriptsOf("index.html");
  const pages = new Map<string, number>();
  for (const page of ["login.html", "register-user.html", "home.html"]) {
    pages.set(page, (await withImports(await scriptsOf(page))).size);
  }
  for (const [path, files] of Object.entries(filesOf) as [string, string[]][]) {
    const scripts = files.filter((file) => file.endsWith(".js")).map((file) => `assets/${file}`);
    pages.set(path, (await withImports([...frame, ...scripts])).size);
  }
  expect(pages.get("/withdraw")).toBeGreaterThan(frame.length);
  expect([...pages].filter(([, files]) => files > limitFiles)).toEqual([]);
});

test("no script file of the portal imports one that imports it again", async () => {
  const files = (await readdir(new URL("assets/", dist))).filter((name) => name.endsWith(".js"));
  const inCircles: string[] = [];
  for (const file of files) {
    const path = `assets/${file}`;
    const below = await withImports(await importsOf(path));
    if (below.has(path)) inCircles.push(file);
  }
  // Of two such files one runs before the other is there, and the page does not open.
  expect(inCircles).toEqual([]);
});

test("every colour that the styles use is one that the theme writes", async () => {
  const files = (await readdir(new URL("assets/", dist))).filter((name) => name.endsWith(".css"));
  const styles = await Promise.all(files.map((name) => readFile(new URL(`assets/${name}`, dist), "utf8")));
  const all = styles.join("\n");
  const written = new Set([...all.matchAll(/(--mantine-color-[\w-]+):/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\((--mantine-color-[\w-]+)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((name) => !written.has(name))).toEqual([]);
});

/** The scripts that a page's HTML names, or asks for by the script of its head (early-calls.js). */
async function scriptsOf(page: string): Promise<string[]> {
  const html = await readFile(new URL(page, dist), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  const asked = JSON.parse(/of \[\.\.\.(\[.*?\]),/.exec(html)?.[1] ?? "") as string[];
  return [...new Set([...named, ...asked.map((file) => `assets/${file}`)])];
}

/** Scripts and what they import, so that one that the HTML forgot is counted as well. */
async function withImports(paths: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const add = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.add(path);
    for (const imported of await importsOf(path)) await add(imported);
  };
  for (const path of paths) await add(path);
  return found;
}

/** What a script imports at once; what is loaded by a tap follows later. */
async function importsOf(path: string): Promise<string[]> {
  const code = await readFile(new URL(path, dist), "utf8");
  const imports = code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g);
  return [...imports].map(([, file = ""]) => `assets/${file}`);
}
