import { beforeEach, expect, test, vi } from "vitest";
import { safeReturnPath, session, tokenKey } from "./session.ts";

beforeEach(() => session.end("signed-out"));

test("a session is kept and ended, and its listeners hear of both", () => {
  const heard = vi.fn();
  const stop = session.subscribe(heard);
  session.start("t1");
  expect(session.token()).toBe("t1");
  session.end("expired");
  expect(session.token()).toBeNull();
  expect(session.signedOutOnPurpose).toBe(false);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});

test("signing out in another tab is heard here; other entries are not", () => {
  const tab = new EventTarget();
  const heard = vi.fn();
  const stop = session.subscribe(heard);
  session.followOtherTabs(tab);
  tab.dispatchEvent(Object.assign(new Event("storage"), { key: "fcLanguage" }));
  expect(heard).not.toHaveBeenCalled();
  tab.dispatchEvent(Object.assign(new Event("storage"), { key: tokenKey }));
  expect(heard).toHaveBeenCalledOnce();
  expect(session.signedOutOnPurpose).toBe(false);
  stop();
});

test("one returns only to a page of this portal", () => {
  for (const from of ["/notice-board?page=2", "/a%20b?from=/x#y", "/loginhelp"])
    expect(safeReturnPath(from)).toBe(from);
  for (const from of [
    undefined,
    7,
    "",
    "https://example.com",
    "//example.com",
    "/\\example.com",
    "/login",
    "/Login?from=%2F",
    "notice-board",
    "/\t/example.com",
    "/\n/example.com",
    "/\r\\example.com",
    "/\u0000",
    "/notice-board\n",
    "/%09/example.com",
    "/..//example.com",
    "/%",
    "http://portal.invalid/",
  ])
    expect(safeReturnPath(from), JSON.stringify(from)).toBe("/");
});
