import type { cancelledByYou, ReceiptKindName, receiptKinds } from "@fc/contract/receipts/kinds";
import { localeOf, type Language } from "@fc/contract/languages";
import type { AddressLabel, NextName, nextTexts, StepName, stepTitles } from "@fc/contract/receipts/steps";
import { hindiTaxSentences } from "@fc/contract/taxes/sentence";
import type { DrawnWallet, walletKinds } from "@fc/contract/wallet/kinds";

type SharedText =
  | (typeof receiptKinds)[ReceiptKindName]["label"]
  | (typeof stepTitles)[StepName]
  | (typeof nextTexts)[NextName]
  | AddressLabel
  | (typeof walletKinds)[DrawnWallet]["label"]
  | typeof cancelledByYou;

/** Every text of a receipt's file in Hindi, by its English one. What the page shows too reads the same there. */
export const hindiTexts = {
  Receipt: "रसीद",
  "Page {page} of": "पृष्ठ {page} /",
  "Staking request": "स्टेकिंग अनुरोध",
  "Stake from the transfer wallet": "ट्रांसफ़र वॉलेट से स्टेक",
  "Coin withdrawal": "कॉइन निकासी",
  "Internal transfer": "आंतरिक ट्रांसफ़र",
  "Wallet transfer": "वॉलेट ट्रांसफ़र",
  "At the price when it was made": "उस समय के भाव पर",
  "At the price when it was approved": "मंज़ूरी के समय के भाव पर",
  "At today's price": "आज के भाव पर",
  Reference: "रेफ़रेंस नंबर",
  Member: "सदस्य",
  When: "समय",
  Receiver: "प्राप्तकर्ता",
  Sender: "भेजने वाले",
  "Stake for": "किसके लिए स्टेक",
  "Paid by": "भुगतान करने वाले",
  "To be sent to": "कहाँ भेजा जाएगा",
  "Sent to": "कहाँ भेजा गया",
  "Not sent to": "यहाँ नहीं भेजा गया",
  "Taken from": "कहाँ से लिए गए",
  "Returned to": "कहाँ लौटाए गए",
  "Staking Wallet": "स्टेकिंग वॉलेट",
  "Earning Wallet": "अर्निंग वॉलेट",
  "Offer Wallet": "ऑफ़र वॉलेट",
  Fee: "शुल्क",
  None: "कुछ नहीं",
  "Tax deducted at source": "स्रोत पर कर कटौती (TDS)",
  ...hindiTaxSentences,
  Deduction: "कटौती",
  "You receive": "आपको मिलेगा",
  "Transaction ID": "ट्रांज़ैक्शन ID",
  Reason: "कारण",
  Printed: "छापा गया",
  "What happened": "क्या-क्या हुआ",
  "Cancelled by you": "आपने रद्द किया",
  Submitted: "भेजा गया",
  "In review": "जाँच में",
  "Payment under way": "भुगतान हो रहा है",
  Reviewed: "जाँचा गया",
  "Checked automatically": "अपने-आप जाँचा गया",
  "Sent over the chain": "चेन पर भेजा गया",
  "In a block": "ब्लॉक में दर्ज",
  Paid: "भुगतान हुआ",
  "Paid automatically": "अपने-आप भुगतान हुआ",
  "Taken for what you owed": "आपके बकाए के लिए लिया गया",
  "Moved to your transfer wallet": "आपके ट्रांसफ़र वॉलेट में भेजा गया",
  Sent: "भेज दिया गया",
  Received: "प्राप्त हुआ",
  "Stake started": "स्टेक शुरू हुआ",
  "Stake ended": "स्टेक समाप्त",
  "Stake undone": "स्टेक रद्द हुआ",
  Rejected: "अस्वीकृत",
  "We check it and send the coins by {time}. You will get an e-mail.":
    "हम जाँच करके {time} तक कॉइन भेज देंगे। आपको ई-मेल मिलेगा।",
  "We check the payment by {time} and tell you by e-mail.":
    "हम {time} तक भुगतान की जाँच करके आपको ई-मेल से बताएँगे।",
  "It was promised by {time} and takes longer. Please write to support and name the reference.":
    "इसका वादा {time} तक का था और इसमें ज़्यादा समय लग रहा है। कृपया रेफ़रेंस नंबर के साथ सपोर्ट टीम को लिखें।",
  "The coins are being sent just now. You will get an e-mail.": "कॉइन अभी भेजे जा रहे हैं। आपको ई-मेल मिलेगा।",
  "The coins were sent to your address.": "कॉइन आपके पते पर भेज दिए गए हैं।",
  "All of it was taken for what you owed, so no coins were sent.":
    "यह पूरी राशि आपके बकाए के लिए ली गई, इसलिए कोई कॉइन नहीं भेजा गया।",
  "The coins are in your transfer wallet.": "कॉइन आपके ट्रांसफ़र वॉलेट में हैं।",
  "The receiver has the coins. Nothing more is to be done.":
    "कॉइन प्राप्तकर्ता को मिल गए हैं। अब और कुछ नहीं करना है।",
  "The stake earns from {first} to {last}.": "स्टेक पर {first} से {last} तक रिटर्न मिलता है।",
  "The stake has paid everything that it was to pay.": "इस स्टेक का पूरा रिटर्न मिल चुका है।",
  "The stake was undone and earns nothing more.": "स्टेक रद्द हुआ और अब उस पर कुछ नहीं मिलेगा।",
  "The coins are back in the wallets that they came from.": "कॉइन उन्हीं वॉलेट में लौटा दिए गए हैं जहाँ से लिए गए थे।",
  "Nothing was staked.": "कुछ भी स्टेक नहीं हुआ।",
  "The coins are in your wallet, less what the stake had already paid.":
    "कॉइन आपके वॉलेट में हैं; स्टेक जो पहले दे चुका था, वह घटा दिया गया है।",
  "Already paid on it": "इस पर पहले ही दिया गया",
} as const satisfies Record<SharedText, string> & Record<string, string>;

export type ReceiptText = keyof typeof hindiTexts;

export function wordsIn(language: Language) {
  return (text: ReceiptText, values: Readonly<Record<string, string>> = {}): string => {
    const worded: string = language === "hi" ? hindiTexts[text] : text;
    return worded.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  };
}

/** India's time: 15 Nov 2026, 3:42 pm IST. */
export function timeIn(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(localeOf[language], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Asia/Kolkata",
  });
  return `${format.format(at)} IST`;
}

/** 15 Nov 2026 */
export function dayIn(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(localeOf[language], { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(day));
}
