import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  truncateSync,
  writeSync,
} from "node:fs";
import * as z from "zod";

const moment = z.iso.datetime();
/** How often words had been ended when it was decided on; the release before did not write it. */
const endings = z.number().optional();
const line = z.discriminatedUnion("kind", [
  /** From here on this memory signs. What was signed for an earlier one does not count. */
  z.object({ kind: z.literal("begun"), at: moment }),
  z.object({ kind: z.literal("address"), address: z.string(), at: moment }),
  // As a table has it, which may be any time; it only tells one pause from another.
  z.object({ kind: z.literal("paused"), pausedAt: z.string(), at: moment }),
  z.object({
    kind: z.literal("word"),
    word: z.uuid(),
    purpose: z.enum(["payouts", "release", "rules"]),
    endings,
    at: moment,
  }),
  z.object({ kind: z.literal("told"), payment: z.string(), endings, at: moment }),
  /** What two approvers have signed with the word for rules. */
  z.object({ kind: z.literal("rules"), word: z.uuid(), digest: z.string(), endsAt: moment, at: moment }),
  z.object({ kind: z.literal("approvers"), digest: z.string(), emails: z.array(z.string()), at: moment }),
  z.object({
    kind: z.literal("signed"),
    payoutId: z.string(),
    wallet: z.string(),
    nonce: z.string(),
    amountFc: z.string(),
    /** It was paid by rules, and nobody has signed this payment itself. */
    byRules: z.boolean().optional(),
    endings,
    /** How many payouts had been signed when it was decided on. */
    signings: z.number().optional(),
    at: moment,
  }),
]);
export type JournalLine = z.output<typeof line>;

/** Why there is no memory to rely on, in words for the one who keeps the worker's machine. */
export class JournalProblem extends Error {
  override readonly name = "JournalProblem";
}

/** Lines that are only added, by any number of processes of one machine. Each is on the disk before it is believed. */
export class JournalFile {
  readonly #file: string;
  readonly #take: (line: JournalLine) => void;
  /** How much was read. */
  #bytes = 0;
  #lines = 0;

  constructor(file: string, take: (line: JournalLine) => void) {
    this.#file = file;
    this.#take = take;
    const { left } = this.#readNew();
    // A crash while a line was written: nothing has followed from it yet.
    if (left > 0) truncateSync(file, this.#bytes);
  }

  static isThere(file: string): boolean {
    return existsSync(file);
  }

  /** What another process has added. */
  catchUp(): void {
    this.#readNew();
  }

  append(given: readonly JournalLine[]): void {
    if (given.length === 0) return;
    // Before anything is written: a line that cannot be read again would keep the worker from signing for good.
    const lines = given.map((each) => line.parse(each));
    // A line after a part of another one could not be read either.
    this.#readWhole();
    appendLines(this.#file, lines);
    this.#readWhole();
  }

  #readWhole(): void {
    if (this.#readNew().left > 0) {
      throw new JournalProblem(`The last line of ${this.#file} is not whole. Start the worker again`);
    }
  }

  #readNew(): { left: number } {
    const text = readFrom(this.#file, this.#bytes);
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    for (const each of whole.split("\n").slice(0, -1)) {
      this.#lines += 1;
      if (each !== "") this.#take(lineIn(each, { file: this.#file, at: this.#lines }));
    }
    this.#bytes += Buffer.byteLength(whole);
    return { left: Buffer.byteLength(text) - Buffer.byteLength(whole) };
  }
}

export function appendLines(name: string, lines: readonly JournalLine[]): void {
  const file = openSync(name, "a", 0o600);
  try {
    const bytes = Buffer.from(lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const { size } = fstatSync(file);
    const written = writeSync(file, bytes);
    if (written < bytes.length) {
      // Unless another process has written behind it: then it is told as a line that cannot be read.
      if (fstatSync(file).size === size + written) ftruncateSync(file, size);
      throw new JournalProblem(`${name} did not take a whole line. Look whether its disk is full`);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function lineIn(text: string, { file, at }: { file: string; at: number }): JournalLine {
  try {
    return line.parse(JSON.parse(text));
  } catch (cause) {
    throw new JournalProblem(
      `Line ${at} of ${file} cannot be read. Mend it or put a copy back, and start again`,
      { cause },
    );
  }
}

function readFrom(name: string, from: number): string {
  try {
    const file = openSync(name, "r");
    try {
      const { size } = fstatSync(file);
      if (size < from) throw new JournalProblem(`${name} has become shorter. Put it back, and start again`);
      const content = Buffer.alloc(size - from);
      readSync(file, content, 0, content.length, from);
      return content.toString("utf8");
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if (cause instanceof JournalProblem) throw cause;
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") {
      throw new JournalProblem(
        `${name} is missing, which is what the worker remembers of payouts. Put a copy back; only where there was none, say: npm run payouts:memory -- --begin`,
        { cause },
      );
    }
    throw new JournalProblem(`${name} cannot be read. Let the server's user read it, and start again`, {
      cause,
    });
  }
}
