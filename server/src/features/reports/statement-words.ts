import { localeOf, type Language } from "@fc/contract/languages";
import { englishText, messageWords } from "@fc/contract/ledger/message";
import { hindiTaxSentences } from "@fc/contract/taxes/sentence";
import type { Wallet, walletKinds } from "@fc/contract/wallet/kinds";

/** Every text of a statement in Hindi, by its English one. What the portal shows too reads the same there. */
const hindiTexts = {
  Statement: "स्टेटमेंट",
  "Wallet Statement": "वॉलेट स्टेटमेंट",
  "{wallet}, continued": "{wallet}, आगे",
  "{wallet}, before the move: counted in no balance": "{wallet}, यहाँ आने से पहले: किसी बैलेंस में नहीं गिना गया",
  "Page {page} of": "पृष्ठ {page} /",
  Wallet: "वॉलेट",
  "Staking Wallet": "स्टेकिंग वॉलेट",
  "Earning Wallet": "अर्निंग वॉलेट",
  "Offer Wallet": "ऑफ़र वॉलेट",
  "Transfer Wallet": "ट्रांसफ़र वॉलेट",
  "Opening (FC)": "आरंभिक (FC)",
  "Credited (FC)": "क्रेडिट (FC)",
  "Debited (FC)": "डेबिट (FC)",
  "Closing (FC)": "अंतिम (FC)",
  "Balance (FC)": "बैलेंस (FC)",
  "Opening balance": "आरंभिक बैलेंस",
  "Closing balance": "अंतिम बैलेंस",
  Total: "कुल",
  "Tax deducted at source in this period (FC)": "इस अवधि में स्रोत पर काटा गया टैक्स, TDS (FC)",
  ...hindiTaxSentences,
  "{from} to {to}": "{from} से {to} तक",
  Member: "सदस्य",
  "User ID": "यूज़र ID",
  Period: "अवधि",
  "{period}, India's days": "{period}, भारत के दिन",
  Made: "बनाया गया",
  "Date/Time": "तारीख/समय",
  Message: "संदेश",
} as const satisfies Record<(typeof walletKinds)[Wallet]["label"], string> & Record<string, string>;

/** What the ledger's messages say. One that has no Hindi words yet is shown in English, never as nothing. */
const hindiMessages: Readonly<Record<string, string>> = {
  "Direct bonus": "डायरेक्ट बोनस",
  "Pair matching": "पेयर मैचिंग",
  "Offer reward": "ऑफ़र रिवॉर्ड",
  "Offer at {matched} of matched business": "{matched} के मिलान हुए बिज़नेस पर ऑफ़र",
  "Stake started": "स्टेक शुरू हुआ",
  "Stake paid from the transfer wallet": "ट्रांसफ़र वॉलेट से स्टेक का भुगतान",
  "Stake ended": "स्टेक समाप्त",
  "Stake returned": "स्टेक लौटाया गया",
  "Coin withdrawal": "कॉइन निकासी",
  "Withdrawal requested": "निकासी का अनुरोध",
  "Withdrawal accepted": "निकासी स्वीकृत",
  "Withdrawal rejected and returned": "निकासी अस्वीकृत, राशि लौटाई गई",
  "Withdrawal cancelled and returned": "निकासी रद्द, राशि लौटाई गई",
  "Tax deducted at source": "स्रोत पर टैक्स कटौती (TDS)",
  "Internal transfer": "आंतरिक ट्रांसफ़र",
  "Wallet transfer": "वॉलेट ट्रांसफ़र",
  "Transfer from {from} to {to}": "{from} से {to} को ट्रांसफ़र",
  "Opening entry": "आरंभिक प्रविष्टि",
  "Adjustment by hand": "हाथ से किया गया समायोजन",
  "Reversal of an entry": "प्रविष्टि की वापसी",
};

type StatementText = keyof typeof hindiTexts;

export type StatementWords = ReturnType<typeof statementWords>;

/** The texts, days and times of a statement in one language. */
export function statementWords(language: Language) {
  const locale = localeOf[language];
  const zone = { timeZone: "Asia/Kolkata" } as const;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", ...zone });
  const moment = new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...zone,
  });
  return {
    text(text: StatementText, values: Readonly<Record<string, string>> = {}): string {
      const worded: string = language === "hi" ? hindiTexts[text] : text;
      return worded.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
    },
    message(message: string): string {
      const words = messageWords(message);
      const text = language === "hi" ? (hindiMessages[words.text] ?? words.text) : words.text;
      return englishText({ ...words, text });
    },
    /** Of India's day, written as 2026-11-15. */
    day: (date: string) => day.format(new Date(`${date}T00:00:00+05:30`)),
    moment: (at: Date) => moment.format(at),
  };
}
