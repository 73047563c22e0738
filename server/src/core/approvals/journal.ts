import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import * as z from "zod";

const moment = z.iso.datetime();
const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("address"), address: z.string(), at: moment }),
  // As a table has it, which may be any time; it only tells one pause from another.
  z.object({ kind: z.literal("paused"), pausedAt: z.string(), at: moment }),
  z.object({ kind: z.literal("told"), payment: z.string(), at: moment }),
  z.object({ kind: z.literal("approvers"), digest: z.string(), emails: z.array(z.string()), at: moment }),
  z.object({
    kind: z.literal("signed"),
    payoutId: z.string(),
    wallet: z.string(),
    nonce: z.string(),
    amountFc: z.string(),
    at: moment,
  }),
]);
type Line = z.output<typeof line>;

/** Why there is no memory to rely on, in words for the one who keeps the worker's machine. */
export class JournalProblem extends Error {
  override readonly name = "JournalProblem";
}

interface SignedPayout {
  wallet: string;
  nonce: bigint;
  amountFc: bigint;
  at: Date;
}

/**
 * What the worker remembers by itself, in a file of its own: no table can raise its limits, age an address or make it
 * sign a payout with a second nonce. Each line is on the disk before what follows from it happens.
 */
export class PayoutJournal {
  readonly #file: string;
  readonly #addresses = new Map<string, Date>();
  readonly #told = new Map<string, Date>();
  readonly #signed = new Map<string, SignedPayout>();
  #approvers: Extract<Line, { kind: "approvers" }> | undefined;
  #pause: Extract<Line, { kind: "paused" }> | undefined;
  /** Whether there was no file yet: only then are known addresses taken over with their dates. */
  readonly isNew: boolean;

  constructor(file: string) {
    this.#file = file;
    const text = readIfThere(file);
    this.isNew = text === undefined;
    const whole = text?.slice(0, text.lastIndexOf("\n") + 1) ?? "";
    // A crash while a line was written: nothing has followed from it yet.
    if (text !== undefined && whole !== text) truncateSync(file, Buffer.byteLength(whole));
    for (const [at, each] of whole.split("\n").entries())
      if (each !== "") this.#take(lineIn(each, { file, at }));
  }

  firstSeen(address: string): Date | undefined {
    return this.#addresses.get(address.toLowerCase());
  }

  /** Addresses that are known already keep their first date. */
  see(addresses: readonly { address: string; at: Date }[]): void {
    const unseen = addresses.filter(({ address }) => !this.#addresses.has(address.toLowerCase()));
    this.#append(
      unseen.map(({ address, at }) => ({
        kind: "address" as const,
        address: address.toLowerCase(),
        at: at.toISOString(),
      })),
    );
  }

  toldAt(payment: string): Date | undefined {
    return this.#told.get(payment);
  }

  tell(payment: string, at: Date): void {
    this.#append([{ kind: "told", payment, at: at.toISOString() }]);
  }

  /** The newest pause, and when the worker saw it. */
  get pause() {
    return this.#pause;
  }

  seePause(pausedAt: string, at: Date): void {
    this.#append([{ kind: "paused", pausedAt, at: at.toISOString() }]);
  }

  get approvers() {
    return this.#approvers;
  }

  changeApprovers(digest: string, emails: readonly string[], at: Date): void {
    this.#append([{ kind: "approvers", digest, emails: [...emails], at: at.toISOString() }]);
  }

  signed(payoutId: string): SignedPayout | undefined {
    return this.#signed.get(payoutId);
  }

  sign(payoutId: string, { wallet, nonce, amountFc, at }: SignedPayout): void {
    const amounts = { nonce: String(nonce), amountFc: String(amountFc) };
    this.#append([{ kind: "signed", payoutId, wallet, ...amounts, at: at.toISOString() }]);
  }

  /** What was signed since a moment, each payout once. */
  signedSince(from: Date): bigint {
    const recent = [...this.#signed.values()].filter(({ at }) => at >= from);
    return recent.reduce((sum, { amountFc }) => sum + amountFc, 0n);
  }

  #append(given: readonly Line[]): void {
    if (given.length === 0) return;
    // Before anything is written: a line that cannot be read again would keep the worker from signing for good.
    const lines = given.map((each) => line.parse(each));
    const file = openSync(this.#file, "a", 0o600);
    try {
      writeSync(file, lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    for (const each of lines) this.#take(each);
  }

  #take(each: Line): void {
    const at = new Date(each.at);
    if (each.kind === "address") this.#addresses.set(each.address, at);
    else if (each.kind === "told") this.#told.set(each.payment, at);
    else if (each.kind === "approvers") this.#approvers = each;
    else if (each.kind === "paused") this.#pause = each;
    else {
      const { wallet } = each;
      const signed = { wallet, nonce: BigInt(each.nonce), amountFc: BigInt(each.amountFc), at };
      this.#signed.set(each.payoutId, signed);
    }
  }
}

function lineIn(text: string, { file, at }: { file: string; at: number }): Line {
  try {
    return line.parse(JSON.parse(text));
  } catch (cause) {
    throw new JournalProblem(
      `Line ${at + 1} of ${file} cannot be read. Mend it or put a copy back, and start again`,
      { cause },
    );
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new JournalProblem(`${file} cannot be read. Let the server's user read it, and start again`, {
      cause,
    });
  }
}
