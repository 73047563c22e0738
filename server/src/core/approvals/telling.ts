import { after, minute, type Clock } from "../../platform/clock.ts";

/** Sends a mail at once and by this process. Returns to whom it could not be sent. */
export type Tell = (
  to: readonly string[],
  message: { subject: string; text: string },
) => Promise<readonly string[]>;

/**
 * Mails to approvers, each until everybody who is named has it. A mail server that fails keeps payments back, but not
 * what only gives one up. It is tried again after a minute, with those who are left, so that nobody gets a mail twice.
 */
export class Telling {
  readonly #tell: Tell;
  readonly #clock: Clock;
  readonly #untold = new Map<string, { left: readonly string[]; triedAt: Date }>();

  constructor(tell: Tell, clock: Clock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  /** Whether everybody was reached of those who have to be. The others get one try, which the log tells if it fails. */
  async tell(
    about: string,
    { to, others = [] }: { to: readonly string[]; others?: readonly string[] },
    message: Parameters<Tell>[1],
  ): Promise<boolean> {
    const now = this.#clock();
    const before = this.#untold.get(about);
    // A person whom the file no longer names, perhaps because the mailbox is dead, keeps no payment back.
    const untold = before?.left.filter((email) => to.includes(email));
    if (before && untold?.length !== 0 && after(before.triedAt, minute) > now) return false;
    const refused = await this.#tell(untold ?? [...to, ...others], message);
    const left = refused.filter((email) => to.includes(email));
    if (left.length === 0) this.#untold.delete(about);
    else this.#untold.set(about, { left, triedAt: now });
    return left.length === 0;
  }

  /** Tells operators to whom a mail could not be sent, and still could not later. */
  get problem(): string | undefined {
    // Mails that still wait are tried again and again, so their last try is recent. The others do not wait any more.
    const from = after(this.#clock(), -lastsMs);
    const waiting = [...this.#untold.values()].filter(({ triedAt }) => triedAt > from);
    const left = new Set(waiting.flatMap((each) => each.left));
    return left.size === 0
      ? undefined
      : `A mail to ${[...left].join(", ")} was refused, so what it is about waits`;
  }
}

/** What a payment is told and remembered by: another address or amount is told anew. */
export function aboutPayment({
  payoutId,
  to,
  units,
}: {
  payoutId: string;
  to: string;
  units: bigint;
}): string {
  return `${payoutId} ${to.toLowerCase()} ${units}`;
}

/** Longer than from one try to the next. */
const lastsMs = 10 * minute;

/** Why a payment waits. */
export const notTold =
  "a mail to one of them was refused. Look whether the mail server takes mails, and at their addresses in the worker's file";
