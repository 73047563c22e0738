import { registrationMessages } from "@fc/contract/registration/portal";
import { expect, test } from "vitest";
import {
  fieldOf,
  fieldOfRefusal,
  referrerUnchecked,
  registrationBodyOf,
  registrationProblems,
  sideIn,
  type RegistrationForm,
} from "./registration-form.ts";

const complete: RegistrationForm = {
  team: "left",
  parentRefId: "FCASHA22Z",
  name: "Ananya Iyer",
  gender: "F",
  mailId: "ananya@example.com",
  mobileNumber: "+919876543210",
};
const found = { referrerFound: true };

test("a complete form with a referrer who was found has no problem", () => {
  expect(registrationProblems(complete, found)).toEqual({});
});

test("an empty form names every field that is missing, at once", () => {
  const empty: RegistrationForm = {
    team: "",
    parentRefId: "",
    name: "",
    gender: "M",
    mailId: "",
    mobileNumber: "",
  };
  expect(registrationProblems(empty, { referrerFound: false })).toEqual({
    team: registrationMessages.teamMissing,
    parentRefId: "Please enter a user ID",
    name: registrationMessages.nameMissing,
    mailId: registrationMessages.emailMissing,
  });
});

test("a user id that was typed but not checked does not do", () => {
  expect(registrationProblems(complete, { referrerFound: false })).toEqual({
    parentRefId: referrerUnchecked,
  });
});

test("a name with signs and an e-mail that is none are refused in the contract's words", () => {
  expect(registrationProblems({ ...complete, name: "A<b>", mailId: "ananya@" }, found)).toEqual({
    name: registrationMessages.nameWrong,
    mailId: registrationMessages.emailWrong,
  });
});

test("the team becomes the two flags of the wire", () => {
  expect(registrationBodyOf(complete)).toMatchObject({ isLeft: true, isRight: false });
  expect(registrationBodyOf({ ...complete, team: "right" })).toMatchObject({ isLeft: false, isRight: true });
  expect(registrationBodyOf(complete)).not.toHaveProperty("team");
});

test("the team of an address is read in any case, and nothing else is taken for one", () => {
  expect(["left", "RIGHT", "Left"].map(sideIn)).toEqual(["left", "right", "left"]);
  expect(["middle", "", "lef", "left ", undefined].map(sideIn)).toEqual(Array(5).fill(undefined));
});

test("what the server refuses finds its field", () => {
  expect(["isLeft", "isRight", "mobileNumber", "somethingElse"].map(fieldOf)).toEqual([
    "team",
    "team",
    "mobileNumber",
    undefined,
  ]);
  expect(fieldOfRefusal(registrationMessages.emailTaken)).toBe("mailId");
  expect(fieldOfRefusal(registrationMessages.referrerUnknown)).toBe("parentRefId");
  expect(fieldOfRefusal("Anything else")).toBeUndefined();
});
