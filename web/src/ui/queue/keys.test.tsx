// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useKeys } from "./keys.tsx";

function Page({ onNext, isAsking }: { onNext: () => void; isAsking: boolean }) {
  useKeys({ j: onNext });
  return (
    <>
      <button type="button">Elsewhere</button>
      <input aria-label="Search" />
      <input type="radio" aria-label="Approved" />
      {isAsking && (
        <div role="dialog" aria-modal="true">
          <button type="button">In a dialog</button>
        </div>
      )}
    </>
  );
}

/** How often the action ran after the key was pressed there. */
function runs(target: () => HTMLElement, key: object, isAsking = false): number {
  let count = 0;
  const { unmount } = render(<Page onNext={() => count++} isAsking={isAsking} />);
  fireEvent.keyDown(target(), key);
  unmount();
  fireEvent.keyDown(document.body, key);
  return count;
}

test("a key works on the page, in either case", () => {
  expect(runs(() => document.body, { key: "j" })).toBe(1);
  expect(runs(() => screen.getByText("Elsewhere"), { key: "J" })).toBe(1);
  expect(runs(() => screen.getByLabelText("Approved"), { key: "j" })).toBe(1);
});

test("a key does nothing in a field, while a dialog is open, with a modifier, or while it is held down", () => {
  expect(runs(() => screen.getByLabelText("Search"), { key: "j" })).toBe(0);
  expect(runs(() => screen.getByText("In a dialog"), { key: "j" }, true)).toBe(0);
  expect(runs(() => document.body, { key: "j" }, true)).toBe(0);
  expect(runs(() => document.body, { key: "j", ctrlKey: true })).toBe(0);
  expect(runs(() => document.body, { key: "j", repeat: true })).toBe(0);
});
