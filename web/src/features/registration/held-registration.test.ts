import { expect, test } from "vitest";
import type { TextStore } from "../../lib/storage.ts";
import {
  dropRegistration,
  heldRegistration,
  holdRegistration,
  type Registration,
} from "./held-registration.ts";

const registration: Registration = {
  name: "Ananya Iyer",
  mailId: "ananya@example.com",
  mobileNumber: "+919876543210",
  team: "left",
  parentRefId: "FCASHA22Z",
  referrerName: "Asha V.",
  placementRefId: "FCRAVK33R",
  placementName: "Ravi K.",
};

function memory(): TextStore & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: (key) => texts.get(key) ?? null,
    write: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
  };
}

test("a summary survives a reload, until Done", () => {
  const store = memory();
  holdRegistration(registration, 1_000, store);
  expect(heldRegistration(2_000, store)).toEqual(registration);
  dropRegistration(store);
  expect(heldRegistration(2_000, store)).toBeUndefined();
});

test("it is gone once the server has completed it by itself", () => {
  const store = memory();
  holdRegistration(registration, 0, store);
  expect(heldRegistration(15 * 60_000, store)).toBeUndefined();
  expect(store.texts.size).toBe(0);
});

test("what cannot be read is as good as nothing", () => {
  const store = memory();
  for (const text of ["{", "null", "[]", '{"registration":{},"until":9e15}']) {
    store.write("fcRegistration", text);
    expect(heldRegistration(0, store)).toBeUndefined();
  }
});
