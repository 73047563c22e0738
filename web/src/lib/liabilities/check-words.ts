import type { Language } from "@fc/contract/languages";
import type { ListState } from "@fc/contract/transparency/liabilities/branches";
import type { BranchCheck } from "@fc/contract/transparency/liabilities/check-branches";
import type { ListCheck } from "@fc/contract/transparency/liabilities/check-list";
import type { CountedAccount, ProofCheck } from "@fc/contract/transparency/liabilities/check";

type Words = Readonly<Record<Language, string>>;

/**
 * What each check says where it is passed. Both languages are here and not in the catalogue, because the file that
 * checks a proof without us has no catalogue.
 */
export const proofCheckWords = {
  form: {
    en: "The proof is complete: three leaves at different places, with no amount below zero.",
    hi: "प्रमाण पूरा है: अलग-अलग जगहों पर तीन लीफ़, और कोई राशि शून्य से कम नहीं।",
  },
  owner: {
    en: "It is made for your user ID and for this day.",
    hi: "यह आपकी यूज़र ID और इसी दिन के लिए बना है।",
  },
  amount: {
    en: "The leaves add up to all six of your balances.",
    hi: "लीफ़ का जोड़ आपके सभी छह बैलेंस के बराबर है।",
  },
  path: {
    en: "Each leaf leads, step by step, to the total that was published and to its root.",
    hi: "हर पत्ती कदम-दर-कदम प्रकाशित कुल राशि और उसके रूट तक पहुँचती है।",
  },
  root: {
    en: "The root is the one that everybody is shown.",
    hi: "रूट वही है जो सबको दिखाया जाता है।",
  },
} as const satisfies Record<ProofCheck, Words>;

/** Of a list of leaves, as they were saved before there were branches. */
export const listCheckWords = {
  amounts: {
    en: "No amount in the list is below zero, and no sum is too large.",
    hi: "सूची में कोई राशि शून्य से कम नहीं है, और कोई जोड़ बहुत बड़ा नहीं है।",
  },
  length: {
    en: "The list has as many leaves as were published.",
    hi: "सूची में उतने ही लीफ़ हैं जितने प्रकाशित हुए थे।",
  },
  totals: {
    en: "All leaves together add up to the published totals.",
    hi: "सभी लीफ़ का जोड़ प्रकाशित कुल राशियों के बराबर है।",
  },
  root: {
    en: "The whole list leads to the root.",
    hi: "पूरी सूची रूट तक पहुँचती है।",
  },
  own: {
    en: "The leaves of the proof are in the list, at their places.",
    hi: "प्रमाण के लीफ़ सूची में अपनी जगह पर हैं।",
  },
} as const satisfies Record<ListCheck, Words>;

export const branchCheckWords = {
  amounts: listCheckWords.amounts,
  length: {
    en: "The list has all branches over the leaves that were published.",
    hi: "सूची में प्रकाशित लीफ़ के ऊपर की सभी शाखाएँ हैं।",
  },
  totals: {
    en: "All branches together add up to the published totals.",
    hi: "सभी शाखाओं का जोड़ प्रकाशित कुल राशियों के बराबर है।",
  },
  even: {
    en: "Each branch holds just its share of the totals, so the list says nothing about any member.",
    hi: "हर शाखा में कुल राशियों का ठीक उसका हिस्सा है, इसलिए सूची किसी सदस्य के बारे में कुछ नहीं बताती।",
  },
  root: listCheckWords.root,
  own: {
    en: "The leaves of the proof are below branches of the list.",
    hi: "प्रमाण के लीफ़ सूची की शाखाओं के नीचे हैं।",
  },
} as const satisfies Record<BranchCheck, Words>;

/** Why everybody is not shown the list of a day. */
export const listStateWords = {
  few: {
    en: "The list of branches of this day is not shown, because fewer than 1,000 members have coins. Root, totals and each member's own proof are as good without it.",
    hi: "इस दिन की शाखाओं की सूची नहीं दिखाई जाती, क्योंकि 1,000 से कम सदस्यों के पास कॉइन हैं। रूट, कुल राशियाँ और हर सदस्य का अपना प्रमाण उसके बिना भी उतने ही पक्के हैं।",
  },
  uneven: {
    en: "The list of branches of this day is not shown, because what members have could not be spread evenly over the branches, and an uneven list could tell who has how much. Root, totals and each member's own proof are as good without it.",
    hi: "इस दिन की शाखाओं की सूची नहीं दिखाई जाती, क्योंकि सदस्यों की राशियाँ शाखाओं में बराबर नहीं बाँटी जा सकीं, और असमान सूची से पता चल सकता था कि किसके पास कितना है। रूट, कुल राशियाँ और हर सदस्य का अपना प्रमाण उसके बिना भी उतने ही पक्के हैं।",
  },
  earlier: {
    en: "This day has no list of branches. Its list showed single leaves, and is not shown any more because it could tell who has how much. Root, totals and each member's own proof are as good without it.",
    hi: "इस दिन की शाखाओं की सूची नहीं है। उसकी सूची में अलग-अलग लीफ़ थे, और वह अब नहीं दिखाई जाती क्योंकि उससे पता चल सकता था कि किसके पास कितना है। रूट, कुल राशियाँ और हर सदस्य का अपना प्रमाण उसके बिना भी उतने ही पक्के हैं।",
  },
} as const satisfies Record<Exclude<ListState, "shown">, Words>;

export const accountWords = {
  staking: { en: "Staking Wallet", hi: "स्टेकिंग वॉलेट" },
  earning: { en: "Earning Wallet", hi: "अर्निंग वॉलेट" },
  offer: { en: "Offer Wallet", hi: "ऑफ़र वॉलेट" },
  transfer: { en: "Transfer Wallet", hi: "ट्रांसफ़र वॉलेट" },
  withdraw_pending: { en: "Held for withdrawals", hi: "निकासी के लिए रोका गया" },
  staked: { en: "Locked principal", hi: "लॉक की गई मूल राशि" },
} as const satisfies Record<CountedAccount, Words>;
