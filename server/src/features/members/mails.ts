import { fcText } from "@fc/contract/amount-text";
import { walletNames, type Wallet } from "@fc/contract/reports/portal";
import type { Tx } from "../../platform/db.ts";
import { indiaTime } from "../../platform/format.ts";
import type { MailBlock } from "../../platform/mail/content.ts";
import { queueMail } from "../../platform/mail/outbox.ts";

interface Told {
  member: { refId: string; name: string; email: string };
  /** As the operator wrote it. */
  reason: string;
  now: Date;
}

interface Words {
  heading: string;
  /** What follows "Hello Asha, ". */
  text: string;
  facts?: { label: string; value: string }[];
  after?: MailBlock[];
}

async function mail(tx: Tx, { member, reason, now }: Told, words: Words): Promise<void> {
  const { heading, text, facts = [], after = [] } = words;
  await queueMail(tx, {
    to: member.email,
    now,
    content: {
      subject: heading.replace(/^Your /, "Your FC Portal "),
      heading,
      blocks: [
        { kind: "paragraph", text: `Hello ${member.name}, ${text}` },
        {
          kind: "facts",
          rows: [
            { label: "User ID", value: member.refId },
            ...facts,
            { label: "Reason", value: reason },
            { label: "When", value: indiaTime(now) },
          ],
        },
        ...after,
      ],
    },
  });
}

const disagree: MailBlock = { kind: "note", text: "If you do not agree with this, please write to support." };

export async function mailBlocked(tx: Tx, told: Told): Promise<void> {
  await mail(tx, told, {
    heading: "Your account was blocked",
    text: "you were signed out everywhere and cannot sign in for now. Your coins stay yours and your stakes go on earning.",
    after: [disagree],
  });
}

export async function mailUnblocked(tx: Tx, told: Told & { publicUrl: string }): Promise<void> {
  await mail(tx, told, {
    heading: "Your account was unblocked",
    text: "you can sign in again with the password from before.",
    after: [{ kind: "button", label: "Sign in", url: `${told.publicUrl}/login` }],
  });
}

interface AccessReset extends Told {
  password: string;
  turnsOff: boolean;
  publicUrl: string;
}

export async function mailAccessReset(tx: Tx, told: AccessReset): Promise<void> {
  const { password, turnsOff, publicUrl } = told;
  const authenticator = turnsOff ? " Your authenticator app was turned off; you can set it up again." : "";
  await mail(tx, told, {
    heading: "Your access was reset",
    text: `you were signed out everywhere and your old password is void. Sign in with this temporary one and choose a new password.${authenticator}`,
    after: [
      { kind: "code", label: "Your temporary password is", code: password },
      { kind: "button", label: "Sign in", url: `${publicUrl}/login` },
      { kind: "paragraph", text: "It works once and for 24 hours." },
      {
        kind: "note",
        text: "If you did not ask for this, please write to support. Nobody can use the password without reading your mail.",
      },
    ],
  });
}

export async function mailDeductionSet(tx: Tx, told: Told & { amountFc: bigint }): Promise<void> {
  await mail(tx, told, {
    heading: "A deduction was set",
    text: "this amount will be collected out of your next accepted withdrawal.",
    facts: [{ label: "Amount", value: fcText(told.amountFc) }],
    after: [disagree],
  });
}

export async function mailDeductionCancelled(tx: Tx, told: Told & { amountFc: bigint }): Promise<void> {
  await mail(tx, told, {
    heading: "A deduction was cancelled",
    text: "you no longer owe this amount.",
    facts: [{ label: "Amount", value: fcText(told.amountFc) }],
  });
}

interface Adjusted extends Told {
  wallet: Wallet;
  direction: "credit" | "debit";
  amountFc: bigint;
}

export async function mailAdjusted(tx: Tx, told: Adjusted): Promise<void> {
  const { wallet, direction, amountFc } = told;
  const isCredit = direction === "credit";
  await mail(tx, told, {
    heading: "A wallet was adjusted",
    text: `${isCredit ? "an amount was added to" : "an amount was taken from"} your ${walletNames[wallet]}. You find it in your wallet report.`,
    facts: [
      { label: "Wallet", value: walletNames[wallet] },
      { label: isCredit ? "Added" : "Taken", value: fcText(amountFc) },
    ],
    after: [disagree],
  });
}
