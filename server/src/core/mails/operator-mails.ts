import { sure } from "@fc/contract/sure";
import { indiaTime } from "../../platform/format.ts";
import { button, paragraph, type MailTable } from "./mail.ts";

export interface OperatorMailValues {
  "operator-invited": { role: string; url: string };
  "console-link": { url: string };
  "operator-account-changed": { what: string; device: string; address: string };
  "ledger-anchor": { day: string; head: string };
  "company-exported": { operator: string; folder: string; host: string; withSecrets: boolean };
  "test-mail": { publicUrl: string };
  alerts: {
    begun: { title: string; detail: string; action: string }[];
    over: { title: string; begunAt: Date }[];
    publicUrl: string;
  };
  "proposal-waiting": TwoPeople;
  "done-alone": TwoPeople;
  "operator-let-in": { operator: string; role: string; done: string };
  "operator-disabled": { operator: string; role: string; by: string };
  "email-correction-proposed": {
    proposer: string;
    member: string;
    newAddress: string;
    reason: string;
    /** Of the member's page. */
    url: string;
  };
}

interface TwoPeople {
  title: string;
  lines: readonly { label: string; from: string; to: string }[];
  reason: string;
  proposer: string;
  publicUrl: string;
}

/** Each value from before, then the new one. */
function changeFacts({ lines, reason }: TwoPeople, now: Date) {
  return [
    ...lines.flatMap(({ label, from, to }) => [
      { label: `${label}, now`, value: from },
      { label: `${label}, new`, value: to },
    ]),
    { label: "Reason", value: reason },
    { label: "When", value: now },
  ];
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
  "console-link": {
    subject: "Sign in to the FC Portal console from a new browser",
    heading: "Sign in from a new browser",
    text: () =>
      "open this in the browser with which you want to sign in. Your password and your authenticator app are needed as always.",
    facts: () => [],
    afterFacts: ({ url }) => [button("Sign in", url), paragraph("This works for 30 minutes.")],
    note: "If you did not request this, somebody is trying to sign in as you. Nothing was changed; please tell the other admins.",
  },
  "operator-account-changed": {
    subject: ({ what }) => `${what} for the FC Portal console`,
    heading: ({ what }) => what,
    text: () => "your account of the console was changed.",
    facts: ({ what, device, address }, { now }) => [
      { label: "What", value: what },
      { label: "When", value: now },
      { label: "Device", value: device },
      { label: "From", value: address },
    ],
    afterFacts: () => [],
    note: "If this was not you, please tell another admin at once: they can disable your account.",
  },
  "ledger-anchor": {
    subject: ({ day }) => `The ledger's anchor of ${day}`,
    heading: "Please keep this mail",
    text: () =>
      "the ledger's seal chain ends with the seal below. Nobody who changes the ledger later, whatever rights they have, can make this seal fit again: it is in your mailbox.",
    facts: ({ day, head }) => [
      { label: "Day", value: day },
      { label: "Seal", value: head },
    ],
    afterFacts: () => [paragraph("To compare: npm run ledger:verify -- --anchor and the seal.")],
    note: null,
  },
  "company-exported": {
    subject: ({ withSecrets }) =>
      withSecrets
        ? "The whole company is being exported, with its secrets"
        : "The whole company is being exported",
    heading: "Somebody exports the company",
    text: () =>
      "a command on the machine writes all members, balances, stakes and histories into a folder, for another system.",
    facts: ({ operator, folder, host, withSecrets }, { now }) => [
      { label: "For", value: operator },
      { label: "Machine", value: host },
      { label: "Folder", value: folder },
      {
        label: "Password hashes, PAN, accounts",
        value: withSecrets ? "with them" : "without them",
      },
      { label: "When", value: now },
    ],
    afterFacts: () => [],
    note: "If nobody told you of this, somebody else has the machine: please act at once.",
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
        ? `Alert: ${sure(begun[0]).title}`
        : begun.length > 1
          ? `${begun.length} alerts: ${sure(begun[0]).title} and more`
          : over.length === 1
            ? `Over: ${sure(over[0]).title}`
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
  "proposal-waiting": {
    subject: ({ title }) => `Waiting for a second person: ${title}`,
    heading: ({ title }) => title,
    text: ({ proposer }) =>
      `${proposer} proposes this change. It counts once another person confirms it in the console.`,
    facts: (values, { now }) => [
      { label: "Proposed by", value: values.proposer },
      ...changeFacts(values, now),
    ],
    afterFacts: ({ publicUrl }) => [button("Look at it", `${publicUrl}/console/waiting`)],
    note: "If this should not happen, please refuse it there, and ask the person who is named here.",
  },
  "done-alone": {
    subject: ({ title }) => `Done by one person: ${title}`,
    heading: ({ title }) => title,
    text: ({ proposer }) =>
      `${proposer} made this change alone, because no second admin has signed in yet. From then on it takes two people.`,
    facts: (values, { now }) => [{ label: "Done by", value: values.proposer }, ...changeFacts(values, now)],
    afterFacts: ({ publicUrl }) => [button("Invite a second admin", `${publicUrl}/console/operators`)],
    note: "If this was not you, please change your password and look at the log of the console.",
  },
  "operator-let-in": {
    subject: ({ operator }) => `Let in on the machine: ${operator}`,
    heading: "An operator was let in on the machine",
    text: () =>
      "somebody with access to the machine has let an operator in by a command, without a second person.",
    facts: ({ operator, role, done }, { now }) => [
      { label: "Operator", value: operator },
      { label: "Role", value: role },
      { label: "What was done", value: done },
      { label: "When", value: now },
    ],
    afterFacts: () => [],
    note: "If nobody of you did this, please disable the operator in the console, and look who can reach the machine.",
  },
  "operator-disabled": {
    subject: ({ operator }) => `Disabled in the console: ${operator}`,
    heading: "An operator was disabled",
    text: ({ by }) => `${by} has disabled an operator, who is signed out everywhere and cannot sign in.`,
    facts: ({ operator, role, by }, { now }) => [
      { label: "Operator", value: operator },
      { label: "Role", value: role },
      { label: "Disabled by", value: by },
      { label: "When", value: now },
    ],
    afterFacts: () => [],
    note: "If this should not have happened, please ask the person who is named here. Enabling the account again takes two admins.",
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
