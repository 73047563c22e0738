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
  { endpoint, headers, share }: OtlpPlace,
  log: Log,
  stopWithinMs = lastSpansWithinMs,
): { tracer: Tracer; stop: () => Promise<void> } {
  const context = new AsyncLocalStorage<SpanPlace>();
  let ended: object[] = [];
  let isAway = false;
  const leaving = new AbortController();

  function begin({ name, facts, kind = "internal", root, worksFor }: NewSpan) {
    const parent = root || worksFor ? undefined : context.getStore();
    const requestIds = [...new Set(worksFor?.flatMap(({ requestId }) => requestId ?? []) ?? [])];
    const span: SpanPlace = {
      traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
      requestId:
        root?.requestId ?? parent?.requestId ?? (requestIds.length === 1 ? requestIds[0] : undefined),
      isKept:
        (worksFor?.length ? worksFor.some(({ isKept }) => isKept) : parent?.isKept) ?? Math.random() < share,
    };
    const from = nanoseconds();
    const end = (more: Facts, isFailed: boolean) => {
      if (!span.isKept) return;
      const all = {
        ...(span.requestId !== undefined && { "fc.request_id": span.requestId }),
        ...(requestIds.length > 1 && { "fc.request_ids": requestIds }),
        ...facts,
        ...more,
      };
      ended.push({
        traceId: span.traceId,
        spanId: span.spanId,
        ...(parent && { parentSpanId: parent.spanId }),
        name,
        kind: kinds[kind],
        startTimeUnixNano: String(from),
        endTimeUnixNano: String(nanoseconds()),
        attributes: attributesOf(all),
        ...(worksFor && { links: worksFor.map(({ traceId, spanId }) => ({ traceId, spanId })) }),
        ...(isFailed && { status: failedStatus }),
      });
      if (ended.length > mostKept) ended = ended.slice(-mostKept);
    };
    return { span, end };
  }

  const tracer: Tracer = {
    async run(newSpan, work) {
      if (newSpan.isInner && !context.getStore()) return work(() => {});
      const { span, end } = begin(newSpan);
      let noted: Facts = {};
      try {
        const result = await context.run(span, work, (facts: Facts) => {
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
      const { span, end } = begin(newSpan);
      context.run(span, next);
      return end;
    },
    here: () => context.getStore(),
  };

  async function sendSome(): Promise<boolean> {
    const spans = ended.splice(0, mostInOneMessage);
    if (spans.length === 0) return false;
    const answer = await fetch(`${endpoint.replace(/\/$/, "")}/v1/traces`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(messageOf(spans)),
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), leaving.signal]),
    }).catch((error: unknown) => error);
    const status = answer instanceof Response ? answer.status : undefined;
    const isTaken = status === 200 || status === 202 || status === 204;
    // What the collector does not understand, it would not understand the next time either.
    const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 429;
    if (!isTaken && !isRefused) ended.unshift(...spans);
    // Said once when it begins and once when it ends.
    if (isAway === isTaken) {
      isAway = !isTaken;
      if (isTaken) log.info("spans are sent again");
      else log.warn({ answer: status ?? String(answer) }, "spans are not taken by the collector");
    }
    return isTaken;
  }

  async function sendAll(): Promise<void> {
    while (await sendSome());
  }

  let sending = Promise.resolve();
  const timer = setInterval(() => {
    sending = sending.then(sendAll);
  }, sendEveryMs).unref();
  return {
    tracer,
    async stop() {
      clearInterval(timer);
      const limit = setTimeout(() => leaving.abort(), stopWithinMs);
      await sending;
      await sendAll();
      clearTimeout(limit);
    },
  };
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
