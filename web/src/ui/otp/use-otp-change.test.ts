// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../lib/session/session.ts";
import { fakeApi, refusal, type FakeCall } from "../../testing/fake-api.ts";
import "../../testing/page.ts";
import { useOtpChange } from "./use-otp-change.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const sent = () => ({
  data: {
    sentTo: "a***@example.com",
    expiresAt: inMinutes(10),
    resendAt: inMinutes(1),
    authenticator: false,
  },
});

const changeTo = (newPassword: string) => ({ userId: 7, oldPassword: "Lychee-0", newPassword });

beforeEach(() => session.start("token"));

interface FormOptions {
  answer?: (call: FakeCall) => object;
  perform?: () => Promise<unknown>;
  secret?: boolean;
}

/** A form with one field that is confirmed by a code. */
function form({ answer, perform = async () => undefined, secret = false }: FormOptions = {}) {
  const calls = fakeApi((call) => answer?.(call) ?? (call.method === "POST" ? sent() : { data: true }));
  const performed: object[] = [];
  let done = 0;
  const view = renderHook(
    ({ newPassword }) =>
      useOtpChange({
        purpose: "change-password",
        userId: 7,
        change: changeTo(newPassword),
        secret,
        perform: async (change) => {
          performed.push(change);
          await perform();
        },
        onDone: () => done++,
      }),
    { initialProps: { newPassword: "Mango-1" } },
  );
  return {
    calls,
    performed,
    isDone: () => done > 0,
    otp: () => view.result.current,
    edit: (newPassword: string) => view.rerender({ newPassword }),
    submit: () => act(() => view.result.current.submit()),
    type: (code: string) => act(() => view.result.current.setCode(code)),
    reload: () => view.unmount(),
  };
}

test("the first submit mails a code for the change, the second makes exactly that change", async () => {
  const { calls, otp, submit, type, performed, isDone } = form();
  await submit();
  expect(calls[0]?.body).toMatchObject({ purpose: "change-password", change: changeTo("Mango-1") });
  expect(otp().step).toBe("code");
  expect(performed).toEqual([]);
  type("123456");
  await submit();
  expect(performed).toEqual([changeTo("Mango-1")]);
  expect(isDone()).toBe(true);
  expect(otp().step).toBe("form");
});

test("an edited form needs a new code, and the old one is not used for it", async () => {
  const { calls, otp, edit, submit, performed } = form();
  await submit();
  edit("Papaya-2");
  expect(otp()).toMatchObject({ step: "form", outdated: true });
  await submit();
  expect(calls.at(-1)?.body).toMatchObject({ change: changeTo("Papaya-2") });
  expect(performed).toEqual([]);
  edit("Mango-1");
  expect(otp().step).toBe("form");
});

test("a missing or short code is refused without asking the server", async () => {
  const { calls, otp, submit, type } = form();
  await submit();
  const before = calls.length;
  await submit();
  expect(otp().codeProblem).toBeTruthy();
  type("123");
  expect(otp().codeProblem).toBeUndefined();
  await submit();
  expect(otp().codeProblem).toBeTruthy();
  expect(calls.length).toBe(before);
});

test("a wrong code is shown at its field and changes nothing", async () => {
  const { otp, submit, type, performed } = form({
    answer: (call) => (call.method === "POST" ? sent() : { data: false }),
  });
  await submit();
  type("123456");
  await submit();
  expect(otp()).toMatchObject({ step: "code", codeProblem: "Please enter valid OTP" });
  expect(performed).toEqual([]);
});

test("a code that was verified before the connection broke is not verified again", async () => {
  let attempts = 0;
  const { calls, submit, type, isDone } = form({
    perform: async () => {
      if (++attempts === 1) throw new Error("the connection broke");
    },
  });
  await submit();
  type("123456");
  await submit();
  expect(isDone()).toBe(false);
  await submit();
  expect(isDone()).toBe(true);
  expect(calls.filter(({ path }) => path.includes("123456"))).toHaveLength(1);
});

test("a double tap sends one code", async () => {
  const { calls, otp } = form();
  await act(async () => {
    await Promise.all([otp().submit(), otp().submit()]);
  });
  expect(calls).toHaveLength(1);
});

test("after a reload the code still counts for the same change", async () => {
  const first = form();
  await first.submit();
  first.reload();
  const second = form();
  expect(second.otp()).toMatchObject({ step: "code", forgotten: false });
  second.edit("Papaya-2");
  expect(second.otp().step).toBe("form");
});

test("a secret change is stored nowhere, and a form typed differently after a reload is refused", async () => {
  const first = form({ secret: true });
  await first.submit();
  first.reload();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("Mango-1");
  const second = form({
    secret: true,
    perform: async () => {
      const { errorFrom } = await import("../../lib/api/api.ts");
      throw errorFrom(403, JSON.stringify(refusal(403, "INVALID_OTP", "Please enter valid OTP")), null);
    },
  });
  expect(second.otp()).toMatchObject({ step: "code", forgotten: true });
  second.type("123456");
  await second.submit();
  expect(second.otp().otherDetails).toMatch(/not the details/);
});
