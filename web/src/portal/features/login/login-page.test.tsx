// @vitest-environment happy-dom
import { loginRefused } from "@fc/contract/login/portal";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { lazyComponent } from "../../../lib/lazy/lazy-component.ts";
import { fakeApi, refusal } from "../../../testing/fake-api.ts";
import { renderUi } from "../../../testing/render.tsx";
import { LoginPage, type SupportDialogProps } from "./login-page.tsx";

const SupportDialog = lazyComponent<SupportDialogProps>(async () => ({ default: () => null }));

const loginPage = () => renderUi(<LoginPage SupportDialog={SupportDialog} preloadNext={async () => {}} />);

test("an empty login says at each field what is missing, without a reference, and leads to the first", async () => {
  fakeApi(() => ({
    ...refusal(400, "BAD_REQUEST", "Please check what you entered"),
    fields: { refId: "Please enter a user ID", password: "Please enter your password" },
  }));
  const { user } = loginPage();
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

test("a wrong password is answered in the specification's words, and the button says Loading meanwhile", async () => {
  fakeApi(() => ({ isAuth: false }));
  const answered = Promise.withResolvers<void>();
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    await answered.promise;
    return answer(...request);
  });
  const { user } = loginPage();
  await user.click(screen.getByRole("button", { name: "Login" }));
  expect(screen.getByRole("button", { name: "Loading" })).toBeTruthy();
  answered.resolve();
  expect(await screen.findByText(loginRefused)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Login" }).hasAttribute("disabled")).toBe(false);
});

test("the password can be shown and hidden", async () => {
  const { user } = loginPage();
  const field = screen.getByLabelText<HTMLInputElement>("Password", { selector: "input" });
  expect(field.type).toBe("password");
  await user.click(screen.getByRole("button", { name: /show password/i }));
  expect(field.type).toBe("text");
  await user.click(screen.getByRole("button", { name: /hide password/i }));
  expect(field.type).toBe("password");
});

test("a server that cannot be reached is reported in plain words", async () => {
  fakeApi(() => {
    throw new TypeError("Failed to fetch");
  });
  const { user } = loginPage();
  await user.click(screen.getByRole("button", { name: "Login" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/could not reach FC Portal/);
});

test("too many attempts: the page says how long to wait, and that Forgot Password is a way in", async () => {
  fakeApi(() => ({
    ...refusal(429, "TOO_MANY_REQUESTS", "Too many attempts. Please wait a little and try again"),
    retryAfterSeconds: 700,
  }));
  const { user } = loginPage();
  await user.click(screen.getByRole("button", { name: "Login" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Too many attempts. Please try again in 12 minutes");
  expect(alert.textContent).toContain("Or press Forgot Password");
});
