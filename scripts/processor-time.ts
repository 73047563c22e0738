import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second on every machine that Node runs on. */
const ticksPerSecond = 100;
const everyMs = 500;

interface ProcessTime {
  /** Its number and when it was started: the system gives the numbers of ended processes to others. */
  id: string;
  parentId: string | undefined;
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
  readonly #root: number;
  readonly #processes = new Map<string, ProcessTime>();
  #alive = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#root = pid;
    this.#look();
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  /** Ends the measuring. Undefined where the system does not tell. */
  seconds(): number | undefined {
    clearInterval(this.#timer);
    if (this.#processes.size === 0) return undefined;
    const endedChildren = new Map<string | undefined, number>();
    for (const { id, parentId, own, ofEnded } of this.#processes.values()) {
      if (this.#alive.has(id)) continue;
      endedChildren.set(parentId, (endedChildren.get(parentId) ?? 0) + own + ofEnded);
    }
    let ticks = 0;
    for (const { id, own, ofEnded } of this.#processes.values()) {
      // A child that lived between two looks was never seen; only its parent knows of it.
      ticks += own + Math.max(0, ofEnded - (endedChildren.get(id) ?? 0));
    }
    return ticks / ticksPerSecond;
  }

  #look(): void {
    const now = processTimes();
    const first = [...now.values()].find(({ id }) => id.startsWith(`${this.#root} `));
    const isOurs = (process: ProcessTime | undefined): boolean =>
      process !== undefined &&
      (process === first || this.#processes.has(process.id) || isOurs(now.get(process.parentId ?? "")));
    const ours = [...now.values()].filter(isOurs);
    this.#alive = new Set(ours.map(({ id }) => id));
    for (const process of ours) this.#processes.set(process.id, process);
  }
}

/** All processes of the machine; none where there is no `/proc`. */
function processTimes(): Map<string, ProcessTime> {
  const found = numbersIn("/proc").flatMap((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name before it, in brackets, may contain spaces.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const sum = (...at: number[]) => at.reduce((total, index) => total + Number(fields[index]), 0);
      return [{ pid, id: `${pid} ${fields[19]}`, parent: fields[1], own: sum(11, 12), ofEnded: sum(13, 14) }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
  const ids = new Map(found.map(({ pid, id }) => [pid, id]));
  return new Map(
    found.map(({ id, parent = "", own, ofEnded }) => [id, { id, parentId: ids.get(parent), own, ofEnded }]),
  );
}

function numbersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
