import { filledBulkText } from "@fc/contract/bulk-mail/console";
import type { BulkMailKind } from "@fc/contract/bulk-mail/console-kinds";
import type { MailTable, Occasion } from "./mail.ts";
import type { Words } from "./words.ts";

export interface BulkMailValues {
  "bulk-mail": {
    /** By this id it is counted how many readers unsubscribe. */
    id: number;
    kind: BulkMailKind;
    subject: Words;
    text: Words;
    isTest: boolean;
  };
}

/** What an operator wrote to many, with what differs for each member filled in. */
export const bulkMails: MailTable<BulkMailValues> = {
  "bulk-mail": {
    audience: ({ kind }) => kind,
    subject: ({ subject, isTest }, occasion) =>
      isTest
        ? {
            en: `Test: ${filledIn("en", subject, occasion)}`,
            hi: `Test: ${filledIn("hi", subject, occasion)}`,
          }
        : personal(subject, occasion),
    heading: ({ subject }, occasion) => personal(subject, occasion),
    text: ({ text }, occasion) => personal(text, occasion),
    greetsItself: true,
    facts: () => [],
    note: null,
    unsubscribe: ({ id, kind }, { to: { refId } }) =>
      kind === "news" && refId !== undefined ? { refId, bulkMail: id } : undefined,
  },
};

function personal(words: Words, occasion: Occasion): Words {
  return { en: filledIn("en", words, occasion), hi: filledIn("hi", words, occasion) };
}

function filledIn(language: keyof Words, words: Words, { to: { name, refId = "" } }: Occasion): string {
  return filledBulkText(words[language], { name, userId: refId });
}
