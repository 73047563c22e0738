// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { errorFrom } from "../../lib/api/api.ts";
import { cutOff } from "../../lib/session/cut-off.ts";
import { session } from "../../lib/session/session.ts";
import { fakeApi, refusal } from "../../testing/fake-api.ts";
import { useOtpChange } from "./use-otp-change.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const sent = () => ({
  data: {
    grant: "0b9f6a3e-5a51-4f0e-9b0e-2f3a4c5d6e7f",
    serverTime: inMinutes(0),
    sentTo: "a***@example.com",
    expiresAt: inMinutes(10),
    resendAt: inMinutes(1),
    authenticator: false,
  },
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  session.start("token");
});

/** A review of a transfer whose change is refused like this, after its code was typed. */
async function refusedReview(status: number, code: string) {
  fakeApi(({ method }) => (method === "POST" ? sent() : { data: true }));
  const found = { isDone: false, isFresh: false, key: "" };
  const view = renderHook(() =>
    useOtpChange({
      purpose: "transfer",
      userId: 7,
      change: { fromRefId: "FCASHA22Z", toRefId: "FCRAVK33R", amount: 1000 },
      perform: async (_, key) => {
        found.key = key;
        throw errorFrom(status, JSON.stringify(refusal(status, code, "No")), null);
      },
      onDone: () => void (found.isDone = true),
      onEnded: async () => void (found.isFresh = true),
    }),
  );
  const submit = () => act(() => view.result.current.submit());
  await submit();
  act(() => view.result.current.mailed.set("123456"));
  await submit();
  return { ...found, otp: view.result.current };
}

const everythingKept = () => JSON.stringify({ ...sessionStorage, ...localStorage });

test("a refusal that is not about the code ends a review of money, with fresh figures and no kept step", async () => {
  const { otp, isFresh, isDone, key } = await refusedReview(422, "RECEIVER_UNKNOWN");
  expect(otp).toMatchObject({ ended: { code: "RECEIVER_UNKNOWN" }, step: "form", key: undefined });
  expect({ isFresh, isDone }).toEqual({ isFresh: true, isDone: false });
  expect(everythingKept()).not.toContain(key);
});

test("a change that may have been made under other details does not end with nothing moved", async () => {
  const { otp, key } = await refusedReview(409, "IDEMPOTENCY_CONFLICT");
  expect(otp.ended).toBeUndefined();
  expect(everythingKept()).toContain(key);
});

test("the end of the session leaves nothing of a refused review but what became of the money", async () => {
  const { key } = await refusedReview(401, "NOT_SIGNED_IN");
  expect(everythingKept()).not.toContain(key);
  expect(cutOff.read()).toBe("nothing-moved");
  session.start("another");
  expect(cutOff.read()).toBeNull();
});
