// @vitest-environment happy-dom
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, refusal } from "../../testing/fake-api.ts";
import { usePicture } from "./use-picture.ts";

// The library needs a canvas, which only a browser has: the picture stays as it is.
vi.mock("compressorjs", () => ({
  default: function FakeCompressor(file: Blob, { success }: { success: (file: Blob) => void }) {
    success(file);
  },
}));

beforeEach(() => {
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => undefined;
});

const photo = (name = "receipt.jpg", bytes = 1000) =>
  new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
const arrived = () => ({ data: { proofImageUrl: "/proofs/1" } });

function picture() {
  const { result } = renderHook(() =>
    usePicture({ userId: 7, folder: "stacking-verification-images", quality: 0.8 }),
  );
  return {
    state: () => result.current.state,
    url: () => result.current.proofImageUrl,
    choose: (file: File) => act(() => result.current.choose(file)),
    startChoosing: (file: File) => act(() => void result.current.choose(file)),
    drop: () => act(() => result.current.drop()),
    retry: () => act(() => result.current.retry()),
  };
}

test("a chosen picture is sent at once and its address is known", async () => {
  const calls = fakeApi(arrived);
  const { state, url, choose } = picture();
  await choose(photo());
  expect(state().phase).toBe("sent");
  expect(url()).toBe("/proofs/1");
  expect(calls).toHaveLength(1);
});

test("a picture that is far too large is refused before anything is sent", async () => {
  const calls = fakeApi(arrived);
  const { state, choose } = picture();
  const file = photo();
  Object.defineProperty(file, "size", { value: 10 ** 9 });
  await choose(file);
  expect(state()).toMatchObject({ phase: "none", error: { code: "PICTURE_TOO_LARGE" } });
  expect(calls).toHaveLength(0);
});

test("a refused picture says why and can be sent again", async () => {
  let isRefused = true;
  fakeApi(() => (isRefused ? refusal(400, "NOT_A_PICTURE", "Not a picture") : arrived()));
  const { state, url, choose, retry } = picture();
  await choose(photo());
  expect(state()).toMatchObject({ phase: "failed", error: { code: "NOT_A_PICTURE" } });
  expect(url()).toBeUndefined();
  isRefused = false;
  retry();
  await waitFor(() => expect(url()).toBe("/proofs/1"));
});

test("a removed picture is gone, also when its upload ends afterwards", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async () => {
    await promise;
    return new Response(JSON.stringify(arrived()));
  });
  const { state, url, startChoosing, drop } = picture();
  startChoosing(photo());
  await waitFor(() => expect(state().phase).toBe("sending"));
  drop();
  await act(async () => resolve());
  expect(state()).toEqual({ phase: "none" });
  expect(url()).toBeUndefined();
});
