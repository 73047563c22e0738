// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { lazyComponent } from "../../../lib/lazy/lazy-component.ts";
import { fakeApi, refusal } from "../../../testing/fake-api.ts";
import { renderUi } from "../../../testing/render.tsx";
import { LoginPage, type SupportDialogProps } from "./login-page.tsx";

const SupportDialog = lazyComponent<SupportDialogProps>(async () => ({ default: () => null }));

test("an empty login says at each field what is missing, without a reference, and leads to the first", async () => {
  fakeApi(() => ({
    ...refusal(400, "BAD_REQUEST", "Please check what you entered"),
    fields: { refId: "Please enter a user ID", password: "Please enter your password" },
  }));
  const { user } = renderUi(<LoginPage SupportDialog={SupportDialog} preloadNext={async () => {}} />);
  await user.click(screen.getByRole("button", { name: "Login" }));
  const refId = await screen.findByRole("textbox", {
    name: "User ID",
    description: "Please enter a user ID",
  });
  expect(screen.getByText("Please enter your password")).toBeTruthy();
  expect(document.activeElement).toBe(refId);
  expect(screen.queryByText("Please check what you entered")).toBeNull();
  expect(screen.queryByText(/Reference/)).toBeNull();
});
