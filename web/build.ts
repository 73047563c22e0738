/**
 * Builds the portal: the browser's files, then the public pages' HTML with their markup and styles
 * inside, so that they paint with the first answer, then a compressed copy beside every file.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sessionIdleMs } from "@fc/contract/session-time";
import { preferredType } from "@fc/contract/referrals/preference";
import { sides } from "@fc/contract/side";
import { build, type Rolldown } from "vite";
import { sharedFiles } from "./chunks.ts";
import { inlineScript } from "./inline-script.ts";
import { pageScreens } from "./page-screens.ts";
import type * as prerendering from "./src/portal/prerender.tsx";

type Prerenderer = typeof prerendering;

const here = import.meta.dirname;
const dist = path.join(here, "dist");
const ssrDist = path.join(here, "dist", ".prerender");

const configFile = path.join(here, "vite.config.ts");
// Every visitor loads the list of all files with what each of them needs, so it is kept short: hashes, which do not
// compress, have the fewest characters that are allowed, and what the frame of each page loads is left out.
const hashedName = "assets/[name]-[hash:7]";
const names = {
  entryFileNames: `${hashedName}.js`,
  chunkFileNames: `${hashedName}.js`,
  assetFileNames: `${hashedName}[extname]`,
};
const isOfTheFrame = /\/(?:rolldown-runtime|common|fields|shell)-[^/]*$/;
const portal = await build({
  configFile,
  build: {
    modulePreload: {
      resolveDependencies: (file, needed) =>
        isOfTheFrame.test(file) ? needed : needed.filter((each) => !isOfTheFrame.test(each)),
    },
    rolldownOptions: { output: { codeSplitting: sharedFiles(), ...names } },
  },
});
// The console is a bundle of its own: not a byte of it reaches a member's phone.
await build({
  configFile,
  base: "/console/",
  build: {
    outDir: path.join(dist, "console"),
    rolldownOptions: { input: path.join(here, "console.html") },
  },
});
await build({
  configFile,
  build: {
    ssr: path.join(here, "src/portal/prerender.tsx"),
    outDir: ssrDist,
    copyPublicDir: false,
  },
});

if (!("output" in portal)) throw new Error("The portal was built more than once, or watched");
const portalChunks = portal.output.filter((file) => file.type === "chunk");
const plain = await readFile(path.join(dist, "index.html"), "utf8");

const shell = "src/portal/shell/shell.tsx";
await writeFile(path.join(dist, "index.html"), await shellPage());
await writeFile(path.join(dist, "home.html"), await homePage());
await writeFile(path.join(dist, "login.html"), await loginPage());
await writeFile(path.join(dist, "register-user.html"), await registrationPage("/register-user"));
for (const type of [...sides, preferredType]) {
  // Every user id begins so; the rest comes with the script.
  const page = await registrationPage(`/referral-link/FC/${type}`);
  await writeFile(path.join(dist, `referral-link-${type}.html`), page);
}
await rm(ssrDist, { recursive: true });
await writeWorker();
await writeChecker();
await compressAll(dist);

/** Every other page of the portal: the shell, and a head that asks for the files of the page at the address. */
async function shellPage(): Promise<string> {
  const page = withPreloads(plain, [shell]);
  const filesOf = await pageFiles((file) => !page.includes(file));
  return withStylesInside(askedBehindCalls(page, filesOf));
}

/** For the address of each page, as the router spells it, the files of its screen. */
async function pageFiles(isMissing: (file: string) => boolean): Promise<Record<string, string[]>> {
  const screens = pageScreens(await readFile(path.join(here, "src/portal/router.tsx"), "utf8"));
  const { pagePaths } = await prerenderer();
  const unknown = pagePaths().filter((address) => !screens.has(address));
  if (unknown.length > 0) throw new Error(`No screen was found in router.tsx for ${unknown.join(", ")}`);
  const pages = [...screens].filter(([address]) => !address.includes("$"));
  return Object.fromEntries(
    pages.map(([address, screen]) => {
      const chunks = withImports([path.join("src/portal", screen)]);
      const files = [...chunks.map(({ fileName }) => fileName), ...stylesOf(chunks)].filter(isMissing);
      return [address.toLowerCase(), files.map((file) => path.basename(file))];
    }),
  );
}

async function loginPage(): Promise<string> {
  const hold = inlineScript("portal/login-hold.js");
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
  const greeting = inlineScript("portal/home-preview.js");
  const page = pageWith([shell, "src/portal/screens/home-screen.tsx"], root, hindi, greeting);
  return withStylesInside(askedBehindCalls(page, {}));
}

/**
 * Without HTTP/2 a browser asks for six files at a time, and finds those that the page names before any script runs. So
 * the head of a member's page names them itself, after its calls (early-calls.js).
 */
