// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderUi } from "../../testing/render.tsx";
import { openPalette } from "../../ui/palette/palette.tsx";
import { CommandPalette } from "./command-palette.tsx";

async function palette() {
  const calls = fakeApi(() => ({ data: [{ refId: "FCRAVI22Z", name: "Ravi Kumar" }], total: 1 }));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CommandPalette role="admin" hasChain={false} /> }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const { user } = renderUi(<RouterProvider router={router as never} />);
  act(openPalette);
  const field = await screen.findByRole("combobox");
  return {
    user,
    field,
    calls,
    isClosed: () => screen.queryByRole("combobox") === null,
    address: () => router.state.location.pathname,
    chosen: () => screen.getByRole("option", { selected: true }).textContent,
  };
}

test("arrow keys go round, and Enter opens the chosen screen", async () => {
  const { user, field, chosen, isClosed, address } = await palette();
  const first = chosen();
  await user.type(field, "{ArrowUp}{ArrowDown}");
  expect(chosen()).toBe(first);
  await user.type(field, "withdr{Enter}");
  expect(isClosed()).toBe(true);
  await waitFor(() => expect(address()).toBe("/withdrawals"));
});

test("members are searched once the typing pauses, and follow the screens", async () => {
  const { user, field, calls, address } = await palette();
  // At once, or a slow machine would take a pause between two letters for the end of the typing.
  for (const typed of ["r", "ra", "rav", "ravi"]) fireEvent.change(field, { target: { value: typed } });
  expect(await screen.findByText("FCRAVI22Z")).toBeTruthy();
  expect(calls.filter(({ path }) => path.includes("search=ravi"))).toHaveLength(1);
  expect(calls).toHaveLength(1);
  await user.type(field, "{Enter}");
  await waitFor(() => expect(address()).toBe("/members/FCRAVI22Z"));
});
