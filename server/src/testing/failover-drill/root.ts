import { execFile, spawnSync } from "node:child_process";
import { access, chmod, copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Debian's release that has all of it in one place; on an older one it works in a folder of its own. */
const release = "forky";
const packages = [
  "postgresql-18",
  "patroni",
  "python3-etcd",
  "etcd-server",
  "haproxy",
  "pgbouncer",
  "pgbackrest",
];
const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** debootstrap of an older Debian does not know the newer release by name. */
const recipe = "/usr/share/debootstrap/scripts/sid";
/** Written last: a folder without it is not complete. */
const mark = "fc-portal-complete";
/** Programs for administrators are not in everybody's path. */
export const environment = { ...process.env, PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

/** Why the drill cannot run on this machine; undefined if it can. */
export function noRoot(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "It needs Linux and root.";
  const { error } = spawnSync("debootstrap", ["--version"], { env: environment });
  return error ? "It needs the program debootstrap: apt-get install debootstrap" : undefined;
}

/** Installs the packages into a folder, unless they are there already. */
export async function completeRoot(root: string, say: (line: string) => void): Promise<void> {
  if (await exists(join(root, mark))) return;
  say(`Installing Debian's ${packages.join(", ")} into ${root} (some minutes) …`);
  const mirror = await mirrorOfThisMachine();
  await run("debootstrap", [
    `--keyring=${keyring}`,
    "--variant=minbase",
    "--include=ca-certificates,procps",
    release,
    root,
    mirror,
    recipe,
  ]);
  // The folder is `/` for the user of the packages.
  await chmod(root, 0o755);
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) await copyFile(file, join(root, file));
  await copyAptSettings(root);
  // No service starts by itself.
  await writeFile(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const install = `export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && apt-get install -y -q --no-install-recommends ${packages.join(" ")}`;
  const inside = `mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && exec chroot "$1" sh -c "$2"`;
  await run("unshare", ["--mount", "--propagation", "private", "sh", "-c", inside, "sh", root, install]);
  await mkdir(join(root, "run/postgresql"), { recursive: true, mode: 0o777 });
  await writeFile(join(root, mark), `${release}\n`);
}

/** Where this machine gets its own packages from. */
async function mirrorOfThisMachine(): Promise<string> {
  const folder = "/etc/apt/sources.list.d";
  const names = await readdir(folder).catch(() => []);
  const files = ["/etc/apt/sources.list", ...names.map((name) => join(folder, name))];
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => "");
    const found = /^(?:URIs:|deb(?: \[[^\]]*\])?) *(https?:\S+debian\/?)(?:\s|$)/m.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`No mirror of Debian was found in ${files.join(", ")}`);
}

/** Such as a proxy. */
async function copyAptSettings(root: string): Promise<void> {
  const folder = "/etc/apt/apt.conf.d";
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    if (/^\s*Acquire::/m.test(text)) await writeFile(join(root, folder, name), text);
  }
}

async function run(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { env: environment, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: Error & { stderr?: string; stdout?: string }) => {
      const said = `${error.stdout ?? ""}\n${error.stderr ?? ""}`.trim().split("\n").slice(-15).join("\n");
      throw new Error(`${program} failed:\n${said}`, { cause: error });
    },
  );
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