function askedBehindCalls(html: string, filesOf: Readonly<Record<string, string[]>>): string {
  const files: string[] = [];
  const page = html.replaceAll(
    /<link rel="modulepreload"[^>]*href="\/assets\/([^"]+)"[^>]*>\s*/g,
    (_, file) => {
      files.push(String(file));
      return "";
    },
  );
  return page
    .replace("__FRAME_FILES__", () => JSON.stringify(files))
    .replace("__PAGE_FILES__", () => JSON.stringify(filesOf));
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
  const page = pageWith(screens, rootWith(english), hindi, script);
  return withStylesInside(page.replace("__FRAME_FILES__", "[]").replace("__PAGE_FILES__", "{}"));
}

async function prerenderer(): Promise<Prerenderer> {
  const built: Prerenderer = await import(pathToFileURL(path.join(ssrDist, "prerender.js")).href);
  return built;
}

function pageWith(screens: string[], root: string, hindi: string, script = ""): string {
  // The script comes right after what it changes: what was painted before would count, and jump.
  const markup = `<template id="hindi">${hindi}</template>
    ${root}
    <script nonce="__CSP_NONCE__">
      if (document.documentElement.lang === "hi")
        document.querySelector("[data-prerendered]").replaceChildren(document.getElementById("hindi").content);
      ${script}
    </script>`;
  return withPreloads(plain, screens).replace(/<div id="root">[\s\S]*?<\/div>\s*<\/div>/, () => markup);
}

/** The files that lazy screens need, asked for together with the first ones. */
function withPreloads(html: string, screens: string[]): string {
  const chunks = withImports(screens);
  const scripts = chunks.map(({ fileName }) => fileName);
  const styles = stylesOf(chunks);
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

/** The chunks of some modules, and everything that they import. */
function withImports(modules: string[]): Rolldown.OutputChunk[] {
  const chunks = new Set(modules.map(chunkWith));
  for (const { imports } of chunks) {
    for (const chunk of portalChunks) if (imports.includes(chunk.fileName)) chunks.add(chunk);
  }
  return [...chunks];
}

function chunkWith(module: string): Rolldown.OutputChunk {
  const chunk = portalChunks.find(({ moduleIds }) => moduleIds.includes(path.join(here, module)));
  if (!chunk) throw new Error(`${module} is in no file of the portal`);
  return chunk;
}

function stylesOf(chunks: Rolldown.OutputChunk[]): string[] {
  return chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
}

/**
 * Spares the first paint a round trip: at a phone's latency that is half a second. They are the last of the head,
 * so that calls and scripts are asked for before the styles have arrived. The disabled link is never fetched; it
 * tells the loader of the lazy chunks that their styles are here already.
 */
async function withStylesInside(html: string): Promise<string> {
  let page = html;
  let styles = "";
  for (const [link, file = ""] of html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)) {
    const css = await readFile(path.join(dist, file), "utf8");
    styles += `<style nonce="__CSP_NONCE__">${css}</style><link rel="stylesheet" href="/${file}" disabled>`;
    page = page.replace(link, "");
  }
  return page.replace("</head>", () => `${styles}</head>`);
}

/**
 * The service worker, from the top of the site because it belongs to the whole portal. It keeps all files of the
 * portal but those that show PDFs, which are as large as all others together. Pages and worker carry the version.
 */
async function writeWorker(): Promise<void> {
  const isLarge = (name: string) => /^pdf[.-]/.test(name);
  const assets = (await readdir(path.join(dist, "assets"))).filter((name) => !isLarge(name)).toSorted();
  const pages = (await readdir(dist)).filter((name) => name.endsWith(".html")).toSorted();
  const sources = ["offline.js", "push.js"].map((name) =>
    readFile(path.join(here, "src/worker", name), "utf8"),
  );
  const worker = (await Promise.all(sources)).join("\n");
  const contents = await Promise.all(pages.map((name) => readFile(path.join(dist, name), "utf8")));
  const version = createHash("sha256")
    .update([...assets, ...contents, worker].join("\n"))
    .digest("hex")
    .slice(0, 12);
  for (const [index, name] of pages.entries()) {
    const page = contents[index]?.replace("__VERSION__", version) ?? "";
    await writeFile(path.join(dist, name), page);
  }
  const files = assets.map((name) => `/assets/${name}`);
  const filled = worker
    .replace("__VERSION__", version)
    .replace('["__FILES__"]', JSON.stringify(files))
    .replace('"__SESSION_IDLE_MS__"', String(sessionIdleMs));
  await writeFile(path.join(dist, "sw.js"), filled);
}

/**
 * One file that checks a saved proof without us. It is not minified: somebody who does not believe us can read it. It
 * is written after the worker, which keeps the portal's own pages only.
 */
async function writeChecker(): Promise<void> {
  const folder = path.join(here, "src/checker");
  const made = await build({
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: { entry: path.join(folder, "checker.ts"), formats: ["iife"], name: "checker" },
    },
  });
  const [{ output } = { output: [] }] = Array.isArray(made) ? made : [];
  const [program] = output;
  if (program?.type !== "chunk") throw new Error("The checker was not built");
  const page = await readFile(path.join(folder, "checker.html"), "utf8");
  const script = program.code.replaceAll("</script", "<\\/script");
  await writeFile(
    path.join(dist, "fc-proof-checker.html"),
    page.replace("/* checker.ts */", () => script),
  );
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
