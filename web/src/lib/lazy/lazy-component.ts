import { createElement, use, type ComponentType, type ReactNode } from "react";
import { failure, type ApiError } from "../api/api.ts";
import { connection } from "../api/connection.ts";
import { tabStore } from "../storage.ts";

/** The code of a page or dialog could not be loaded. */
export class CodeMissing extends Error {
  /** The next try. */
  readonly again: () => Promise<void>;

  constructor(cause: unknown, again: () => Promise<void>) {
    super("The code could not be loaded", { cause });
    this.again = again;
    this.name = "CodeMissing";
  }
}

/** A page or dialog whose code is loaded when it is needed. */
export interface LazyComponent<P extends object = object> {
  (props: P): ReactNode;
  /** Rejects with CodeMissing; the next call tries again. */
  load: () => Promise<void>;
  /** Loads in advance. A failure is ignored here and reported when the component is really needed. */
  preload: () => Promise<void>;
}

export function lazyComponent<P extends object>(
  fetchIt: () => Promise<{ default: ComponentType<P> }>,
): LazyComponent<P> {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  let missing: CodeMissing | undefined;

  async function fetchOnce(): Promise<void> {
    missing = undefined;
    try {
      Loaded = (await fetchTwice(fetchIt)).default;
    } catch (error) {
      missing = new CodeMissing(error, load);
      throw missing;
    } finally {
      loading = undefined;
    }
  }
  const load = () => (Loaded ? Promise.resolve() : (loading ??= fetchOnce()));

  function Part(props: P) {
    if (missing && !Loaded) throw missing;
    if (!Loaded) use(load());
    return Loaded && createElement(Loaded, props);
  }
  return Object.assign(Part, { load, preload: () => load().catch(() => undefined) });
}

export function isLazyComponent(part: unknown): part is Pick<LazyComponent, "load"> {
  return typeof part === "function" && "load" in part;
}

/** Retries until it succeeds, for code that the page can do without meanwhile. */
export async function patiently<T>(fetchIt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchIt();
    } catch {
      if (!(await connection.probe())) connection.failed();
      await new Promise((resolve) => setTimeout(resolve, 4_000));
    }
  }
}

export type Reason = "unreachable" | "new release" | "passing";

/** Tells apart: the server is unreachable, a new release no longer has the file, or a passing failure. */
export async function reasonFor(missing: unknown): Promise<Reason> {
  if (!(await connection.probe())) {
    connection.failed();
    return "unreachable";
  }
  const answer = await fetch(fileOf(missing), { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer?.status === 404 ? "new release" : "passing";
}

/** The failure as a message for people. */
export function problemFor(reason: Reason): ApiError {
  return failure(reason === "unreachable" ? "NETWORK" : "UNREADABLE");
}

/** Reloads the page for a new release, once per file. Returns false if that was tried before and did not help. */
export function reloadForRelease(address: string, missing: unknown): boolean {
  const file = fileOf(missing);
  if (tabStore.read(reloadedForKey) === file) return false;
  tabStore.write(reloadedForKey, file);
  if (address === location.href) location.reload();
  else location.assign(address);
  return true;
}

const reloadedForKey = "fcOpenedAfreshFor";

/** One lost packet is no reason to trouble anybody: the second try says whether the code can be had. */
async function fetchTwice<T>(fetchIt: () => Promise<T>): Promise<T> {
  const fetchAll = async () => {
    await reloadFailedStyles();
    return fetchIt();
  };
  try {
    return await fetchAll();
  } catch (error) {
    if (!connection.isUp()) throw error;
    await new Promise((resolve) => setTimeout(resolve, 700));
    return fetchAll();
  }
}

/** Browsers name the file in their message; if one does not, the release's first script is checked instead. */
function fileOf(missing: unknown): string {
  const cause = missing instanceof CodeMissing ? missing.cause : missing;
  const named = cause instanceof Error ? /https?:\/\/[^\s"']+/.exec(cause.message)?.[0] : undefined;
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  return named ?? first ?? location.href;
}

/** Vite's loader does not request failed styles again, because it finds their link in place. */
async function reloadFailedStyles(): Promise<void> {
  if (import.meta.env.SSR) return;
  const failed = document.querySelectorAll<HTMLLinkElement>("link[data-failed]");
  await Promise.all(
    [...failed].map(
      (link) =>
        new Promise((resolve, reject) => {
          const again = document.importNode(link);
          delete again.dataset["failed"];
          again.addEventListener("load", resolve);
          again.addEventListener("error", () => reject(new Error(`No styles from ${again.href}`)));
          link.replaceWith(again);
        }),
    ),
  );
}

// An error of a link does not bubble, but it can be captured.
if (!import.meta.env.SSR) {
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") target.dataset["failed"] = "";
    },
    { capture: true },
  );
}
