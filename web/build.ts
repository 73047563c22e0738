/**
 * Builds the portal: the browser's files, then the public pages' HTML with their markup and styles
 * inside, so that they paint with the first answer, then a compressed copy beside every file.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sides } from "@fc/contract/side";
import { build, type Manifest, type ManifestChunk } from "vite";
import type * as prerendering from "./src/portal/prerender.tsx";

type Prerenderer = typeof prerendering;

const here = import.meta.dirname;
const dist = path.join(here, "dist");
const ssrDist = path.join(here, "dist", ".prerender");

const configFile = path.join(here, "vite.config.ts");
await build({ configFile });
// The console is a bundle of its own: not a byte of it reaches a member's phone.
await build({
  configFile,
  base: "/console/",
  build: {
    outDir: path.join(dist, "console"),
    manifest: false,
    rolldownOptions: { input: path.join(here, "console.html") },
  },
});
await build({
  configFile,
  build: {
    ssr: path.join(here, "src/portal/prerender.tsx"),
    outDir: ssrDist,
    manifest: false,
    copyPublicDir: false,
  },
});

const manifest = JSON.parse(await readFile(path.join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
const plain = await readFile(path.join(dist, "index.html"), "utf8");

await writeFile(
  path.join(dist, "index.html"),
  await withStylesInside(
    withPreloads(plain, ["src/portal/shell/shell.tsx", "src/portal/screens/home-screen.tsx"]),
  ),
);
await writeFile(path.join(dist, "home.html"), await homePage());
await writeFile(path.join(dist, "login.html"), await loginPage());
await writeFile(path.join(dist, "register-user.html"), await registrationPage("/register-user"));
for (const side of sides) {
  // Every user id begins so; the rest comes with the script.
  const page = await registrationPage(`/referral-link/FC/${side}`);
  await writeFile(path.join(dist, `referral-link-${side}.html`), page);
}
await rm(ssrDist, { recursive: true });
await rm(path.join(dist, ".vite"), { recursive: true });
await compressAll(dist);

async function loginPage(): Promise<string> {
  const hold = await readFile(path.join(here, "src/portal/login-hold.js"), "utf8");
  const rootWith = (markup: string) => `<div id="root" data-page="/login" data-prerendered>${markup}</div>`;
  return publicPage("/login", ["src/portal/screens/login-screen.tsx"], rootWith, hold);
}

/**
 * A picture of the form, out of reach until the script draws the real one in its place: it alone
 * knows the link's user id, and whether a registration waits to be confirmed. Members see the shell.
 */
function registrationPage(address: string): Promise<string> {
  const screens = [
    "src/portal/features/registration/join-frame.tsx",
    "src/portal/features/registration/registration-page.tsx",
  ];
  return publicPage(address, screens, (markup) => {
    return `<div id="root"><div class="boot"></div><div class="preview" inert data-prerendered>${markup}</div></div>`;
  });
}

/** The dashboard's frame and words; the script draws the same in their place, and then the figures. */
async function homePage(): Promise<string> {
  const { prerenderHome } = await prerenderer();
  const [english, hindi] = [await prerenderHome("en"), await prerenderHome("hi")];
  if (!english.includes("<h1")) throw new Error("The dashboard was drawn empty");
  const root = `<div id="root"><div class="boot">FC Portal</div><div class="preview-home" hidden inert data-prerendered>${english}</div></div>`;
  const greeting = await readFile(path.join(here, "src/portal/home-preview.js"), "utf8");
  return pageWith(
    ["src/portal/shell/shell.tsx", "src/portal/screens/home-screen.tsx"],
    root,
    hindi,
    greeting,
  );
}

/** Both languages are in the page; its first script keeps the one this browser reads. */
async function publicPage(
  address: string,
  screens: string[],
  rootWith: (markup: string) => string,
  script?: string,
): Promise<string> {
  const { prerender } = await prerenderer();
  const [english, hindi] = [await prerender(address, "en"), await prerender(address, "hi")];
  if (!english.includes("<h1")) throw new Error(`${address} was drawn empty`);
  return pageWith(screens, rootWith(english), hindi, script);
}

async function prerenderer(): Promise<Prerenderer> {
  return (await import(pathToFileURL(path.join(ssrDist, "prerender.js")).href)) as Prerenderer;
}

async function pageWith(screens: string[], root: string, hindi: string, script = ""): Promise<string> {
  // The script comes right after what it changes: what was painted before would count, and jump.
  const markup = `<template id="hindi">${hindi}</template>
    ${root}
    <script nonce="__CSP_NONCE__">
      if (document.documentElement.lang === "hi")
        document.querySelector("[data-prerendered]").replaceChildren(document.getElementById("hindi").content);
      ${script}
    </script>`;
  const page = withPreloads(plain, screens).replace(/<div id="root">[\s\S]*?<\/div>\s*<\/div>/, () => markup);
  return withStylesInside(page);
}

/** The files that lazy screens need, asked for together with the first ones. */
function withPreloads(html: string, screens: string[]): string {
  const chunks = screens.map(chunkOf);
  const scripts = chunks.flatMap((chunk) => [
    chunk.file,
    ...(chunk.imports ?? []).map((name) => chunkOf(name).file),
  ]);
  const styles = [...chunks, ...chunks.flatMap((chunk) => (chunk.imports ?? []).map(chunkOf))].flatMap(
    (chunk) => chunk.css ?? [],
  );
  const missing = (files: string[]) => [...new Set(files)].filter((file) => !html.includes(file));
  const links = [
    ...missing(scripts).map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="__CSP_NONCE__">`,
    ),
    ...missing(styles).map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}" nonce="__CSP_NONCE__">`,
    ),
  ];
  return html.replace("</head>", () => `${links.join("\n    ")}\n  </head>`);
}

function chunkOf(name: string): ManifestChunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not a chunk of its own`);
  return chunk;
}

/**
 * Spares the first paint a round trip: at a phone's latency that is half a second. The disabled link
 * is never fetched; it tells the loader of the lazy chunks that their styles are here already.
 */
async function withStylesInside(html: string): Promise<string> {
  let page = html;
  for (const [link, file = ""] of html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)) {
    const css = await readFile(path.join(dist, file), "utf8");
    const inside = `<style nonce="__CSP_NONCE__">${css}</style><link rel="stylesheet" href="/${file}" disabled>`;
    page = page.replace(link, () => inside);
  }
  return page;
}

/** HTML is left out: the server writes a nonce into every copy and compresses it then. */
async function compressAll(folder: string): Promise<void> {
  const compressible = /\.(m?js|css|svg|json|webmanifest|txt|map)$/;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotli));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
