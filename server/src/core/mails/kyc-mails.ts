import { kycCaseParts, type KycCasePart } from "@fc/contract/kyc/states";
import { button, type MailTable } from "./mail.ts";
import { disagree } from "./money-mails.ts";
import { filled, type Words } from "./words.ts";

interface KycCase {
  part: KycCasePart;
  publicUrl: string;
}

export interface KycMailValues {
  "kyc-approved": KycCase;
  "kyc-rejected": KycCase & { reason: string };
  "kyc-renew": KycCase & { reason: string };
}

const partWords = {
  pan: { en: "PAN details", hi: "PAN विवरण" },
  bank: { en: "bank details", hi: "बैंक विवरण" },
} as const satisfies Record<KycCasePart, Words>;

const partPage = ({ part, publicUrl }: KycCase) =>
  button(
    filled({ en: "Open your {part}", hi: "अपना {part} खोलें" }, { part: partWords[part] }),
    `${publicUrl}${kycCaseParts[part].page}`,
  );

/** What members are told of their PAN and bank details, once an operator has looked at them. */
export const kycMails: MailTable<KycMailValues> = {
  "kyc-approved": {
    subject: ({ part }) =>
      filled({ en: "Your {part} were approved", hi: "आपका {part} स्वीकृत हुआ" }, { part: partWords[part] }),
    text: ({ part }) =>
      filled(
        {
          en: "we have looked at your {part} and approved them.",
          hi: "हमने आपका {part} देखकर स्वीकृत कर दिया है।",
        },
        { part: partWords[part] },
      ),
    facts: (_, { now }) => [{ label: "Approved", value: now }],
    afterFacts: (values) => [partPage(values)],
    note: null,
  },
  "kyc-rejected": {
    subject: ({ part }) =>
      filled({ en: "Your {part} were rejected", hi: "आपका {part} अस्वीकृत हुआ" }, { part: partWords[part] }),
    text: ({ part }) =>
      filled(
        {
          en: "we could not approve your {part}. Please read the reason and give them again.",
          hi: "हम आपका {part} स्वीकृत नहीं कर सके। कृपया कारण पढ़ें और इसे फिर से दें।",
        },
        { part: partWords[part] },
      ),
    facts: ({ reason }, { now }) => [
      { label: "Reason", value: reason },
      { label: "Rejected", value: now },
    ],
    afterFacts: (values) => [partPage(values)],
    note: disagree,
  },
  "kyc-renew": {
    subject: ({ part }) =>
      filled(
        { en: "Please renew your {part}", hi: "कृपया अपना {part} फिर से सबमिट करें" },
        { part: partWords[part] },
      ),
    text: ({ part }) =>
      filled(
        {
          en: "your {part} were approved before and have to be given again.",
          hi: "आपका {part} पहले स्वीकृत हुआ था और उसे फिर से देना ज़रूरी है।",
        },
        { part: partWords[part] },
      ),
    facts: ({ reason }, { now }) => [
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    afterFacts: (values) => [partPage(values)],
    note: disagree,
  },
};
