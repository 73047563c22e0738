import { session } from "../session/session.ts";

/** What the page's head leaves behind (portal/early-calls.js): calls that it made before any code had loaded. */
interface EarlyAnswers {
  /** Whose answers these are. */
  token: string;
  /** When they were asked for, by `performance.now()`. */
  at: number;
  /** By the address that was called. */
  answers: Record<string, Promise<Response> | undefined>;
  /** The contents of those that have arrived and are no refusals. */
  bodies: Record<string, unknown>;
  /** Ends when the figures have been painted (portal/home-preview.js), or after a second without them. */
  figures?: Promise<unknown>;
  /** Ends when the app has drawn its own navigation. */
  drawn?: AbortController;
  /** The address that was chosen in the navigation before. */
  chosen?: string;
  /** Ends the hearing of keys in the page's head. */
  keys?: AbortController;
  /** Whether Ctrl K was pressed before any code had loaded. */
  isPaletteWanted?: boolean;
}

declare global {
  var fcEarly: EarlyAnswers | undefined;
  /** The files of every page, and those of each one by its address; the build puts them into early-calls.js. */
  // oxlint-disable-next-line no-underscore-dangle -- The build looks for this word.
  var __FRAME_FILES__: readonly string[];
  // oxlint-disable-next-line no-underscore-dangle -- The build looks for this word.
  var __PAGE_FILES__: Readonly<Record<string, readonly string[]>>;
}

/** As long as a query counts as fresh: a page that is opened later must not show figures from before. */
const freshMs = 30_000;

// The person who signs in next finds nothing of the session before.
session.subscribe(() => (globalThis.fcEarly = undefined));

/**
 * The answer to a call that was made before its code had loaded. It is given out once, and only to the session that
 * it was made for.
 */
export function earlyAnswer(address: string, token: string): Promise<Response> | undefined {
  return takenFor(token, address)?.answer;
}

/** The same for a query that is made now, where the answer has arrived already: its content, and of when it is. */
export function earlyBody(address: string, token: string | null): { body: unknown; at: number } | undefined {
  const early = globalThis.fcEarly;
  if (token === null || early?.bodies[address] === undefined) return undefined;
  const taken = takenFor(token, address);
  return taken && { body: taken.body, at: performance.timeOrigin + early.at };
}

function takenFor(token: string, address: string) {
  const early = globalThis.fcEarly;
  if (early?.token !== token || performance.now() - early.at > freshMs) return undefined;
  const taken = { answer: early.answers[address], body: early.bodies[address] };
  delete early.answers[address];
  delete early.bodies[address];
  return taken;
}

/** Keeps answers that came with another one, such as the dashboard with the login, for the calls that need them. */
export function keepEarly(token: string, answers: Readonly<Record<string, object>>): void {
  const kept = Object.entries(answers).map(([address, body]) => [
    address,
    Promise.resolve(Response.json(body)),
  ]);
  globalThis.fcEarly = {
    token,
    at: performance.now(),
    answers: Object.fromEntries(kept),
    bodies: { ...answers },
  };
}
