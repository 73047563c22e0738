import { setTimeout as sleep } from "node:timers/promises";
import { activity } from "@fc/contract/activity/portal";
import { fcToWire } from "@fc/contract/money";
import { sendOtp, verifyOtp } from "@fc/contract/otp/portal";
import { idempotencyHeader, type Route } from "@fc/contract/route";
import type pg from "pg";
import type { TestMember } from "../test-app.ts";
import { newestCode } from "./kept-mails.ts";
import type { Operation } from "./operations.ts";

interface HttpAnswer {
  status: number;
  text: string;
  /** When this try was sent and when its answer was there, by `performance.now()`. */
  sentAt: number;
  at: number;
}

/** The refusals that are expected here; any other is a fault of the server. */
const expectedRefusals = new Set(["INVALID_AMOUNT", "INSUFFICIENT_BALANCE", "INVALID_OTP", "DONE_BEFORE"]);
const probabilities = { leavesEarly: 0.25, tapsTwice: 0.15, asksAgain: 0.15, looksUp: 0.3, givesUp: 0.1 };
/** Longer than a node takes to answer 503 by itself (25 s), so that a busy machine alone loses no request. */
const defaultTimeoutMs = 40_000;
const tooMany = 429;
/** Of a node or of the proxy before it. 408: it did not get the whole request, because the sender was too slow. */
const isTryAgain = new Set([408, 502, 503, 504]);

interface DeviceOptions {
  member: TestMember;
  token: string;
  cookie: string;
  /** Where it sends its requests; those that are down have no address. */
  nodes: readonly { url: string | undefined }[];
  /** Asks the database as its owner. */
  patiently: <Row extends pg.QueryResultRow>(statement: string, values: unknown[]) => Promise<Row[]>;
  onAcknowledged: (answer: { sentAt: number; at: number }) => void;
  /** Why a request that the device waited for was not answered, or undefined if it was. */
  onAnswer: (failure: string | undefined) => void;
  /** Runs one at a time per member: two devices that request codes at once could not tell them apart. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  complain: (problem: string) => void;
}

/**
 * A member's browser that causes every kind of failure: it gives up early, taps twice, and retries with the same key.
 */
export class Device {
  readonly #options: DeviceOptions;
  /** How far it has written, as the nodes say in a cookie. */
  #written: string | undefined;

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  get member(): TestMember {
    return this.#options.member;
  }

  /** Confirms an operation with a code; false if the change is refused before that. */
  confirm(operation: Operation): Promise<boolean> {
    return this.#options.alone(async () => {
      for (;;) {
        // Removes the limit of exactly this request, so that the test does not wait half a minute between two codes.
        await this.#options.patiently("delete from rate_limits where key = $1", [
          `otp-resend:${this.member.id}:${operation.purpose}`,
        ]);
        // Only today's: with all of them every operation would rewrite more rows than the one before it.
        await this.#options.patiently(
          `update otp_grants set created_at = created_at - interval '1 day'
           where member_id = $1 and created_at > now() - interval '1 day'`,
          [this.member.id],
        );
        const { purpose, body } = operation;
        const params = { userId: this.member.id };
        const sent = await this.#send({ route: sendOtp, params, body: { purpose, change: body } });
        // A request without an answer may be counted late, after its limit was removed.
        if (!sent || sent.status === tooMany) continue;
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

