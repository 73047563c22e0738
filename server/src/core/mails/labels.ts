import type { Words } from "./words.ts";

/**
 * What mails call a thing, in English and in Hindi. A word that the portal has as well is the same there
 * (web/src/lib/locales/hi.po); a test compares them.
 */
const hindi = {
  "Account number": "खाता संख्या",
  Added: "जोड़ा गया",
  Address: "पता",
  "Already paid on it": "इस पर पहले ही दिया गया",
  Amount: "राशि",
  Approved: "स्वीकृत",
  Bank: "बैंक",
  Branch: "शाखा",
  Changed: "क्या बदला",
  City: "शहर",
  "Coin withdrawals on hold until": "कॉइन निकासी इस समय तक रुकी है",
  "Closed and erased from": "इस समय से खाता बंद होगा और डेटा मिटा दिया जाएगा",
  Coins: "कॉइन",
  Country: "देश",
  "Date of birth": "जन्म तिथि",
  Tax: "कर",
  Deduction: "कटौती",
  Device: "डिवाइस",
  "Devices signed out": "लॉगआउट किए गए डिवाइस",
  "Earning Wallet": "अर्निंग वॉलेट",
  Fee: "शुल्क",
  "FMDC address": "FMDC पता",
  From: "भेजने वाले",
  Gender: "लिंग",
  "Given up: left in the wallets": "छोड़ा जाएगा: वॉलेट में बचा",
  "Given up: locked in stakes": "छोड़ा जाएगा: स्टेक में बंद",
  "IFSC code": "IFSC कोड",
  "Internet address": "इंटरनेट पता",
  Mind: "ध्यान दें",
  "Mobile number": "मोबाइल नंबर",
  Name: "नाम",
  "Name in PAN": "PAN में नाम",
  "New address": "नया पता",
  "New mobile number": "नया मोबाइल नंबर",
  "New name": "नया नाम",
  "New nominee": "नए नामांकित व्यक्ति",
  "New relation": "नया संबंध",
  "No longer to": "अब इस पते पर नहीं",
  Nominee: "नामांकित व्यक्ति",
  "Offer Wallet": "ऑफ़र वॉलेट",
  Package: "पैकेज",
  Paid: "भुगतान हुआ",
  "Paid by": "भुगतान करने वाले",
  "Paid from the transfer wallet": "ट्रांसफ़र वॉलेट से भुगतान",
  "PAN number": "PAN नंबर",
  "Passkeys ended": "समाप्त की गई पासकी",
  PIN: "पिन कोड",
  Price: "भाव",
  Reason: "कारण",
  Received: "प्राप्त हुआ",
  "Recovery codes left": "बचे हुए रिकवरी कोड",
  Reference: "रेफ़रेंस नंबर",
  Rejected: "अस्वीकृत",
  Relation: "संबंध",
  "Send coins to": "कॉइन इस पते पर भेजे जाएँगे",
  "Signed out": "लॉगआउट हो गया",
  "Stake of": "किसका स्टेक",
  Staked: "स्टेक की गई राशि",
  "Staking Wallet": "स्टेकिंग वॉलेट",
  Taken: "लिया गया",
  To: "प्राप्तकर्ता",
  "To be changed": "क्या बदलेगा",
  "Transaction ID": "ट्रांज़ैक्शन ID",
  "Transfer Wallet": "ट्रांसफ़र वॉलेट",
  "User ID": "यूज़र ID",
  "Valid until": "इस समय तक मान्य",
  Wallet: "वॉलेट",
  When: "समय",
  "You receive": "आपको मिलेगा",
  "You wrote": "आपने लिखा",
  "Your transfer wallet": "आपका ट्रांसफ़र वॉलेट",
} as const;

/** A word of the table, by its English text. One without Hindi does not compile. */
export type Label = keyof typeof hindi;

export function isLabel(text: string): text is Label {
  return Object.hasOwn(hindi, text);
}

export function labelWords(label: Label): Words {
  return { en: label, hi: hindi[label] };
}

/** "Name, Mobile number" */
export function labelList(listed: readonly Label[]): Words {
  const words = listed.map(labelWords);
  return { en: words.map(({ en }) => en).join(", "), hi: words.map(({ hi }) => hi).join(", ") };
}
