import { expect, test } from "vitest";
import { passwordFormProblems } from "./password-form.ts";

test("a good form has no problems", () => {
  const newPassword = "correct horse battery";
  expect(
    passwordFormProblems({ oldPassword: "old one", newPassword, confirmNewPassword: newPassword }),
  ).toEqual({});
});

test("each field says its own problem", () => {
  expect(
    passwordFormProblems({ oldPassword: "", newPassword: "short", confirmNewPassword: "shorter" }),
  ).toEqual({
    oldPassword: "Please enter your old password",
    newPassword: "Use at least 10 characters",
    confirmNewPassword: "The two new passwords are not the same",
  });
});