  /** Sends the operation until it is answered or the member gives up. */
  async perform(operation: Operation): Promise<void> {
    const chance = Math.random();
    operation.sentAt = Date.now();
    let isEveryTryAnswered = true;
    for (let first = true; ; first = false) {
      const timeoutMs =
        first && chance < probabilities.leavesEarly ? 5 + Math.floor(Math.random() * 60) : defaultTimeoutMs;
      const taps = first && chance > 1 - probabilities.tapsTwice ? 2 : 1;
      const answers = await Promise.all(
        Array.from({ length: taps }, () => this.#send({ ...operation, timeoutMs })),
      );
      const arrived = answers.filter((answer) => answer !== undefined);
      // The other one of two taps may be answered much later.
      const done = arrived.filter(({ status }) => status === 200).toSorted((one, other) => one.at - other.at);
      if (done.length > 0) return this.#acknowledged(operation, done);
      isEveryTryAnswered &&= arrived.length === taps;
      if (arrived.length > 0) {
        for (const answer of arrived) this.#checkRefusal(answer);
        // A try without an answer may still be running and find the money that this one did not.
        operation.outcome = isEveryTryAnswered ? "refused" : "unknown";
        return;
      }
      if (Math.random() < probabilities.givesUp) return;
      await sleep(20);
    }
  }

  /** Checks that a retry returns the first answer. */
  async #acknowledged(operation: Operation, [first, second]: HttpAnswer[]): Promise<void> {
    operation.outcome = "acknowledged";
    operation.acknowledgedAt = performance.timeOrigin + first!.at;
    operation.reference = (JSON.parse(first!.text) as { data: { reference: string } }).data.reference;
    this.#options.onAcknowledged(first!);
    const again = Math.random() < probabilities.asksAgain ? await this.#send(operation) : undefined;
    for (const other of [second, again]) {
      if (other === undefined || other.text === first!.text) continue;
      const { kind, key } = operation;
      this.#options.complain(`${kind} ${key} was answered ${first!.text}, but a retry ${other.text}`);
    }
    if (operation.kind === "transfer" && Math.random() < probabilities.looksUp) await this.#lookUp(operation);
  }

  /** Checks that the member's own list shows what was just done, even if a replica answers. */
  async #lookUp({ kind, key, amountFc }: Operation): Promise<void> {
    const answer = await this.#send({ route: activity, params: { userId: this.member.id } });
    if (answer?.status !== 200) return;
    const { data } = JSON.parse(answer.text) as { data: { amountFc: number }[] };
    if (data.some((movement) => movement.amountFc === fcToWire(amountFc))) return;
    this.#options.complain(`${kind} ${key} was acknowledged, but its member did not see it`);
  }

  #checkRefusal({ status, text }: HttpAnswer): void {
    const { code } = JSON.parse(text) as { code: string };
    if (!expectedRefusals.has(code)) this.#options.complain(`a client was answered ${status} ${code}`);
  }

  async #newestCode(): Promise<string> {
    const rows = await this.#options.patiently<{ code: string }>(newestCode, [this.member.email]);
    return rows[0]?.code ?? "";
  }

  /** Asks until it is answered. */
  async read(
    route: Route,
    params: Record<string, string>,
    query: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    for (;;) {
      const answer = await this.#send({ route, params: { userId: this.member.id, ...params }, query });
      if (answer) return answer;
    }
  }

  /** Sends to one of the nodes; undefined if no answer arrives or the answer is 503. */
  async #send(request: Request): Promise<HttpAnswer | undefined> {
    const { nodes, token, cookie } = this.#options;
    const up = nodes.filter(({ url }) => url !== undefined);
    const node = up[Math.floor(Math.random() * up.length)];
    if (!node) {
      await sleep(50);
      return undefined;
    }
    const { route, params = {}, query = {}, body, key, timeoutMs = defaultTimeoutMs } = request;
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    const sentAt = performance.now();
    try {
      const response = await fetch(`${node.url}/api${path}?${String(new URLSearchParams(query))}`, {
        method: route.method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${token}`,
          cookie: `fc_session=${cookie}${this.#written ?? ""}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { [idempotencyHeader]: key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const written = response.headers.getSetCookie().find((each) => each.startsWith("fc_written="));
      if (written !== undefined) this.#written = `; ${written.split(";", 1)[0]}`;
      const text = await response.text();
      this.#options.onAnswer(response.status >= 500 ? String(response.status) : undefined);
      return isTryAgain.has(response.status)
        ? undefined
        : { status: response.status, text, sentAt, at: performance.now() };
    } catch (error) {
      const isAway = timeoutMs < defaultTimeoutMs && (error as Error).name === "TimeoutError";
      if (!isAway) this.#options.onAnswer(reasonOf(error));
      return undefined;
    }
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

interface Request {
  route: Route;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  key?: string;
  timeoutMs?: number;
}
