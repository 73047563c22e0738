import { after, minute, type Clock } from "../../platform/clock.ts";

/** Sends a mail at once and by this process. Returns to whom it could not be sent. */
export type Tell = (
  to: readonly string[],
  message: { subject: string; text: string },
) => Promise<readonly string[]>;

/**
 * Mails to approvers, each until everybody has it. A mail server that fails keeps payments back, and never what only
 * gives one up. It is tried again after a minute, with those who are left, so that the others do not get it again.
 */
export class Telling {
  readonly #tell: Tell;
  readonly #clock: Clock;
  readonly #untold = new Map<string, { left: readonly string[]; triedAt: Date }>();

  constructor(tell: Tell, clock: Clock) {
    this.#tell = tell;
    this.#clock = clock;
  }

  /** Whether everybody was reached. */
  async tell(about: string, ...[to, message]: Parameters<Tell>): Promise<boolean> {
    const now = this.#clock();
    const before = this.#untold.get(about);
    if (before && after(before.triedAt, minute) > now) return false;
    const left = await this.#tell(before?.left ?? to, message);
    if (left.length === 0) this.#untold.delete(about);
    else this.#untold.set(about, { left, triedAt: now });
    return left.length === 0;
  }

  /** Whom a mail was refused that was not taken since, for the operators. */
  get problem(): string | undefined {
    const left = new Set([...this.#untold.values()].flatMap((each) => each.left));
    return left.size === 0
      ? undefined
      : `A mail to ${[...left].join(", ")} was refused, so what it is about waits`;
  }
}

/** Why a payment waits. */
export const notTold =
  "a mail to one of them was refused. Look whether the mail server takes mails, and at their addresses in the worker's file";
