// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { WaitingTime } from "./waiting-time.tsx";

const state = {
  freeCoinAddress: null,
  heldUntil: new Date(Date.now() + 3_600_000).toISOString(),
  pendingFc: 0,
};

test.each([
  ["account", /^Your password or e-mail is new\./],
  ["address", /^Your free coin address is new\./],
] as const)("a waiting time after a change of the %s says why coins wait", (heldAfter, reason) => {
  renderUi(<WaitingTime state={{ ...state, heldAfter }} />);
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole("timer")).toBeTruthy();
});
