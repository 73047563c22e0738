import { sure } from "@fc/contract/sure";
import { Endpoint, NoAnswer, type Call } from "./endpoint.ts";
import { ChainProblem } from "./types.ts";

export interface Answer<T> {
  endpoint: string;
  value: T;
}

interface Problem {
  endpoint: string;
  message: string;
  /** The endpoint answered, and did not want to do it. */
  isRefusal: boolean;
}

export interface Answers<T> {
  answers: Answer<T>[];
  problems: Problem[];
}

const waitForOthersMs = 500;

/** Too few endpoints answered, but some of those that did not give an answer refused the question itself. */
export class QuestionRefused extends ChainProblem {}

/** All endpoints of a chain. No single one is believed where two or more are configured. */
export class Endpoints {
  readonly #endpoints: readonly Endpoint[];
  readonly majority: number;

  constructor(urls: readonly string[], chainId: number, timeoutMs: number) {
    const names = namesOf(urls);
    this.#endpoints = urls.map((url, n) => new Endpoint({ url, name: sure(names[n]), chainId, timeoutMs }));
    this.majority = majorityOf(urls.length);
  }

  get names(): string[] {
    return this.#endpoints.map(({ name }) => name);
  }

  /**
   * Asks all of them. It waits no longer if the answers so far are enough, and only a moment for the others once a
   * majority has answered: with a silent endpoint a payout would otherwise take a minute instead of seconds.
   */
  ask<T>(
    question: (call: Call, name: string) => Promise<T>,
    isEnough: (answers: Answer<T>[]) => boolean = () => false,
  ): Promise<Answers<T>> {
    return new Promise((resolve, reject) => {
      const result: Answers<T> = { answers: [], problems: [] };
      const end = () => resolve({ answers: [...result.answers], problems: [...result.problems] });
      let moment: NodeJS.Timeout | undefined;
      const askOne = async ({ call, name }: Endpoint) => {
        try {
          const value = await question(call, name);
          result.answers.push({ endpoint: name, value });
          if (isEnough(result.answers)) end();
          else if (result.answers.length >= this.majority) moment ??= setTimeout(end, waitForOthersMs);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          result.problems.push({
            endpoint: name,
            message: error.message,
            isRefusal: error.refusal !== undefined,
          });
        }
      };
      Promise.all(this.#endpoints.map(askOne))
        .then(end, reject)
        .finally(() => clearTimeout(moment));
    });
  }

  /** As many answers as are a majority, or more. */
  async askEnough<T>(question: (call: Call, name: string) => Promise<T>): Promise<Answer<T>[]> {
    const found = await this.ask(question);
    if (found.answers.length < this.majority) throw this.tooFew(found);
    return found.answers;
  }

  /** What a majority says in the same words. */
  async agreed<T>(question: (call: Call) => Promise<T>): Promise<T> {
    const found = await this.ask(question, (answers) => this.agreementIn(answers) !== undefined);
    const agreement = this.agreementIn(found.answers);
    if (agreement !== undefined) return agreement.value;
    throw found.answers.length < this.majority ? this.tooFew(found) : contradiction(found);
  }

  agreementIn<T>(answers: readonly Answer<T>[]): { value: T } | undefined {
    const groups = Map.groupBy(answers, ({ value }) => textOf(value));
    const agreeing = [...groups.values()].find((group) => group.length >= this.majority);
    return agreeing && { value: sure(agreeing[0]).value };
  }

  /** The highest value that a majority has reached. One that lies cannot raise it, one that lags cannot lower it. */
  reachedIn(answers: readonly Answer<bigint>[]): bigint {
    const highestFirst = answers.map(({ value }) => value).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    return sure(highestFirst[this.majority - 1]);
  }

  tooFew({ answers, problems }: Answers<unknown>): ChainProblem {
    const asked = `${answers.length} of ${this.#endpoints.length} endpoints answered, and ${this.majority} have to`;
    const message = `${asked}. ${problems.map(({ endpoint, message: said }) => `${endpoint}: ${said}`).join("; ")}`;
    return problems.some(({ isRefusal }) => isRefusal)
      ? new QuestionRefused(message)
      : new ChainProblem(message);
  }
}

/** More than half, and never one alone where two or more are configured. */
export function majorityOf(endpoints: number): number {
  return Math.floor(endpoints / 2) + 1;
}

export function contradiction({ answers }: Answers<unknown>): ChainProblem {
  return new ChainProblem(
    `The endpoints contradict each other: ${answers.map(({ endpoint }) => endpoint).join(", ")}`,
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

/** By host, because the rest of such an address is often a key that has to be paid for. */
function namesOf(urls: readonly string[]): string[] {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, n) => {
    const before = hosts.slice(0, n).filter((other) => other === host).length;
    return before === 0 ? host : `${host} (${before + 1})`;
  });
}
