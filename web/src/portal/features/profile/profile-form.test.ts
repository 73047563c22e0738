import { expect, test } from "vitest";
import { changeOf, formOf, isUnchanged, profileProblems } from "./profile-form.ts";

const now = new Date("2026-11-15T06:30:00Z");
const saved = {
  name: "Asha Verma",
  gender: "F",
  mobileNumber: "+919876543210",
  dob: null,
  nominee: "",
  relation: "",
  address: "",
  city: "",
  pin: "",
  country: "",
} as const;

test("what was never given begins empty, in India, and is sent back as it was given", () => {
  const form = formOf(saved);
  expect(form).toMatchObject({ dob: "", country: "IN" });
  expect(changeOf(7, form)).toMatchObject({ id: 7, dob: null, country: "IN" });
  expect(profileProblems(form, now)).toEqual({});
});

test("the suggested country alone is no change, until the member has been at its field", () => {
  expect(isUnchanged(saved, formOf(saved), false)).toBe(true);
  expect(isUnchanged(saved, formOf(saved), true)).toBe(false);
  expect(isUnchanged(saved, { ...formOf(saved), city: "Kochi" }, false)).toBe(false);
  expect(isUnchanged({ ...saved, country: "IN" }, formOf(saved), true)).toBe(true);
});

test("each field says its own problem", () => {
  const form = { ...formOf(saved), name: "", dob: "2010-01-01", pin: "12", mobileNumber: "" };
  expect(profileProblems(form, now)).toEqual({
    name: "Please enter the name",
    mobileNumber: "Please enter a mobile number",
    dob: "You must be at least 18 years old",
    pin: "A PIN of India has 6 digits and does not begin with 0",
  });
});

test("a PIN is judged by the country beside it", () => {
  const form = { ...formOf(saved), pin: "44600" };
  expect(profileProblems({ ...form, country: "NP" }, now)).toEqual({});
  expect(profileProblems(form, now).pin).toBeDefined();
});
