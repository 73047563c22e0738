import { access, constants } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { chromium } from "@playwright/test";
import { otherSources, smallSource, type Source } from "./browser-sources.ts";

/**
 * The path of a Chromium that works: an installed one, or else one that is downloaded now. One without windows comes
 * before all others, because the tests take a quarter less of the processor with it.
 */
export async function ensureBrowser(say: (line: string) => void = console.error): Promise<string> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    const problem = await problemOf(chosen);
    if (problem) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not work: ${problem}`);
    return chosen;
  }

  const tried: string[] = [];
  const works = async (name: string, executable: string) => {
    const problem = await problemOf(executable);
    if (problem) tried.push(`${name}: ${problem}`);
    return problem === undefined;
  };

  const fetched = async (source: Source): Promise<string | undefined> => {
    if (!source.isForThisMachine) return undefined;
    try {
      say(`Fetching a Chromium for the tests: ${source.name}.`);
      const executable = await source.fetch();
      return (await works(source.name, executable)) ? executable : undefined;
    } catch (error) {
      tried.push(`${source.name}: ${reason(error)}`);
      return undefined;
    }
  };

  for (const executable of await found(withoutWindows()))
    if (await works(executable, executable)) return executable;
  const small = await fetched(smallSource);
  if (small) return small;
  for (const executable of await found(withWindows()))
    if (await works(executable, executable)) return executable;
  for (const source of otherSources) {
    const executable = await fetched(source);
    if (executable) return executable;
  }
  throw new Error(
    [
      "The browser tests need Chromium, and none was found or could be downloaded. Install it, or set CHROMIUM_PATH. Tried:",
      ...(tried.length ? tried : ["nothing: no source supports this machine"]),
    ].join("\n  "),
  );
}

function withoutWindows(): string[] {
  return [...onPath(["chromium-headless-shell"]), smallSource.executable];
}

function withWindows(): string[] {
  return [
    ...onPath(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ...otherSources.map((source) => source.executable),
  ];
}

function onPath(names: string[]): string[] {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

async function found(candidates: string[]): Promise<string[]> {
  const there: string[] = [];
  for (const candidate of new Set(candidates)) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) there.push(candidate);
  }
  return there;
}

// Only rendering a page proves that it works: with a missing library, a snap without its daemon or a wrong processor
// the file still looks like a browser.
async function problemOf(executable: string): Promise<string | undefined> {
  try {
    const browser = await chromium.launch({ executablePath: executable, timeout: 30_000 });
    try {
      const page = await browser.newPage();
      await page.goto("data:text/html,<title>no script</title><script>document.title = 6 * 7</script>");
      const title = await page.title();
      return title === "42" ? undefined : `it rendered a page wrongly (${title})`;
    } finally {
      await browser.close();
    }
  } catch (error) {
    return reason(error);
  }
}

// The informative lines of an error that contains the whole command line and a stack.
function reason(error: unknown): string {
  const noise = /^(at |[-} ]|errno|code|syscall|Browser logs|Call log|$)|<launch/;
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !noise.test(line))
    .slice(0, 4)
    .join(" | ")
    .slice(0, 400);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await ensureBrowser());
