import { expect, test } from "vitest";
import { addressOf, ApiError, callFailures, errorFrom } from "./api.ts";

test("parameters are put into the path, encoded", () => {
  expect(addressOf("/user/otp/verify/:userId/:otp", { userId: 7, otp: "12/3?4" })).toBe(
    "/api/user/otp/verify/7/12%2F3%3F4",
  );
});

test("a path without its parameter is never called", () => {
  expect(() => addressOf("/user/getNotices/:userId", {})).toThrow("userId");
  expect(() => addressOf("/user/otp/verify/:userId/:otp", { userId: 7, otp: "" })).toThrow("otp");
});

test("a query leaves out what is undefined", () => {
  expect(addressOf("/x", {}, { page: 2, sort: undefined, q: "a b" })).toBe("/api/x?page=2&q=a+b");
});

test("the wire shape of a failure is read", () => {
  const body = {
    code: "BAD_REQUEST",
    message: "Please check what you entered",
    requestId: "r1",
    fields: { refId: "x" },
  };
  const error = errorFrom(400, JSON.stringify(body), null);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject(body);
});

test("anything else that fails becomes plain words with the reference of its header", () => {
  expect(errorFrom(502, "<html>Bad gateway</html>", "r2")).toMatchObject({
    message: callFailures.UNREADABLE,
    requestId: "r2",
  });
  expect(errorFrom(504, "", null).message).toBe(callFailures.TIMEOUT);
});
