import { setTimeout as sleep } from "node:timers/promises";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { idempotencyHeader, type Route } from "@fc/contract/route";
import type pg from "pg";
import type { TestMember } from "../test-app.ts";
import type { ApiProcess } from "./api-process.ts";
import type { Operation } from "./operations.ts";

interface Answer {
  status: number;
  text: string;
}

/** What a client may be told in the course of this; anything else is a fault of the server's. */
const rightfulRefusals = new Set(["INVALID_AMOUNT", "INSUFFICIENT_BALANCE", "INVALID_OTP"]);
const habits = { leavesEarly: 0.25, tapsTwice: 0.15, asksAgain: 0.15, givesUp: 0.1 };
const patienceMs = 10_000;

interface DeviceOptions {
  member: TestMember;
  token: string;
  cookie: string;
  nodes: readonly ApiProcess[];
  owner: pg.Pool;
  /** Of its member: two that ask for codes at once could not tell whose is whose. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  complain: (problem: string) => void;
}

/** A member's browser that meets every failure: impatient, tapping twice, and asking again with the same key. */
export class Device {
  readonly #options: DeviceOptions;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  get member(): TestMember {
    return this.#options.member;
  }

  /** By a code, as everybody; false where the change is refused before it is confirmed. */
  confirm(operation: Operation): Promise<boolean> {
    return this.#options.alone(async () => {
      for (;;) {
        // Time does that for people; nobody waits here half a minute between two codes.
        await this.#options.owner.query("delete from rate_limits where key like 'otp-%:' || $1::int || '%'", [
          this.member.id,
        ]);
        const { purpose, body } = operation;
        const params = { userId: this.member.id };
        const sent = await this.#send({ route: sendOtp, params, body: { purpose, change: body } });
        if (!sent) continue;
        if (sent.status !== 200) {
          this.#checkRefusal(sent);
          return false;
        }
        const code = await this.#newestCode();
        const verified = await this.#send({ route: verifyOtp, params: { ...params, otp: code } });
        if (verified?.text.includes("true")) return true;
      }
    });
  }

  /** Until it is answered, or the member has had enough. */
  async perform(operation: Operation): Promise<void> {
    const chance = Math.random();
    let isEveryTryAnswered = true;
    for (let first = true; ; first = false) {
      const patience = first && chance < habits.leavesEarly ? 5 + Math.random() * 60 : patienceMs;
      const taps = first && chance > 1 - habits.tapsTwice ? 2 : 1;
      const answers = await Promise.all(
        Array.from({ length: taps }, () => this.#send({ ...operation, patience })),
      );
      const arrived = answers.filter((answer) => answer !== undefined);
      const done = arrived.filter(({ status }) => status === 200);
      if (done.length > 0) return this.#acknowledged(operation, done);
      isEveryTryAnswered &&= arrived.length === taps;
      if (arrived.length > 0) {
        for (const answer of arrived) this.#checkRefusal(answer);
        // A try without an answer may still be under way, and find the money that this one missed.
        operation.outcome = isEveryTryAnswered ? "refused" : "unknown";
        return;
      }
      if (Math.random() < habits.givesUp) return;
      await sleep(20);
    }
  }

  /** However often it is asked again, the answer stays the first one. */
  async #acknowledged(operation: Operation, [first, second]: Answer[]): Promise<void> {
    operation.outcome = "acknowledged";
    const again = Math.random() < habits.asksAgain ? await this.#send(operation) : undefined;
    for (const other of [second, again]) {
      if (other === undefined || other.text === first!.text) continue;
      const { kind, key } = operation;
      this.#options.complain(`${kind} ${key} was answered ${first!.text}, and again ${other.text}`);
    }
  }

  #checkRefusal({ status, text }: Answer): void {
    const { code } = JSON.parse(text) as { code: string };
    if (!rightfulRefusals.has(code)) this.#options.complain(`a client was answered ${status} ${code}`);
  }

  async #newestCode(): Promise<string> {
    const { rows } = await this.#options.owner.query<{ code: string }>(
      "select code from soak_codes where recipient = $1 order by id desc limit 1",
      [this.member.email],
    );
    return rows[0]?.code ?? "";
  }

  /** To either node; undefined where no answer arrives, or only that there is none. */
  async #send(request: Request): Promise<Answer | undefined> {
    const { nodes, token, cookie } = this.#options;
    const up = nodes.filter(({ url }) => url !== undefined);
    const node = up[Math.floor(Math.random() * up.length)];
    if (!node) {
      await sleep(50);
      return undefined;
    }
    const { route, params = {}, body, key, patience = patienceMs } = request;
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    try {
      const response = await fetch(`${node.url}/api${path}`, {
        method: route.method,
        signal: AbortSignal.timeout(patience),
        headers: {
          authorization: `Bearer ${token}`,
          cookie: `fc_session=${cookie}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { [idempotencyHeader]: key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // Worth trying again, as it says itself.
      return response.status === 503 ? undefined : { status: response.status, text };
    } catch {
      return undefined;
    }
  }
}

interface Request {
  route: Route;
  params?: Record<string, string | number>;
  body?: Record<string, unknown>;
  key?: string;
  /** In milliseconds. */
  patience?: number;
}
