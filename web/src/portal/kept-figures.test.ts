import { sessionIdleMs } from "@fc/contract/session-time";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { failure } from "../lib/api/api.ts";
import { kept } from "../lib/api/kept.ts";
import { session } from "../lib/session/session.ts";
import { localStore } from "../lib/storage.ts";
import { keepingCache } from "./kept-figures.ts";

afterEach(() => void vi.useRealTimers());

const figure = (queryFn: () => Promise<string>) => ({ queryKey: ["total"], queryFn, meta: kept, retry: 0 });
const unreachable = () => Promise.reject(failure("NETWORK"));

/** What a page that is opened now shows while the server cannot be reached. */
async function shownOffline(): Promise<unknown> {
  const queries = new QueryClient({ queryCache: keepingCache() });
  await queries.prefetchQuery(figure(unreachable));
  return queries.getQueryData(["total"]);
}

test("the last figures are shown offline until a session that nobody used has ended, and then removed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-16T06:30:00Z") });
  session.start("token");
  await new QueryClient({ queryCache: keepingCache() }).prefetchQuery(figure(async () => "60 FC"));
  vi.setSystemTime(Date.now() + sessionIdleMs - 1_000);
  expect(await shownOffline()).toBe("60 FC");
  vi.setSystemTime(Date.now() + 1_000);
  expect(await shownOffline()).toBeUndefined();
  expect(localStore.keys("fcKept")).toEqual([]);
});
