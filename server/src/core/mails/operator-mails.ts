import { button, paragraph, type MailTable } from "./mail.ts";

export interface OperatorMailValues {
  "operator-invited": { role: string; url: string };
  "test-mail": { publicUrl: string };
  "setting-proposed": {
    proposer: string;
    setting: string;
    valueNow: string;
    proposed: string;
    publicUrl: string;
  };
  "email-correction-proposed": {
    proposer: string;
    member: string;
    newAddress: string;
    reason: string;
    /** Of the member's page. */
    url: string;
  };
}

/** Operators work in English: the console has no other language. */
export const operatorMails: MailTable<OperatorMailValues, string> = {
  "operator-invited": {
    subject: "Your access to the FC Portal console",
    heading: "You are invited to the console",
    text: ({ role }) => `choose a password to work in the console as ${role}.`,
    facts: () => [],
    afterFacts: ({ url }) => [
      button("Choose a password", url),
      paragraph("This works once and for three days."),
    ],
    note: "If you did not expect this, please tell the person who runs the console.",
  },
  "test-mail": {
    subject: "A test mail from FC Portal",
    heading: "Mails arrive",
    text: () => "you sent this mail to yourself from the console. Members' codes will arrive the same way.",
    facts: (_, { now }) => [{ label: "Sent", value: now }],
    afterFacts: ({ publicUrl }) => [button("Open the console", `${publicUrl}/console`)],
    note: null,
  },
  "setting-proposed": {
    subject: "A setting waits for a second admin",
    heading: "A setting waits for a second admin",
    text: ({ proposer }) =>
      `${proposer} proposes to weaken a guard. It counts once another admin confirms it.`,
    facts: ({ setting, valueNow, proposed }, { now }) => [
      { label: "Setting", value: setting },
      { label: "Now", value: valueNow },
      { label: "Proposed", value: proposed },
      { label: "When", value: now },
    ],
    afterFacts: ({ publicUrl }) => [button("Open the settings", `${publicUrl}/console/settings`)],
    note: null,
  },
  "email-correction-proposed": {
    subject: "A member's new e-mail address waits for a second operator",
    heading: "A new e-mail address waits for a second operator",
    text: ({ proposer }) =>
      `${proposer} proposes to change a member's e-mail address. It counts once another operator confirms it.`,
    facts: ({ member, newAddress, reason }, { now }) => [
      { label: "Member", value: member },
      { label: "New address", value: newAddress },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    afterFacts: ({ url }) => [button("Open the member's page", url)],
    note: null,
  },
};
