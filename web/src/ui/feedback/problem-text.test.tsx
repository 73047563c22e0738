// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "../../lib/api/api.ts";
import { renderUi } from "../../testing/render.tsx";
import { ProblemText } from "./problem-text.tsx";

const wire = { message: "Please check what you entered", requestId: "r1" };

test("a refusal of what was entered says what is wrong with it, and shows no reference", () => {
  const fields = { name: "Please enter the name", pin: "A PIN has digits only" };
  renderUi(<ProblemText error={new ApiError({ code: "BAD_REQUEST", ...wire, fields }, 400)} />);
  expect(screen.getByText("Please enter the name")).toBeTruthy();
  expect(screen.getByText("A PIN has digits only")).toBeTruthy();
  expect(screen.queryByText(/r1/)).toBeNull();
});

test("a refusal because somebody else was first says what happened, and shows no reference", () => {
  const message = "This was paid in the meantime and can no longer be cancelled";
  renderUi(<ProblemText error={new ApiError({ code: "PAID_MEANWHILE", ...wire, message }, 409)} />);
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByText(/r1/)).toBeNull();
});

test("a failure of ours shows the reference by which support finds it", () => {
  const message = "Something went wrong on our side. Please try again";
  renderUi(<ProblemText error={new ApiError({ code: "INTERNAL", ...wire, message }, 500)} />);
  expect(screen.getByText("Reference: r1")).toBeTruthy();
});
