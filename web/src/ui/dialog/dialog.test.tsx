// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { Dialog } from "./dialog.tsx";

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="A question" onClose={() => setOpen(false)}>
          <input aria-label="Answer" />
        </Dialog>
      )}
    </>
  );
}

async function opened() {
  const { user } = renderUi(<Page />);
  const opener = screen.getByRole("button", { name: "Open" });
  await user.click(opener);
  return { user, opener, dialog: screen.getByRole("dialog", { name: "A question" }) };
}

test("the first field has the focus, not the close button", async () => {
  await opened();
  expect(document.activeElement).toBe(screen.getByLabelText("Answer"));
});

test("closing it gives the focus back to what opened it", async () => {
  const { user, opener } = await opened();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("Escape closes it, and so does a press on the page behind it", async () => {
  const first = await opened();
  fireEvent(first.dialog, new Event("cancel", { cancelable: true }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await first.user.click(first.opener);
  fireEvent.mouseDown(screen.getByRole("dialog"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a press inside it leaves it open", async () => {
  await opened();
  fireEvent.mouseDown(screen.getByLabelText("Answer"));
  expect(screen.queryByRole("dialog")).not.toBeNull();
});
