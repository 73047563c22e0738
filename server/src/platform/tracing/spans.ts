/** What is said about a span beside its name. */
export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;
export type Note = (facts: Facts) => void;

/** Where a span belongs: which trace, below which span, and for which request. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
  /** The one in the log and in the answer's header; undefined for what no request has caused. */
  requestId: string | undefined;
  /** Whether its trace is among those that are sent. */
  isKept: boolean;
}

export interface NewSpan {
  name: string;
  facts: Facts;
  /** `server`: somebody else asked; `client`: we ask somebody else. `internal` unless it says so. */
  kind?: "internal" | "server" | "client";
  /** Only seen inside of another span: alone it says nothing. */
  isInner?: true;
  /** Begins a trace of its own, for this request if there is one. */
  root?: { requestId: string | undefined };
  /** Others that it works for. It then begins a trace of its own. */
  worksFor?: readonly SpanPlace[];
}

/** Set by otlp.ts, which is only loaded where spans are sent somewhere. */
export interface Tracer {
  run<Result>(span: NewSpan, work: (note: Note) => Promise<Result>): Promise<Result>;
  /** Begins a span, calls `next` in it, and returns what ends it. */
  open(span: NewSpan, next: () => void): (facts: Facts, isFailed: boolean) => void;
  here(): SpanPlace | undefined;
}

let tracer: Tracer | undefined;

/** One for the whole process, because what is traced passes through every layer. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

const noNote: Note = () => {};

/** Does the work in a span. Without a tracer it is the work alone. */
export function traced<Result>(span: NewSpan, work: (note: Note) => Promise<Result>): Promise<Result> {
  return tracer ? tracer.run(span, work) : work(noNote);
}

/** For what ends in another place than it began: calls `next` in the span, and returns what ends it. */
export function openSpan(span: NewSpan, next: () => void): ReturnType<Tracer["open"]> | undefined {
  if (tracer) return tracer.open(span, next);
  next();
  return undefined;
}

/** The span that this code runs in; undefined without a tracer. */
export function spanHere(): SpanPlace | undefined {
  return tracer?.here();
}
