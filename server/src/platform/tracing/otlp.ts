import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Log } from "../logger.ts";
import type { Facts, NewSpan, SpanPlace, Tracer } from "./spans.ts";

/** Where spans go: OpenTelemetry's protocol OTLP over HTTP, in its JSON form. */
export interface OtlpPlace {
  /** The collector's base address; /v1/traces is added. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** Which share of all traces is kept, from 0 to 1. */
  share: number;
}

const sendEveryMs = 2000;
const mostInOneMessage = 512;
/** While the collector is away, so many spans are kept; older ones are dropped. */
const mostKept = 10_000;
const answerWithinMs = 10_000;
/** A stop does not wait longer for the last spans, so that the process ends in time beside a collector that hangs. */
const lastSpansWithinMs = 5000;

const kinds = { internal: 1, server: 2, client: 3 } as const;
const failedStatus = { code: 2 };

/** Sends spans in the background. `stop` sends the last ones. */
export function startOtlp(
  place: OtlpPlace,
  log: Log,
  stopWithinMs = lastSpansWithinMs,
): { tracer: Tracer; stop: () => Promise<void> } {
  const ended = new EndedSpans(place, log);
  let sending = Promise.resolve();
  const timer = setInterval(() => {
    sending = sending.then(() => ended.sendAll());
  }, sendEveryMs).unref();
  return {
    tracer: tracerInto(ended, place.share),
    async stop() {
      clearInterval(timer);
      const limit = setTimeout(() => ended.giveUp(), stopWithinMs);
      await sending;
      await ended.sendAll();
      clearTimeout(limit);
    },
  };
}

function tracerInto(ended: EndedSpans, share: number): Tracer {
  const context = new AsyncLocalStorage<SpanPlace>();
  const begin = (newSpan: NewSpan) => {
    const parent = newSpan.root || newSpan.worksFor ? undefined : context.getStore();
    const place = placeOf(newSpan, parent, share);
    const from = nanoseconds();
    const end = (more: Facts, isFailed: boolean) => {
      if (place.isKept) ended.add(spanOf({ newSpan, parent, place, from, more, isFailed }));
    };
    return { place, end };
  };
  return {
    async run(newSpan, work) {
      if (newSpan.isInner && !context.getStore()) return work(() => {});
      const { place, end } = begin(newSpan);
      let noted: Facts = {};
      try {
        const result = await context.run(place, work, (facts: Facts) => {
          noted = { ...noted, ...facts };
        });
        end(noted, false);
        return result;
      } catch (error) {
        end({ ...noted, "error.type": error instanceof Error ? error.name : typeof error }, true);
        throw error;
      }
    },
    open(newSpan, next) {
      const { place, end } = begin(newSpan);
      context.run(place, next);
      return end;
    },
    here: () => context.getStore(),
  };
}

function placeOf({ root, worksFor }: NewSpan, parent: SpanPlace | undefined, share: number): SpanPlace {
  const requestIds = requestIdsOf(worksFor);
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    requestId: root?.requestId ?? parent?.requestId ?? (requestIds.length === 1 ? requestIds[0] : undefined),
    isKept:
      (worksFor?.length ? worksFor.some(({ isKept }) => isKept) : parent?.isKept) ?? Math.random() < share,
  };
}

function requestIdsOf(worksFor: NewSpan["worksFor"]): string[] {
  return [...new Set(worksFor?.flatMap(({ requestId }) => requestId ?? []) ?? [])];
}

interface EndedSpan {
  newSpan: NewSpan;
  parent: SpanPlace | undefined;
  place: SpanPlace;
  from: bigint;
  more: Facts;
  isFailed: boolean;
}

/** A span in the form of the protocol. */
function spanOf({ newSpan, parent, place, from, more, isFailed }: EndedSpan): object {
  const { name, facts, kind = "internal", worksFor } = newSpan;
  const requestIds = requestIdsOf(worksFor);
  return {
    traceId: place.traceId,
    spanId: place.spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: String(from),
    endTimeUnixNano: String(nanoseconds()),
    attributes: attributesOf({
      ...(place.requestId !== undefined && { "fc.request_id": place.requestId }),
      ...(requestIds.length > 1 && { "fc.request_ids": requestIds }),
      ...facts,
      ...more,
    }),
    ...(worksFor && { links: worksFor.map(({ traceId, spanId }) => ({ traceId, spanId })) }),
    ...(isFailed && { status: failedStatus }),
  };
}

/** The spans that the collector does not have yet. */
class EndedSpans {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #log: Log;
  readonly #givenUp = new AbortController();
  readonly #spans: object[] = [];
  #isAway = false;

  constructor({ endpoint, headers }: OtlpPlace, log: Log) {
    this.#url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
    this.#headers = { ...headers, "content-type": "application/json" };
    this.#log = log;
  }

  add(span: object): void {
    this.#spans.push(span);
    this.#dropOldest();
  }

  #dropOldest(): void {
    if (this.#spans.length > mostKept) this.#spans.splice(0, this.#spans.length - mostKept);
  }

  async sendAll(): Promise<void> {
    while (await this.#sendSome());
  }

  /** Ends the call that waits for the collector. */
  giveUp(): void {
    this.#givenUp.abort();
  }

  async #sendSome(): Promise<boolean> {
    const spans = this.#spans.splice(0, mostInOneMessage);
    if (spans.length === 0) return false;
    const answer = await fetch(this.#url, {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify(messageOf(spans)),
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), this.#givenUp.signal]),
    }).catch((error: unknown) => error);
    const status = answer instanceof Response ? answer.status : undefined;
    const isTaken = status === 200 || status === 202 || status === 204;
    // What the collector does not understand, it would not understand the next time either.
    const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 429;
    if (!isTaken && !isRefused) {
      this.#spans.unshift(...spans);
      this.#dropOldest();
    }
    // Said once when it begins and once when it ends.
    if (this.#isAway === isTaken) {
      this.#isAway = !isTaken;
      if (isTaken) this.#log.info("spans are sent again");
      else this.#log.warn({ answer: status ?? String(answer) }, "spans are not taken by the collector");
    }
    return isTaken;
  }
}

function messageOf(spans: object[]) {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributesOf({ "service.name": "fc-portal", "process.pid": process.pid }),
        },
        scopeSpans: [{ scope: { name: "fc-portal" }, spans }],
      },
    ],
  };
}

function nanoseconds(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
}

function attributesOf(facts: Facts) {
  return Object.entries(facts).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: Facts[string]): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
}
