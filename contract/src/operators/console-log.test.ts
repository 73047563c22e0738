import { expect, test } from "vitest";
import { referenceOf } from "../receipts/reference.ts";
import { loggedActions, logText } from "./console-log.ts";
import { referencesIn } from "./console-log-details.ts";

test("a line of the log is a sentence: what was changed, from what to what, and by whom it was proposed", () => {
  const details = { setting: "payment.coinAddress", from: "0xA", to: "0xB" };
  const words = "Coin address (Payment for staking) changed from 0xA to 0xB";
  expect(logText("setting/change", details)).toBe(words);
  expect(logText("setting/change", { ...details, proposedBy: "Leela Iyer" })).toBe(
    `${words} (proposed by Leela Iyer)`,
  );
  expect(logText("setting/change", { setting: "gone.name", from: "1", to: "2" })).toBe(
    "gone.name changed from 1 to 2",
  );
});

test("what a line does not know is left out, together with the words around it", () => {
  expect(logText("member/reset-access", { reason: "Lost phone", authenticatorTurnedOff: false })).toBe(
    "Reset the access, because: Lost phone",
  );
  expect(logText("member/reset-access", { reason: "Lost phone", authenticatorTurnedOff: true })).toBe(
    "Reset the access and turned off the authenticator app, because: Lost phone",
  );
  expect(logText("price/withdraw", { fcFor15Usd: 150_000, from: "2026-05-03T18:30:00.000Z" })).toBe(
    "Withdrew the price of 1,50,000 FC for $15 from 4 May 2026, 12:00 am on",
  );
});

test("one of something is not several", () => {
  const sent = { subject: "News", kind: "news", count: 1 };
  expect(logText("bulk-mail/send", sent)).toBe("Sent the bulk mail “News” (news) to 1 member");
  expect(logText("bulk-mail/send", { ...sent, count: 2 })).toMatch(/to 2 members$/);
});

test("a line names requests by the references that members know, and a screen can link them", () => {
  const reference = referenceOf("withdrawal", 12);
  const details = { withdrawal: 12, transaction: "0xabc" };
  expect(logText("withdrawal/accept", details)).toBe(
    `Accepted withdrawal ${reference}, paid by transaction 0xabc`,
  );
  expect(referencesIn(details)).toEqual([reference]);
  expect(referencesIn({ reference: "SR-ABCDEFGH", to: "x" })).toEqual(["SR-ABCDEFGH"]);
});

test("a line of an action that is not known any more lists what it has", () => {
  expect(logText("thing/done", { thing: 4 })).toBe("thing/done, thing 4");
});

test("every action has a label of its own, by which the log can be narrowed", () => {
  const labels = Object.values(loggedActions).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
