/** What became of one of several: its result, or why it was refused. */
export type Outcome<Result> = { result: Result } | { refused: unknown };

interface Options<Input> {
  /** At most so many in one go. */
  most: number;
  /** So many goes at once. */
  goes: number;
  /** Two of the same name are never in one go. */
  apart?: (input: Input) => unknown;
  /** Whether each is tried alone after a go that failed with this: for work that one can spoil for the others. */
  thenAlone?: (error: unknown) => boolean;
}

interface Waiting<Input, Result> {
  input: Input;
  settle: (outcome: Outcome<Result>) => void;
}

/**
 * Lets those who ask for the same kind of work at the same moment share what it costs: a round trip to the database,
 * a commit to the disk. Nobody waits for others to come; who comes while all goes are under way goes with the next.
 */
export class Together<Input, Result> {
  readonly #work: (inputs: readonly Input[]) => Promise<readonly Outcome<Result>[]>;
  readonly #options: Options<Input>;
  #waiting: Waiting<Input, Result>[] = [];
  #under = 0;

  /** The work says of each, in their order, what became of it. */
  constructor(
    work: (inputs: readonly Input[]) => Promise<readonly Outcome<Result>[]>,
    options: Options<Input>,
  ) {
    this.#work = work;
    this.#options = options;
  }

  ask(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Result>) =>
        "result" in outcome ? resolve(outcome.result) : reject(outcome.refused);
      this.#waiting.push({ input, settle });
      if (this.#under < this.#options.goes) void this.#goOn();
    });
  }

  async #goOn(): Promise<void> {
    this.#under++;
    while (this.#waiting.length > 0) await this.#do(this.#take());
    this.#under--;
  }

  #take(): Waiting<Input, Result>[] {
    const { most, apart } = this.#options;
    const taken: Waiting<Input, Result>[] = [];
    const left: Waiting<Input, Result>[] = [];
    const names = new Set<unknown>();
    for (const each of this.#waiting) {
      const name = apart ? apart(each.input) : each;
      if (taken.length < most && !names.has(name)) taken.push(each);
      else left.push(each);
      names.add(name);
    }
    this.#waiting = left;
    return taken;
  }

  async #do(group: readonly Waiting<Input, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#work(group.map(({ input }) => input));
      group.forEach(({ settle }, at) => settle(outcomes[at]!));
    } catch (refused) {
      if (group.length > 1 && this.#options.thenAlone?.(refused)) {
        // At the same time, and without the next go waiting: one that has to wait must not hold up the rest.
        for (const each of group) void this.#do([each]);
      } else for (const { settle } of group) settle({ refused });
    }
  }
}
