import { byTwo, group, number, text } from "./console-kinds.ts";

/** Who the house is, as the documents that bind name it. */
export const companySettings = group("Company", {
  name: text("", {
    label: "Name",
    help: "In place of {company} in the terms, the privacy notice and the risk statement.",
  }),
  address: text("", { label: "Address", help: "In place of {address} in these documents." }),
  email: text("", {
    label: "E-mail address for complaints and data",
    help: "In place of {email} in these documents.",
  }),
});

/** How long a member can take a closure back, and what is kept for how long afterwards. */
export const closureSettings = group("Closed accounts", {
  waitingDays: byTwo(
    "to lower it",
    number("days", { min: 1, max: 90 }, 14, {
      label: "Waiting time",
      help: "How long a member can take back that the account is closed. {waitingDays} in the documents.",
    }),
  ),
  kycYears: byTwo(
    "to lower it",
    number("years", { min: 0, max: 20 }, 5, {
      label: "Identity kept for",
      help: "The picture of the PAN card and what was decided about it. {kycYears} in the documents.",
    }),
  ),
  taxYears: byTwo(
    "to lower it",
    number("years", { min: 0, max: 20 }, 8, {
      label: "Tax records kept for",
      help: "Name and number of the PAN, and which documents were accepted. {taxYears} in the documents.",
    }),
  ),
});
