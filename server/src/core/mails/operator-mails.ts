import { indiaTime } from "../../platform/format.ts";
import { button, paragraph, type MailTable } from "./mail.ts";

export interface OperatorMailValues {
  "operator-invited": { role: string; url: string };
  "test-mail": { publicUrl: string };
  alerts: {
    begun: { title: string; detail: string; action: string }[];
    over: { title: string; begunAt: Date }[];
    publicUrl: string;
  };
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
  alerts: {
    subject: ({ begun, over }) =>
      begun.length === 1
        ? `Alert: ${begun[0]!.title}`
        : begun.length > 1
          ? `${begun.length} alerts: ${begun[0]!.title} and more`
          : over.length === 1
            ? `Over: ${over[0]!.title}`
            : `${over.length} alerts are over`,
    heading: ({ begun }) => (begun.length > 0 ? "Somebody has to act" : "This is over"),
    text: ({ begun }) =>
      begun.length > 0
        ? "FC Portal has found what needs a person."
        : "FC Portal finds nothing wrong any more with what it told you.",
    facts: ({ begun, over }) => [
      ...begun.map(({ title, detail, action }) => ({ label: title, value: `${detail} ${action}` })),
      ...over.map(({ title, begunAt }) => ({
        label: begun.length > 0 ? `Over: ${title}` : title,
        value: `Told at ${indiaTime(begunAt)}; it is over.`,
      })),
    ],
    afterFacts: ({ publicUrl }) => [button("Open Today", `${publicUrl}/console`)],
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
