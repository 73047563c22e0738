import { randomUUID } from "node:crypto";
import { sure } from "@fc/contract/sure";
import { expect, test } from "vitest";
import { SoftwarePasskey } from "../../testing/software-passkey.ts";
import { requestFor } from "../passkeys/webauthn.ts";
import { approversIn, approverLine, fingerprintOf, type Approver } from "./approvers.ts";
import { batchIn, batchText, challengeOf, releaseText, type PayoutBatch } from "./batch.ts";
import {
  peopleFor,
  peopleForRelease,
  type PaymentToApprove,
  type StoredApproval,
  type VerificationRules,
} from "./verify.ts";

const place = { rpId: "portal.example.com", origin: "https://portal.example.com" };
const now = new Date("2026-11-15T06:30:00Z");
const address = (digit: string) => `0x${digit.repeat(40)}`;
const payment: PaymentToApprove = {
  payoutId: randomUUID(),
  withdrawalId: 7,
  to: address("a"),
  units: 5n * 10n ** 18n,
  wallet: address("b"),
  chainId: 56,
  contract: address("c"),
};
const { payoutId, withdrawalId, to, units, wallet, chainId, contract } = payment;
const batch: PayoutBatch = {
  chainId,
  contract,
  wallet,
  word: randomUUID(),
  expiresAt: new Date("2026-11-18T06:00:00Z"),
  entries: [
    { payoutId: randomUUID(), withdrawalId: 6, to: address("d"), units: 1n },
    { payoutId, withdrawalId, to, units },
  ],
};

function person(name: string): { approver: Approver; passkey: SoftwarePasskey } {
  const passkey = new SoftwarePasskey({ deps: { publicUrl: place.origin } });
  const { credentialId, publicKey } = passkey.kept();
  return { passkey, approver: { person: name, email: `${name}@example.com`, credentialId, publicKey } };
}
const asha = person("asha");
const bina = person("bina");

type Faults = Parameters<SoftwarePasskey["sign"]>[1];

function signed({ passkey }: typeof asha, text = batchText(batch), faults: Faults = {}): StoredApproval {
  const { response } = passkey.sign(requestFor(place, { challenge: challengeOf(text) }), faults);
  const bytes = (value: string) => Buffer.from(value, "base64url");
  return {
    text,
    credentialId: passkey.id,
    authenticatorData: bytes(response.authenticatorData),
    clientData: bytes(response.clientDataJSON),
    signature: bytes(response.signature),
  };
}

const rules: VerificationRules = {
  place,
  approvers: [asha.approver, bina.approver],
  words: new Set([sure(batch.word)]),
  isSignedBefore: false,
  now,
};
const peopleOf = async (
  approvals: StoredApproval[],
  of: Partial<PaymentToApprove> = {},
  given: Partial<VerificationRules> = {},
) => [...(await peopleFor({ ...payment, ...of }, approvals, { ...rules, ...given }))];

test("a payment has the people who signed exactly it", async () => {
  expect(await peopleOf([signed(asha), signed(bina), signed(asha)])).toEqual(["asha", "bina"]);
});

test.each<[string, Partial<PaymentToApprove>]>([
  ["another address", { to: address("e") }],
  ["another amount", { units: units + 1n }],
  ["another withdrawal", { withdrawalId: 8 }],
  ["another payout of the same withdrawal", { payoutId: randomUUID() }],
  ["another chain", { chainId: 97 }],
  ["another contract", { contract: address("f") }],
  ["another wallet", { wallet: address("f") }],
])("a signature does not count for %s", async (_, of) => {
  expect(await peopleOf([signed(asha)])).toEqual(["asha"]);
  expect(await peopleOf([signed(asha)], of)).toEqual([]);
});

test("a signature does not count after its expiry", async () => {
  expect(await peopleOf([signed(asha)], {}, { now: batch.expiresAt })).toEqual([]);
});

test("a signature counts only as long as the worker's own word in it is good, whatever date the page chose", async () => {
  const late = signed(asha, batchText({ ...batch, expiresAt: new Date("2030-01-01T00:00:00Z") }));
  expect(await peopleOf([late])).toEqual(["asha"]);
  expect(await peopleOf([late], {}, { words: new Set([randomUUID()]) })).toEqual([]);
});

test("a text of the release before counts only for a payment that the worker has signed by it", async () => {
  const old = signed(asha, batchText({ ...batch, word: undefined }));
  expect(await peopleOf([old])).toEqual([]);
  expect(await peopleOf([old], {}, { isSignedBefore: true })).toEqual(["asha"]);
});

test("a release is signed for one wallet and one pause", async () => {
  const release = { chainId, wallet, word: randomUUID() };
  const approvals = [signed(asha, releaseText(release)), signed(bina)];
  const of = async (other: Partial<typeof release>) => [
    ...(await peopleForRelease({ ...release, ...other }, approvals, rules)),
  ];
  expect(await of({})).toEqual(["asha"]);
  expect(await of({ word: randomUUID() })).toEqual([]);
  expect(await of({ wallet: address("f") })).toEqual([]);
  expect(await of({ chainId: 97 })).toEqual([]);
});

test("a text that was changed after it was signed counts for nobody", async () => {
  const later = batchText({ ...batch, expiresAt: new Date("2027-11-16T06:30:00Z") });
  expect(await peopleOf([{ ...signed(asha), text: later }])).toEqual([]);
});

test.each<[string, Faults]>([
  ["at another origin", { origin: "https://portal.example.com.evil.example" }],
  ["for another host", { rpId: "evil.example" }],
  ["without the user's finger, face or PIN", { isVerified: false }],
  ["with another challenge, such as a sign-in's", { challenge: Buffer.alloc(32).toString("base64url") }],
])("a signature that was made %s counts for nobody", async (_, faults) => {
  expect(await peopleOf([signed(asha, batchText(batch), faults)])).toEqual([]);
});

test("a key that is not in the file, or pretends to be one of it, counts for nobody", async () => {
  const stranger = person("stranger");
  expect(await peopleOf([signed(stranger)])).toEqual([]);
  expect(await peopleOf([{ ...signed(stranger), credentialId: asha.passkey.id }])).toEqual([]);
});

test("a batch has one text, and every other text is none", () => {
  const text = batchText(batch);
  expect(batchIn(text)).toEqual(batch);
  const others = [
    text.trimEnd(),
    `${text}\n`,
    text.replace("fc-payout/2", "fc-payout/1"),
    text.replace("fc-payout/2", "fc-payout/3"),
    text.replace(/word .*\n/, ""),
    text.replace("chain 56", "chain 056"),
    text.replaceAll("\n", "\r\n"),
    text.replace(" 7 ", "  7 "),
    text + text.slice(text.indexOf("payout ")),
    text.slice(0, text.indexOf("payout ")),
  ];
  expect(others.map(batchIn)).toEqual(others.map(() => undefined));
});

test("the file of approvers is read line by line, and one broken line makes it none", () => {
  const lines = [approverLine(asha.approver), approverLine(bina.approver)];
  expect(approversIn(["# since May", ...lines, ""].join("\n"))).toMatchObject({
    people: [{ person: "asha" }, { person: "bina" }],
  });
  expect(approversIn("")).toEqual({ problem: "PAYOUT_APPROVERS_FILE names nobody" });
  expect(approversIn([...lines, "nobody"].join("\n"))).toHaveProperty("problem");
  expect(approversIn([...lines, lines[0]].join("\n"))).toHaveProperty("problem");
  expect(fingerprintOf(asha.approver)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect(fingerprintOf(asha.approver)).not.toBe(fingerprintOf(bina.approver));
});
