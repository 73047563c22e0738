// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { errorFrom } from "../../lib/api/api.ts";
import { session } from "../../lib/session/session.ts";
import { fakeApi, refusal, type FakeCall } from "../../testing/fake-api.ts";
import { useOtpChange } from "./use-otp-change.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const grant = "0b9f6a3e-5a51-4f0e-9b0e-2f3a4c5d6e7f";
const sent = () => ({
  data: {
    grant,
    serverTime: inMinutes(0),
    sentTo: "a***@example.com",
    expiresAt: inMinutes(10),
    resendAt: inMinutes(1),
    authenticator: false,
  },
});

const changeTo = (newPassword: string) => ({ userId: 7, oldPassword: "Lychee-0", newPassword });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  session.start("token");
});

const refused = (status: number, code: string) =>
  Promise.reject(errorFrom(status, JSON.stringify(refusal(status, code, "No")), null));
const invalidOtp = () => refused(403, "INVALID_OTP");

interface FormOptions {
  answer?: (call: FakeCall) => object;
  perform?: () => Promise<unknown>;
  secret?: boolean;
}

/** A form with one field that is confirmed by a code. */
function form({ answer, perform = async () => undefined, secret = false }: FormOptions = {}) {
  const calls = fakeApi((call) => answer?.(call) ?? (call.method === "POST" ? sent() : { data: true }));
  const performed: object[] = [];
  const keys: string[] = [];
  const done: object[] = [];
  const view = renderHook(
    ({ newPassword }) =>
      useOtpChange({
        purpose: "change-password",
        userId: 7,
        change: changeTo(newPassword),
        secret,
        perform: async (change, key) => {
          performed.push(change);
          keys.push(key);
          await perform();
          return {};
        },
        onDone: (found) => void done.push(found),
      }),
    { initialProps: { newPassword: "Mango-1" } },
  );
  return {
    calls,
    performed,
    keys,
    done,
    isDone: () => done.length > 0,
    otp: () => view.result.current,
    edit: (newPassword: string) => view.rerender({ newPassword }),
    submit: () => act(() => view.result.current.submit()),
    type: (code: string) => act(() => view.result.current.mailed.set(code)),
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

test.each([false, true])(
  "an edited form needs a new code, and the old one is not used for it (secret: %s)",
  async (secret) => {
    const { calls, otp, edit, submit, performed } = form({ secret });
    await submit();
    edit("Papaya-2");
    expect(otp()).toMatchObject({ step: "form", outdated: true });
    await submit();
    expect(calls.at(-1)?.body).toMatchObject({ change: changeTo("Papaya-2") });
    expect(performed).toEqual([]);
    edit("Mango-1");
    expect(otp().step).toBe("form");
  },
);

test("a missing or short code is refused without asking the server", async () => {
  const { calls, otp, submit, type } = form();
  await submit();
  const before = calls.length;
  await submit();
  expect(otp().mailed.problem).toBeTruthy();
  type("123");
  expect(otp().mailed.problem).toBeUndefined();
  await submit();
  expect(otp().mailed.problem).toBeTruthy();
  expect(calls.length).toBe(before);
});

test("a wrong code is shown at its field and changes nothing", async () => {
  const { otp, submit, type, performed } = form({
    answer: (call) => (call.method === "POST" ? sent() : { data: false }),
  });
  await submit();
  type("123456");
  await submit();
  expect(otp()).toMatchObject({ step: "code", mailed: { problem: "Please enter valid OTP" } });
  expect(performed).toEqual([]);
});

test("a code that was verified before its change was refused for now is not verified again", async () => {
  let attempts = 0;
  const { calls, submit, type, isDone } = form({
    perform: async () => {
      if (++attempts === 1) await refused(409, "PRICE_UNSET");
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
    perform: () => invalidOtp(),
  });
  expect(second.otp()).toMatchObject({ step: "code", forgotten: true });
  second.type("123456");
  await second.submit();
  expect(second.otp().otherDetails).toMatch(/not the details/);
});

const wrong = { data: false, reason: "wrong", triesLeft: 4 };

/** A form whose code is refused like this. */
async function refusedForm(answer: object, perform?: () => Promise<unknown>) {
  const view = form({
    answer: (call) => (call.method === "POST" ? sent() : answer),
    ...(perform && { perform }),
  });
  await view.submit();
  view.type("123456");
  await view.submit();
  return view;
}

test("a refused code says why, below the specification's headline", async () => {
  const { otp, calls, type } = await refusedForm({ ...wrong, triesLeft: 3 });
  expect(calls.at(-1)?.path).toBe(`/user/otp/verify/7/123456?grant=${grant}`);
  expect(otp()).toMatchObject({
    mailed: { problem: "Please enter valid OTP", refusal: { reason: "wrong", triesLeft: 3 } },
  });
  type("12345");
  expect(otp()).toMatchObject({ mailed: { problem: undefined, refusal: undefined } });
});

test.each(["expired", "locked"])(
  "a code that is %s is not tried again, until a new one was sent",
  async (reason) => {
    const { otp, calls, submit, type } = await refusedForm({ data: false, reason });
    const before = calls.length;
    type("654321");
    expect(otp().mailed.refusal).toEqual({ reason });
    await submit();
    expect(otp().mailed.problem).toBe("Please enter valid OTP");
    expect(calls).toHaveLength(before);
    await act(() => otp().resend());
    expect(otp()).toMatchObject({ step: "code", mailed: { refusal: undefined, problem: undefined } });
  },
);

test("a newer code, which another tab requested for this very change, can be entered", async () => {
  let answer: object = { data: false, reason: "replaced" };
  const view = form({ answer: (call) => (call.method === "POST" ? sent() : answer) });
  await view.submit();
  view.type("123456");
  await view.submit();
  expect(view.otp().mailed.refusal).toEqual({ reason: "replaced" });
  answer = { data: true };
  view.type("654321");
  await view.submit();
  expect(view.isDone()).toBe(true);
});

test("a code of a request that another tab gave up leads back to the form and says that nothing was done", async () => {
  const { otp } = await refusedForm({ data: false, reason: "closed" });
  expect(otp()).toMatchObject({ step: "form", isNotDone: true, key: undefined });
});

test("a spent code whose answer was lost finishes the form, because the change answers as before", async () => {
  const { isDone, performed } = await refusedForm({ data: false, reason: "spent" });
  expect(performed).toHaveLength(1);
  expect(isDone()).toBe(true);
});

test("a code that was spent by something else is called spent", async () => {
  const { otp } = await refusedForm({ data: false, reason: "spent" }, () => invalidOtp());
  expect(otp()).toMatchObject({ step: "code", mailed: { refusal: { reason: "spent" } } });
});

test("a code that is taken away between its check and the change says what became of it", async () => {
  const answers = [{ data: true }, { data: false, reason: "replaced" }];
  const view = form({
    answer: (call) => (call.method === "POST" ? sent() : answers.shift()!),
    perform: () => invalidOtp(),
  });
  await view.submit();
  view.type("123456");
  await view.submit();
  expect(view.otp()).toMatchObject({
    mailed: { problem: "Please enter valid OTP", refusal: { reason: "replaced" } },
  });
});

test("a right code for what has changed since, such as the price, is called so", async () => {
  const { otp } = await refusedForm({ data: true }, () => invalidOtp());
  expect(otp().mailed.refusal).toMatchObject({ reason: "changed" });
});

test("a phone whose clock is a day behind shows the same times left", async () => {
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  const inTomorrow = (minutes: number) => new Date(tomorrow + minutes * 60_000).toISOString();
  const times = { serverTime: inTomorrow(0), expiresAt: inTomorrow(10), resendAt: inTomorrow(1) };
  const { otp, submit } = form({ answer: () => ({ data: { ...sent().data, ...times } }) });
  await submit();
  expect(Date.parse(otp().sent?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  expect(Date.parse(otp().sent?.resendAt ?? "") - Date.now()).toBeLessThanOrEqual(60_000);
});

test("a limit is shown with the form, not as a fault", async () => {
  const limit = { ...refusal(429, "TOO_MANY_REQUESTS", "…"), limit: "otp-send", retryAfterSeconds: 1200 };
  const { otp, submit } = form({ answer: () => limit });
  await submit();
  expect(otp()).toMatchObject({ step: "form", limited: { limit: "otp-send", retryAfterSeconds: 1200 } });
});

describe("a code that is requested too soon after the last one", () => {
  const tooSoon = { ...refusal(429, "TOO_MANY_REQUESTS", "…"), limit: "otp-resend", retryAfterSeconds: 12 };
  beforeEach(() => void vi.useFakeTimers());

  /** A corrected form, submitted while the server still wants 12 seconds of patience. */
  async function correctedForm() {
    const start = Date.now();
    let early = false;
    const view = form({
      answer: ({ method }) =>
        method !== "POST" ? { data: true } : early && Date.now() < start + 12_000 ? tooSoon : sent(),
    });
    await view.submit();
    early = true;
    view.edit("Papaya-2");
    await view.submit();
    const sends = () => view.calls.filter(({ method }) => method === "POST").length;
    expect(sends()).toBe(2);
    expect(view.otp()).toMatchObject({ step: "form", limited: undefined });
    expect(Date.parse(view.otp().sendsAt ?? "")).toBe(start + 12_000);
    return { ...view, sends };
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test("is sent by itself, once, and presses meanwhile send nothing", async () => {
    const { otp, sends, submit, calls } = await correctedForm();
    await pass(11_000);
    await submit();
    expect(sends()).toBe(2);
    await pass(1000);
    expect(sends()).toBe(3);
    expect(calls.at(-1)?.body).toMatchObject({ change: changeTo("Papaya-2") });
    expect(otp()).toMatchObject({ step: "code", sendsAt: null });
    await pass(120_000);
    expect(sends()).toBe(3);
  });

  test("is not sent after another edit, even if that one is undone", async () => {
    const { otp, sends, edit } = await correctedForm();
    edit("Papaya-3");
    expect(otp().sendsAt).toBeNull();
    edit("Papaya-2");
    await pass(60_000);
    expect(sends()).toBe(2);
  });

  test("is not sent after the member has left", async () => {
    const { sends, reload } = await correctedForm();
    reload();
    await pass(60_000);
    expect(sends()).toBe(2);
  });

  test("is not sent after its dialog was closed", async () => {
    const { otp, sends } = await correctedForm();
    act(() => otp().close());
    await pass(60_000);
    expect(sends()).toBe(2);
  });
});

describe("an answer that was lost", () => {
  const lost = () => Promise.reject(new TypeError("the connection broke"));
  const keyIn = ({ body }: FakeCall) => (body as { key: string }).key;
  const isLookUp = ({ path }: FakeCall) => path.includes("/outcome/");
  const isSend = ({ path }: FakeCall) => path.includes("/otp/send/");
  /** A server that says this of the key, or cannot be reached. */
  const saying = (say: () => object | "away") => (call: FakeCall) => {
    if (!isLookUp(call)) return call.method === "POST" ? sent() : { data: true };
    const said = say();
    if (said === "away") throw new TypeError("the connection broke");
    return { data: said };
  };

  async function lostForm(say: () => object | "away", perform: () => Promise<never> = lost) {
    const view = form({ answer: saying(say), perform });
    await view.submit();
    view.type("123456");
    await view.submit();
    return view;
  }

  test("of the code's request is asked for again under the same key", async () => {
    let attempts = 0;
    const { calls, submit } = form({
      answer: () => {
        if (++attempts === 1) throw new TypeError("the connection broke");
        return sent();
      },
    });
    await submit();
    await submit();
    const [first, second] = calls.filter(isSend);
    expect(keyIn(second!)).toBe(keyIn(first!));
  });

  test("of the change is looked up by its key, and found done", async () => {
    const { calls, keys, done, otp } = await lostForm(() => ({ state: "done", reference: "TR-22222222" }));
    expect(calls.at(-1)?.path).toContain(keys[0]);
    expect(keyIn(calls.find(isSend)!)).toBe(keys[0]);
    expect(done).toEqual([{ reference: "TR-22222222", isLookedUp: true }]);
    expect(otp().step).toBe("form");
    expect(JSON.stringify({ ...localStorage })).not.toContain(keys[0]);
  });

  test.each([
    ["was not done", lost],
    ["was looked up by another tab before", () => refused(409, "GIVEN_UP")],
  ])("and %s leads back to the form, and the next press to a new key and a new code", async (_, perform) => {
    const { calls, otp, keys, submit } = await lostForm(() => ({ state: "not-done" }), perform);
    expect(otp()).toMatchObject({ step: "form", mailed: { value: "" }, isNotDone: true });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(keys[0]);
    await submit();
    expect(otp()).toMatchObject({ step: "code", isNotDone: false });
    const [first, second] = calls.filter(isSend).map(keyIn);
    expect(second).not.toBe(first);
  });

  test("is asked for again after a reload, before anything else, also when the first look-up failed", async () => {
    let say: object | "away" = "away";
    const first = await lostForm(() => say);
    expect(first.otp()).toMatchObject({ step: "lost", outcome: "failed" });
    first.reload();
    say = { state: "done" };
    const second = form({ answer: saying(() => say) });
    expect(second.otp().step).toBe("lost");
    await expect.poll(() => second.isDone()).toBe(true);
    expect(second.calls.filter((call) => !isLookUp(call))).toEqual([]);
    expect(second.calls[0]?.path).toContain(first.keys[0]);
  });

  test("is asked for again by the button and when the browser is online", async () => {
    let say: object | "away" = "away";
    const { otp, calls, submit, done } = await lostForm(() => say);
    await submit();
    expect(calls.filter(isLookUp)).toHaveLength(2);
    expect(otp().step).toBe("lost");
    say = { state: "done" };
    await act(async () => void dispatchEvent(new Event("online")));
    await expect.poll(() => done).toHaveLength(1);
  });
});

test("the same change of a few minutes ago is made again only when the member says so", async () => {
  const earlier = { at: inMinutes(-1), reference: "TR-22222222" };
  let asked = 0;
  const { calls, otp, submit, type, performed } = form({
    answer: (call) => {
      if (call.method !== "POST") return { data: true };
      return ++asked === 1 ? { ...refusal(409, "DONE_BEFORE", "You did exactly this"), earlier } : sent();
    },
  });
  await submit();
  expect(otp()).toMatchObject({ step: "repeated", earlier });
  await submit();
  const repeated = { ...changeTo("Mango-1"), repeats: earlier.reference };
  expect(calls[1]?.body).toMatchObject({ change: repeated });
  const [first, second] = calls.map(({ body }) => (body as { key: string }).key);
  expect(second).not.toBe(first);
  type("123456");
  await submit();
  expect(performed).toEqual([repeated]);
});
