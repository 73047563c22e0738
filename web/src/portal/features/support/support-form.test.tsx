// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { session } from "../../../lib/session/session.ts";
import { renderUi } from "../../../testing/render.tsx";
import { SupportForm } from "./support-form.tsx";

const message = () => screen.getByLabelText<HTMLTextAreaElement>("Message");

function open(refId: string, fixedRefId = false) {
  const onSent = vi.fn();
  const form = { refId, fixedRefId, draftOf: fixedRefId ? refId : "", onSent };
  return { onSent, ...renderUi(<SupportForm {...form} send={async () => "S-1"} />) };
}

test("a message that was typed is there again after the form was closed, until it is sent", async () => {
  const { user, unmount } = open("FCASHA22Z");
  await user.type(message(), "I cannot sign in");
  unmount();

  const again = open("FCASHA22Z");
  expect(message().value).toBe("I cannot sign in");
  await again.user.click(screen.getByRole("button", { name: "Send message" }));
  await expect.poll(() => again.onSent).toHaveBeenCalledWith("S-1");
  again.unmount();

  open("FCASHA22Z");
  expect(message().value).toBe("");
});

test("what a member typed is shown neither to another member nor to a visitor, and is gone after a logout", async () => {
  const { user, unmount } = open("FCASHA22Z", true);
  await user.type(message(), "About my account");
  unmount();

  const visitor = open("");
  expect(message().value).toBe("");
  visitor.unmount();
  const other = open("FCRAVK33R", true);
  expect(message().value).toBe("");
  other.unmount();

  session.end("signed-out");
  open("FCASHA22Z", true);
  expect(message().value).toBe("");
});
