import { indiaTime } from "../../platform/format.ts";
import { button, paragraph, type MailTable } from "./mail.ts";

export interface OperatorMailValues {
  "operator-invited": { role: string; url: string };
  "setting-proposed": {
    proposer: string;
    setting: string;
    valueNow: string;
    proposed: string;
    publicUrl: string;
  };
}

export const operatorMails: MailTable<OperatorMailValues> = {
  "operator-invited": {
    subject: "Your access to the FC Portal console",
    heading: "You are invited to the console",
    text: ({ role }) => `choose a password to work in the console as ${role}.`,
    facts: () => ({}),
    afterFacts: ({ url }) => [
      button("Choose a password", url),
      paragraph("This works once and for three days."),
    ],
    note: "If you did not expect this, please tell the person who runs the console.",
  },
  "setting-proposed": {
    subject: "A setting waits for a second admin",
    heading: "A setting waits for a second admin",
    text: ({ proposer }) =>
      `${proposer} proposes to weaken a guard. It counts once another admin confirms it.`,
    facts: ({ setting, valueNow, proposed }, { now }) => ({
      Setting: setting,
      Now: valueNow,
      Proposed: proposed,
      When: indiaTime(now),
    }),
    afterFacts: ({ publicUrl }) => [button("Open the settings", `${publicUrl}/console/settings`)],
    note: null,
  },
};
