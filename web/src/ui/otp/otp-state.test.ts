import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../lib/api/api.ts";
import { heardIn, nextOtpState, type CodeOut, type OtpEvent, type OtpState } from "./otp-state.ts";

type State = OtpState<"fmdc">;
type Event = OtpEvent<"fmdc">;

const step = { key: "key-1", purpose: "fmdc", userId: 7, isUnanswered: false, keptAt: 0 } as const;
const code: CodeOut = {
  grant: "grant-1",
  sentTo: "a***@example.com",
  expiresAt: "2026-01-01T10:10:00Z",
  resendAt: "2026-01-01T10:01:00Z",
  authenticator: false,
  fingerprint: "{}",
};
const earlier = { at: "2026-01-01T10:00:00Z", reference: "TR-22222222" };
const error = new ApiError({ code: "RECEIVER_UNKNOWN", message: "No" });
const known = { step, sent: code, repeats: "TR-11111111" };

/** Each state as it is in the middle of a request. */
const states: { [Name in State["name"]]: State } = {
  idle: { ...known, sent: undefined, name: "idle", note: { about: "limit", error } },
  sending: { ...known, name: "sending" },
  waiting: { ...known, name: "waiting", note: { about: "other-details" } },
  confirming: { ...known, name: "confirming" },
  repeated: { ...known, name: "repeated", earlier },
  lost: { ...known, name: "lost", key: step.key },
  ended: { step: undefined, sent: undefined, repeats: undefined, name: "ended", error },
};

const events: { [Name in Event["type"]]: Extract<Event, { type: Name }> } = {
  takenUp: { type: "takenUp", held: { ...step, key: "key-2" }, sent: code, repeats: undefined },
  sendBegun: { type: "sendBegun", step, repeats: undefined },
  codeSent: { type: "codeSent", step, sent: { ...code, grant: "grant-2" } },
  confirmBegun: { type: "confirmBegun" },
  appCodeWanted: { type: "appCodeWanted" },
  codeGone: { type: "codeGone" },
  pressOver: { type: "pressOver" },
  repeatAsked: { type: "repeatAsked", earlier },
  answerLost: { type: "answerLost", key: step.key },
  nothingDone: { type: "nothingDone", key: step.key },
  made: { type: "made" },
  refusedForGood: { type: "refusedForGood", error },
  closed: { type: "closed" },
};

const pairs = Object.values(states).flatMap((state) =>
  Object.values(events).map((event) => ({ state, event, from: state.name, on: event.type })),
);

test.each(pairs.filter(({ event, state }) => !heardIn[event.type].includes(state.name)))(
  "$on comes too late in the state $from, and changes nothing",
  ({ state, event }) => {
    expect(nextOtpState(state, event)).toBe(state);
  },
);

test("the picture in docs/codes.md has exactly the steps that the states can take", () => {
  const taken = pairs.flatMap(({ state, event }) => {
    const next = nextOtpState(state, event).name;
    return next === state.name ? [] : [`${state.name} --> ${next}: ${event.type}`];
  });
  // Whether a code is out decides where these lead; above, one was out.
  const withoutCode = pairs.flatMap(({ state, event }) => {
    const bare = event.type === "takenUp" ? { ...event, sent: undefined } : event;
    const next = nextOtpState({ ...state, sent: undefined }, bare).name;
    return next === state.name ? [] : [`${state.name} --> ${next}: ${event.type}`];
  });
  const drawn = readFileSync(new URL("../../../../docs/codes.md", import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.includes(" --> ") && !line.includes("[*]"));
  expect(drawn.toSorted()).toEqual([...new Set([...taken, ...withoutCode])].toSorted());
});

test("no state is a dead end but the end of a review, which only closing its dialog leaves", () => {
  const left = new Set(
    pairs
      .filter(({ state, event }) => nextOtpState(state, event).name !== state.name)
      .map(({ from }) => from),
  );
  expect(Object.keys(states).filter((name) => !left.has(states[name as State["name"]].name))).toEqual([
    "ended",
  ]);
});

describe("what is known of the request", () => {
  test("stays while a code is requested and used, also when that fails", () => {
    const sending = nextOtpState(states.waiting, events.sendBegun);
    expect(sending).toMatchObject({ name: "sending", sent: { grant: "grant-1" } });
    expect(nextOtpState(sending, events.pressOver)).toMatchObject({ name: "waiting", step, sent: code });
    expect(nextOtpState(states.confirming, events.pressOver)).toMatchObject({ name: "waiting", step });
  });

  test("is forgotten once the change was made, or refused for good", () => {
    const forgotten = { step: undefined, sent: undefined, repeats: undefined };
    expect(nextOtpState(states.confirming, events.made)).toEqual({ ...forgotten, name: "idle" });
    expect(nextOtpState(states.lost, events.made)).toEqual({ ...forgotten, name: "idle" });
    expect(nextOtpState(states.confirming, events.refusedForGood)).toEqual({
      ...forgotten,
      name: "ended",
      error,
    });
  });

  test("is forgotten where nothing was done under its key, and the form says so", () => {
    expect(nextOtpState(states.lost, events.nothingDone)).toMatchObject({
      name: "idle",
      step: undefined,
      note: { about: "nothing-done" },
    });
    // Another key of the same form: the code that is out goes on.
    expect(nextOtpState(states.lost, { type: "nothingDone", key: "key-9" })).toMatchObject({
      name: "waiting",
      step,
    });
  });

  test("a press ends what the form said, and tells what it has to say itself", () => {
    expect(nextOtpState(states.idle, events.sendBegun)).not.toHaveProperty("note");
    const limit = { about: "limit", error } as const;
    expect(nextOtpState(states.sending, { type: "pressOver", note: limit })).toMatchObject({ note: limit });
  });

  test("a code that can confirm nothing any more leads back to the form", () => {
    const gone = nextOtpState(states.confirming, events.codeGone);
    expect(nextOtpState(gone, events.pressOver)).toMatchObject({ name: "idle", sent: undefined });
    expect(nextOtpState(states.confirming, events.appCodeWanted).sent?.authenticator).toBe(true);
  });

  test("closing the question about a repetition forgets that it was wanted", () => {
    expect(nextOtpState(states.repeated, events.closed)).toMatchObject({
      name: "waiting",
      repeats: undefined,
    });
    expect(nextOtpState(states.waiting, events.closed)).toMatchObject({
      name: "waiting",
      repeats: undefined,
    });
  });
});
