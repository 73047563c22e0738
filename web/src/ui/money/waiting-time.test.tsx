// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { WaitingTime } from "./waiting-time.tsx";

const state = {
  freeCoinAddress: null,
  heldUntil: new Date(Date.now() + 3_600_000).toISOString(),
  pendingFc: 0,
  kycAboveFc: null,
  tax: null,
};

test.each([
  ["address", /^Your free coin address is new, /],
  ["password", /^Your password was changed, /],
  ["joining", /^You are new here and chose your first password, /],
  ["email", /^Your e-mail address was changed, /],
  ["email-by-support", /^Support changed your e-mail address, /],
] as const)("a waiting time (%s) says in one sentence why and until when", (heldAfter, reason) => {
  renderUi(<WaitingTime state={{ ...state, heldAfter }} />);
  const { textContent } = screen.getByText(reason);
  expect(textContent).toMatch(/ coin withdrawals wait until [^.]*\d [^.]*\.$/);
  expect(screen.getByRole("timer")).toBeTruthy();
});
