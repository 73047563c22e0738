import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const ticksPerSecond = 100;
const everyMs = 500;

interface ProcessTime {
  parent: string;
  /** Ticks of the process itself. */
  own: number;
  /** Ticks of its children that ended and that it has waited for, and of theirs. */
  ofEnded: number;
}

/**
 * The processor time of a process and of everything that it starts. The system's own sum leaves out processes whose
 * parent ends without waiting for them; in the browser those are all pages. So this looks at `/proc` again and again.
 */
export class ProcessorTime {
  readonly #root: string;
  readonly #processes = new Map<string, ProcessTime>();
  #alive = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#root = String(pid);
    this.#look();
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  /** Ends the measuring. Undefined where the system does not tell. */
  seconds(): number | undefined {
    clearInterval(this.#timer);
    if (this.#processes.size === 0) return undefined;
    const endedChildren = new Map<string, number>();
    for (const [pid, { parent, own, ofEnded }] of this.#processes) {
      if (!this.#alive.has(pid)) endedChildren.set(parent, (endedChildren.get(parent) ?? 0) + own + ofEnded);
    }
    let ticks = 0;
    for (const [pid, { own, ofEnded }] of this.#processes) {
      // A child that lived between two looks was never seen; only its parent knows of it.
      ticks += own + Math.max(0, ofEnded - (endedChildren.get(pid) ?? 0));
    }
    return ticks / ticksPerSecond;
  }

  #look(): void {
    const now = processTimes();
    const isOurs = (pid: string): boolean => {
      if (pid === this.#root || this.#processes.has(pid)) return true;
      const parent = now.get(pid)?.parent;
      return parent !== undefined && isOurs(parent);
    };
    this.#alive = new Set([...now.keys()].filter(isOurs));
    for (const pid of this.#alive) this.#processes.set(pid, now.get(pid)!);
  }
}

/** All processes of the machine by their number; none where there is no `/proc`. */
function processTimes(): Map<string, ProcessTime> {
  const found = new Map<string, ProcessTime>();
  for (const pid of numbersIn("/proc")) {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name before it, in brackets, may contain spaces.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const sum = (...at: number[]) => at.reduce((total, index) => total + Number(fields[index]), 0);
      found.set(pid, { parent: fields[1] ?? "", own: sum(11, 12), ofEnded: sum(13, 14) });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

function numbersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
