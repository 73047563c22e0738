import { expect, test } from "vitest";
import type { TextStore } from "../../../lib/storage.ts";
import {
  dropAfterLogout,
  dropRegistration,
  storedRegistration,
  holdRegistration,
  type Registration,
} from "./stored-registration.ts";

const registration: Registration = {
  key: "0123456789abcdef0123456789abcdef",
  name: "Ananya Iyer",
  gender: "F",
  mailId: "ananya@example.com",
  mobileNumber: "+919876543210",
  team: "left",
  parentRefId: "FCASHA22Z",
  referrerName: "Asha V.",
  placementRefId: "FCRAVK33R",
  placementName: "Ravi K.",
  until: 15 * 60_000,
};
const visitor = { page: "/referral-link/FCASHA22Z/left", memberId: undefined };
const member = { page: "/register-user", memberId: 7 };

function memory(): TextStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: (key) => texts.get(key) ?? null,
    write: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    keys: (start) => [...texts.keys()].filter((key) => key.startsWith(start)),
  };
}

test("a summary survives a reload, until Done", () => {
  const store = memory();
  holdRegistration(registration, visitor, store);
  expect(storedRegistration(visitor, 2_000, store)).toEqual(registration);
  dropRegistration(store);
  expect(storedRegistration(visitor, 2_000, store)).toBeUndefined();
});

test("it does not block another referral link, and is still there for its own", () => {
  const store = memory();
  holdRegistration(registration, visitor, store);
  expect(storedRegistration({ ...visitor, page: "/register-user" }, 1, store)).toBeUndefined();
  expect(storedRegistration(visitor, 1, store)).toEqual(registration);
});

test("nobody else sees it: not another member, and nobody after a logout", () => {
  const store = memory();
  holdRegistration(registration, member, store);
  expect(storedRegistration({ ...member, memberId: 8 }, 1, store)).toBeUndefined();
  expect(store.texts.size).toBe(0);
  holdRegistration(registration, member, store);
  dropAfterLogout(true, store);
  expect(storedRegistration(member, 1, store)).toEqual(registration);
  dropAfterLogout(false, store);
  expect(store.texts.size).toBe(0);
});

test("it is gone once the server has completed it by itself", () => {
  const store = memory();
  holdRegistration(registration, visitor, store);
  expect(storedRegistration(visitor, 15 * 60_000, store)).toBeUndefined();
  expect(store.texts.size).toBe(0);
});

test("what cannot be read is as good as nothing", () => {
  const store = memory();
  for (const text of ["{", "null", "[]", '{"registration":{},"until":9e15}']) {
    store.write("fcRegistration", text);
    expect(storedRegistration(visitor, 0, store)).toBeUndefined();
  }
});
