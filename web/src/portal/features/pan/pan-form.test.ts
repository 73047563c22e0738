import { expect, test } from "vitest";
import { panProblems } from "./pan-form.ts";

const form = { nameInPan: "ASHA VERMA", panNumber: "ABCPE1234F", panImageUrl: "/api/user/proofImage/1" };

test("name, number and proof are all required", () => {
  expect(panProblems(form)).toEqual({});
  expect(panProblems({ nameInPan: "", panNumber: "", panImageUrl: "" })).toEqual({
    nameInPan: "Please enter the name",
    panNumber: "Please enter the PAN number",
    panImageUrl: "Please add proof image",
  });
});

test("the fourth letter says whose PAN it is", () => {
  expect(panProblems({ ...form, panNumber: "ABCXE1234F" }).panNumber).toMatch(/^The fourth letter/);
});
