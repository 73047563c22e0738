import { AppError } from "@fc/contract/errors";
import { queueMail, queueMailUnless } from "../../platform/mail/outbox.ts";
import type { Tx } from "../../platform/db.ts";
import { arrivalWaits } from "../arrival/arrival.ts";
import { accountMails, type AccountMailValues } from "./account-mails.ts";
import { anchorMails, type AnchorMailValues } from "./anchor-mails.ts";
import { bulkMails, type BulkMailValues } from "./bulk-mails.ts";
import { changeMails, type ChangeValues } from "./change-mails.ts";
import { kycMails, type KycMailValues } from "./kyc-mails.ts";
import { mailFrom, type MailFacts, type MailTable, type MemberRecipient, type Recipient } from "./mail.ts";
import { moneyMails, type MoneyMailValues } from "./money-mails.ts";
import { planMails, type PlanMailValues } from "./plan-mails.ts";
import { operatorMails, type OperatorMailValues } from "./operator-mails.ts";

export interface MemberMailValues
  extends
    MoneyMailValues,
    AccountMailValues,
    KycMailValues,
    ChangeValues,
    PlanMailValues,
    BulkMailValues,
    AnchorMailValues {}

/** Every mail that members get, with all its words. */
export const memberMails: MailTable<MemberMailValues> = {
  ...moneyMails,
  ...accountMails,
  ...kycMails,
  ...changeMails,
  ...planMails,
  ...bulkMails,
  ...anchorMails,
};

/** One mail, as its kind and what is said in it. */
type Mail<Values, To> = { [Kind in keyof Values]: MailOf<Values, Kind, To> }[keyof Values];

interface MailOf<Values, Kind extends keyof Values, To> extends MailFacts<Values[Kind], To> {
  kind: Kind;
}

export type MemberMail = Mail<MemberMailValues, MemberRecipient>;

/**
 * Queues mails in the transaction that causes them: they are undone with it, and sent only after it. Returns their ids,
 * in the order of the mails. Before a company that moved in is opened this refuses what causes them: no member is told
 * of anything, so nothing is done that a member has to be told of.
 */
export async function sendMail(tx: Tx, ...mails: MemberMail[]): Promise<bigint[]> {
  const worded = mails.map((mail) => wordedMail(mail));
  const ids = await queueMailUnless(tx, arrivalWaits, worded);
  if (mails.length > 0 && ids.length === 0) throw new AppError("ARRIVAL_WAITS");
  return ids;
}

function wordedMail<Kind extends keyof MemberMailValues>({
  kind,
  ...mail
}: MailOf<MemberMailValues, Kind, MemberRecipient>) {
  return mailFrom(memberMails[kind], mail);
}

export async function sendOperatorMail(tx: Tx, mail: Mail<OperatorMailValues, Recipient>): Promise<void> {
  await queueMail(tx, wordedOperatorMail(mail));
}

function wordedOperatorMail<Kind extends keyof OperatorMailValues>({
  kind,
  to,
  ...mail
}: MailOf<OperatorMailValues, Kind, Recipient>) {
  const words = { ...operatorMails[kind], audience: () => "operator" } as const;
  return mailFrom(words, { ...mail, to: { ...to, language: null } });
}
