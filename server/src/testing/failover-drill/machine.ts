import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, closeSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { dirname } from "node:path";

interface MachineOptions {
  /** The folder with Debian's packages, which is `/` for the program. */
  root: string;
  user: string;
  command: readonly string[];
  env: Record<string, string>;
  logFile: string;
}

// Everything ends with the shell, which is the first process there; setpriv and unshare end the shell when the drill
// ends in whatever way. It does not become the program, because who changes the user would lose that bond.
const unshared =
  "--pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child=KILL sh -c";
const start = [
  ...unshared.split(" "),
  `root=$1 user=$2 && shift 2 && mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" &&
   chroot --userspec="$user" "$root" "$@"; exit $?`,
  "sh",
];

/** A program with all processes that it starts, as on a machine of its own: it can lose its power, or stand still. */
export class Machine {
  readonly #child: ChildProcess;
  readonly #logFile: string;

  constructor({ root, user, command, env, logFile }: MachineOptions) {
    this.#logFile = logFile;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = openSync(logFile, "a");
    this.#child = spawn("setpriv", [...start, root, user, ...command], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", HOME: "/tmp", ...env },
      stdio: ["ignore", log, log],
      cwd: "/",
      // In a process group of its own, because Ctrl-C is for the drill, which ends the machines.
      detached: true,
    });
    closeSync(log);
    const end = () => this.#child.kill("SIGKILL");
    process.once("exit", end);
    this.#child.once("exit", () => process.off("exit", end));
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until the program has ended by itself. */
  async exitCode(): Promise<number | null> {
    if (this.isRunning) await once(this.#child, "exit");
    return this.#child.exitCode;
  }

  async succeeded(): Promise<void> {
    if ((await this.exitCode()) !== 0)
      throw new Error(`A program failed: ${await readFile(this.#logFile, "utf8")}`);
  }

  /** Everything ends at once. */
  async cutPower(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  async pause(): Promise<void> {
    for (const { pid } of await this.#processes()) signal(pid, "SIGSTOP");
  }

  async resume(): Promise<void> {
    for (const { pid } of await this.#processes()) signal(pid, "SIGCONT");
  }

  /** Ends the processes whose command line fits, and no other. */
  async kill(commandLine: RegExp): Promise<void> {
    const fitting = (await this.#processes()).filter(({ line }) => commandLine.test(line));
    if (fitting.length === 0) throw new Error(`No process fits ${String(commandLine)}`);
    for (const { pid } of fitting) signal(pid, "SIGKILL");
  }

  async #processes(): Promise<{ pid: number; line: string }[]> {
    const own = this.#child.pid!;
    const children = await readFile(`/proc/${own}/task/${own}/children`, "utf8");
    const first = Number(children.trim().split(" ")[0]);
    const namespace = await readlink(`/proc/${first}/ns/pid`);
    const found: { pid: number; line: string }[] = [];
    for (const name of await readdir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      // A process may end while we look at it.
      if ((await readlink(`/proc/${name}/ns/pid`).catch(() => "")) !== namespace) continue;
      const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
      found.push({ pid: Number(name), line: line.replaceAll("\0", " ") });
    }
    return found;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
