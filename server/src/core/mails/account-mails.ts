import { indiaTime } from "../../platform/format.ts";
import { button, paragraph, type Fact, type MailTable } from "./mail.ts";
import { disagree } from "./money-mails.ts";

interface TemporaryPassword {
  password: string;
  publicUrl: string;
}

export interface AccountMailValues {
  welcome: TemporaryPassword;
  "temporary-password": TemporaryPassword;
  "confirmation-code": { code: string; action: string; facts: Fact[]; expiresAt: Date };
  "account-blocked": { reason: string };
  "account-unblocked": { reason: string; publicUrl: string };
  "access-reset": TemporaryPassword & { reason: string; turnsOffAuthenticator: boolean };
  "support-received": { reference: string };
  "support-reply": {
    reference: string;
    /** Null where the address was typed: it may be anybody's, so the mail says nothing that its reader did not write. */
    memberName: string | null;
    refId: string;
    answer: string;
    message: string;
    writtenAt: Date;
  };
}

const temporaryPassword = ({ password }: TemporaryPassword) =>
  ({ kind: "code", label: "Your temporary password is", code: password }) as const;
const signIn = ({ publicUrl }: { publicUrl: string }) => button("Sign in", `${publicUrl}/login`);

export const accountMails: MailTable<AccountMailValues> = {
  welcome: {
    subject: "Welcome to FC Portal",
    preheader: (_, { to }) => `Your user ID is ${to.refId}`,
    heading: (_, { to }) => `Welcome, ${to.name}`,
    text: "Your account is ready. Sign in with your user ID and this temporary password.",
    greetsItself: true,
    beforeFacts: (values) => [temporaryPassword(values)],
    facts: () => ({}),
    afterFacts: (values) => [
      signIn(values),
      paragraph("It works once and for 7 days. You then choose a password of your own."),
    ],
    note: "If you did not register, somebody used your e-mail address by mistake. Please write to support.",
  },
  "temporary-password": {
    subject: "Your temporary FC Portal password",
    preheader: "It works once, for 30 minutes",
    heading: "Your temporary password",
    text: "sign in with this password and choose a new one.",
    beforeFacts: (values) => [temporaryPassword(values)],
    facts: () => ({}),
    afterFacts: (values) => [
      signIn(values),
      paragraph("It works once and for 30 minutes. Your old password keeps working until you use it."),
    ],
    note: "If you did not ask for this, you need not do anything: nobody can use it without reading your mail.",
  },
  "confirmation-code": {
    // The subject has no code, because the outbox keeps it longer than the body.
    subject: ({ action }) => `Your FC Portal code: ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
    preheader: ({ code }) => `${code} is your code`,
    heading: ({ action }) => action,
    text: "enter this code to confirm:",
    beforeFacts: ({ code }) => [{ kind: "code", code }],
    facts: ({ facts, expiresAt }) => ({
      ...Object.fromEntries(facts.map(({ label, value }) => [label, value])),
      "Valid until": indiaTime(expiresAt),
    }),
    note: "If you did not ask for this, somebody may be signed in as you. Do not share the code, and change your password.",
  },
  "account-blocked": {
    subject: "Your FC Portal account was blocked",
    heading: "Your account was blocked",
    text: "you were signed out everywhere and cannot sign in for now. Your coins stay yours and your stakes go on earning.",
    facts: ({ reason }, { now }) => ({ Reason: reason, When: indiaTime(now) }),
    note: disagree,
  },
  "account-unblocked": {
    subject: "Your FC Portal account was unblocked",
    heading: "Your account was unblocked",
    text: "you can sign in again with the password from before.",
    facts: ({ reason }, { now }) => ({ Reason: reason, When: indiaTime(now) }),
    afterFacts: (values) => [signIn(values)],
    note: null,
  },
  "access-reset": {
    subject: "Your FC Portal access was reset",
    heading: "Your access was reset",
    text: ({ turnsOffAuthenticator }) =>
      `you were signed out everywhere and your old password is void. Sign in with this temporary one and choose a new password.${turnsOffAuthenticator ? " Your authenticator app was turned off; you can set it up again." : ""}`,
    facts: ({ reason }, { now }) => ({ Reason: reason, When: indiaTime(now) }),
    afterFacts: (values) => [
      temporaryPassword(values),
      signIn(values),
      paragraph("It works once and for 24 hours."),
    ],
    note: "If you did not ask for this, please write to support. Nobody can use the password without reading your mail.",
  },
  "support-received": {
    subject: ({ reference }) => `We received your support message (${reference})`,
    heading: "We received your message",
    text: "thank you for writing. We answer by e-mail.",
    facts: ({ reference }, { to, now }) => ({
      Reference: reference,
      "User ID": to.refId,
      Received: indiaTime(now),
    }),
    note: "If you did not write to us, somebody entered your user ID on the login page. Nothing was changed.",
  },
  "support-reply": {
    subject: ({ reference }) => `Re: your support message (${reference})`,
    heading: "Our answer to your message",
    text: ({ memberName }) => (memberName === null ? "Hello," : `Hello ${memberName},`),
    greetsItself: true,
    beforeFacts: ({ answer }) => [paragraph(answer)],
    facts: ({ reference, refId, writtenAt }) => ({
      Reference: reference,
      "User ID": refId,
      "You wrote": indiaTime(writtenAt),
    }),
    afterFacts: ({ message }) => [{ kind: "note", title: "Your message", text: message }],
    note: "Please do not reply to this mail. Write again on the Support page and quote the reference. We never ask for your password or a code.",
  },
};
