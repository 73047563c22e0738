import { sessionIdleMs } from "@fc/contract/session-time";
import { fieldOf } from "@fc/contract/sure";
import { QueryCache, type Query } from "@tanstack/react-query";
import { ApiError } from "../lib/api/api.ts";
import { memberView } from "../lib/session/member-view.ts";
import { session } from "../lib/session/session.ts";
import { localStore } from "../lib/storage.ts";

/**
 * The last answers to the queries of common screens (`meta: kept`), shown while the server cannot be reached. They are
 * in the local storage and not in a cache of the service worker: there they are gone in the moment when the session is.
 */
const start = "fcKept ";
/** Enough for every common screen and the last receipts. */
const mostEntries = 40;
/** More than any first page of a list; a longer one is left out, so that the storage is never full. */
const mostLetters = 60_000;

interface Kept {
  /** The release's shape of answers: another one's may not fit the screens any more. */
  shape: string;
  at: number;
  data: unknown;
}

const shape: string = import.meta.env["VITE_SHAPE"];

function forgetAll(): void {
  for (const key of localStore.keys(start)) localStore.remove(key);
}
// At every sign-out and sign-in, in every open tab: nobody is shown the figures of somebody else.
session.subscribe(forgetAll);

/** The query cache of a session: it keeps what was answered and gives it back where no answer comes. */
export function keepingCache(): QueryCache {
  const token = session.token();
  // Figures end no later than the session that asked for them.
  for (const key of localStore.keys(start)) if (!read(key)) localStore.remove(key);
  const isOwn = () => session.token() === token && !memberView.current();
  const keepAnswer = ({ meta, queryHash, state: { data, dataUpdatedAt: at } }: Query<unknown, unknown>) => {
    if (meta?.isKept && isOwn()) keep(start + queryHash, { shape, at, data });
  };
  const cache = new QueryCache({
    onSuccess: (_data, query) => keepAnswer(query),
    onError: (error, query) => {
      if (query.state.data !== undefined || !isUnreachable(error) || !isOwn()) return;
      const kept = read(start + query.queryHash);
      if (kept) query.setData(kept.data, { updatedAt: kept.at, manual: true });
    },
  });
  // Some have their answer from the beginning (api.ts, answerThatCame).
  cache.subscribe(({ type, query }) => {
    if (type === "added" && query.state.dataUpdatedAt > 0) keepAnswer(query);
  });
  return cache;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "NETWORK" || error.code === "TIMEOUT");
}

function keep(key: string, kept: Kept): void {
  const text = JSON.stringify({ ...kept, data: firstPage(kept.data) });
  if (text.length > mostLetters) return;
  const others = localStore.keys(start).filter((other) => other !== key);
  if (others.length >= mostEntries) {
    const oldest = others.toSorted((a, b) => timeOf(a) - timeOf(b))[0];
    if (oldest !== undefined) localStore.remove(oldest);
  }
  localStore.write(key, text);
}

/** Of a list that was scrolled, its beginning. */
function firstPage(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("pages" in data && "pageParams" in data)) return data;
  const { pages, pageParams } = data;
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data;
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

function timeOf(key: string): number {
  return read(key)?.at ?? 0;
}

function read(key: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(localStore.read(key) ?? "");
    return isKept(kept) && Date.now() - kept.at < sessionIdleMs ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return fieldOf(value, "shape") === shape && typeof fieldOf(value, "at") === "number";
}
