import { queueMail } from "../../platform/mail/outbox.ts";
import type { Tx } from "../../platform/db.ts";
import { accountMails, type AccountMailValues } from "./account-mails.ts";
import { changeMails, type ChangeValues } from "./change-mails.ts";
import { mailFrom, type MailFacts, type MailTable } from "./mail.ts";
import { moneyMails, type MoneyMailValues } from "./money-mails.ts";
import { operatorMails, type OperatorMailValues } from "./operator-mails.ts";

interface MailValues extends MoneyMailValues, AccountMailValues, ChangeValues, OperatorMailValues {}

type MailKind = keyof MailValues;

/** Every mail that the product sends, with all its words. */
const mailKinds: MailTable<MailValues> = {
  ...moneyMails,
  ...accountMails,
  ...changeMails,
  ...operatorMails,
};

/** One mail, as its kind and what is said in it. */
type Mail = { [Kind in MailKind]: MailOf<Kind> }[MailKind];

interface MailOf<Kind extends MailKind> extends MailFacts<MailValues[Kind]> {
  kind: Kind;
}

/** Queues mails in the transaction that causes them: they are undone with it, and sent only after it. */
export async function sendMail(tx: Tx, ...mails: Mail[]): Promise<void> {
  await queueMail(tx, ...mails.map((mail) => wordedMail(mail)));
}

function wordedMail<Kind extends MailKind>({ kind, ...mail }: MailOf<Kind>) {
  return mailFrom(mailKinds[kind], mail);
}
