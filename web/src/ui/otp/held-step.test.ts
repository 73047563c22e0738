import { beforeEach, expect, test } from "vitest";
import { session } from "../../lib/session/session.ts";
import { heldStep } from "./held-step.ts";

const now = new Date("2026-11-15T10:00:00Z");
const step = {
  purpose: "change-password" as const,
  userId: 7,
  grant: "0b9f6a3e-5a51-4f0e-9b0e-2f3a4c5d6e7f",
  sentTo: "a***@example.com",
  expiresAt: "2026-11-15T10:10:00Z",
  resendAt: "2026-11-15T10:00:30Z",
  authenticator: false,
};

beforeEach(() => {
  session.start("t");
  heldStep.drop();
});

test("a step under way is found again, by its own member and until its code expires", () => {
  heldStep.keep(step);
  expect(heldStep.find("change-password", 7, now)).toEqual(step);
  expect(heldStep.find("change-password", 8, now)).toBeUndefined();
  expect(heldStep.find("change-password", 7, new Date("2026-11-15T10:10:00Z"))).toBeUndefined();
});

test("it ends with the session", () => {
  heldStep.keep(step);
  session.end("signed-out");
  expect(heldStep.find("change-password", 7, now)).toBeUndefined();
});
