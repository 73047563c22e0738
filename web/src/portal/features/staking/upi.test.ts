import { expect, test } from "vitest";
import { upiLink } from "./upi.ts";

const payee = { upiId: "fc-portal@example", accountName: "FC Portal & Co" };

test("a payment app is told the payee, the amount in rupees and whose stake it is", () => {
  expect(upiLink(payee, { refId: "FCASHA22Z", amountInr: "13218.51" })).toBe(
    "upi://pay?pa=fc-portal@example&pn=FC%20Portal%20%26%20Co&am=13218.51&cu=INR&tn=Stake%20FCASHA22Z",
  );
});

test("no amount is named until one is chosen, and a payee without a name is named by the id", () => {
  expect(upiLink({ ...payee, accountName: "" }, { refId: "FCASHA22Z", amountInr: undefined })).toBe(
    "upi://pay?pa=fc-portal@example&pn=fc-portal@example&cu=INR&tn=Stake%20FCASHA22Z",
  );
});

test("nothing that operators enter can add a field", () => {
  const link = upiLink(
    { upiId: "a@b&am=1", accountName: "x&am=1#" },
    { refId: "FCASHA22Z", amountInr: "15.00" },
  );
  const fields = [...new URL(link).searchParams];
  expect(fields).toEqual([
    ["pa", "a@b&am=1"],
    ["pn", "x&am=1#"],
    ["am", "15.00"],
    ["cu", "INR"],
    ["tn", "Stake FCASHA22Z"],
  ]);
});
