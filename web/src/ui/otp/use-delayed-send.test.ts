// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDelayedSend, useSendWhenDue } from "./use-delayed-send.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form that says one thing now and may say another later. */
function form() {
  const send = vi.fn();
  const useForm = ({ says }: { says: string }) => {
    const delayed = useDelayedSend(says);
    useSendWhenDue(delayed, send);
    return delayed;
  };
  const view = renderHook(useForm, { initialProps: { says: "1,000 FC" } });
  return { send, delayed: () => view.result.current, edit: (says: string) => view.rerender({ says }) };
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test("a code that was requested too soon is sent by itself, once", () => {
  const { send, delayed } = form();
  act(() => delayed().start(inSeconds(12), "1,000 FC"));
  act(() => void vi.advanceTimersByTime(11_000));
  expect(send).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(send).toHaveBeenCalledTimes(1);
  expect(delayed().until).toBeNull();
});

test("it is not sent for a form that was edited since, even if the first text is typed again", () => {
  const { send, delayed, edit } = form();
  act(() => delayed().start(inSeconds(12), "1,000 FC"));
  edit("2,000 FC");
  edit("1,000 FC");
  act(() => void vi.advanceTimersByTime(60_000));
  expect(send).not.toHaveBeenCalled();
});

test("it is sent for the same change once more, which begins while the refusal is on its way", () => {
  const { send, delayed, edit } = form();
  const { start } = delayed();
  edit("1,000 FC again");
  act(() => start(inSeconds(12), "1,000 FC again"));
  expect(delayed().until).not.toBeNull();
  act(() => void vi.advanceTimersByTime(12_000));
  expect(send).toHaveBeenCalledTimes(1);
});
