// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { expect, test } from "vitest";
import { renderUi } from "../../testing/render.tsx";
import { Dialog } from "./dialog.tsx";

function Page({ children }: { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="A question" onClose={() => setOpen(false)}>
          <input aria-label="Answer" />
          {children}
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
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Answer")));
});

test("closing it gives the focus back to what opened it", async () => {
  const { user, opener } = await opened();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("Escape closes it, and so does a press on the page behind it", async () => {
  const { user, opener } = await opened();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(opener);
  await user.click(document.querySelector(".mantine-Modal-overlay")!);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("of two dialogs Escape closes the upper one only", async () => {
  const { user } = renderUi(
    <Page>
      <Page />
    </Page>,
  );
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Open" }));
  expect(screen.getAllByRole("dialog")).toHaveLength(2);
  await user.keyboard("{Escape}");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a press inside it leaves it open", async () => {
  const { user } = await opened();
  await user.click(screen.getByLabelText("Answer"));
  expect(screen.queryByRole("dialog")).not.toBeNull();
});
