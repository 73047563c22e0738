import type { Language } from "@fc/contract/languages";
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
    hi: "प्रमाण पूरा है: अलग-अलग जगहों पर तीन पत्तियाँ, और कोई राशि शून्य से कम नहीं।",
  },
  owner: {
    en: "It is made for your user ID and for this day.",
    hi: "यह आपकी यूज़र ID और इसी दिन के लिए बना है।",
  },
  amount: {
    en: "The leaves add up to all six of your balances.",
    hi: "पत्तियों का जोड़ आपके सभी छह शेष के बराबर है।",
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

export const listCheckWords = {
  amounts: {
    en: "No amount in the list is below zero, and no sum is too large.",
    hi: "सूची में कोई राशि शून्य से कम नहीं है, और कोई जोड़ बहुत बड़ा नहीं है।",
  },
  length: {
    en: "The list has as many leaves as were published.",
    hi: "सूची में उतनी ही पत्तियाँ हैं जितनी प्रकाशित हुई थीं।",
  },
  totals: {
    en: "All leaves together add up to the published totals.",
    hi: "सभी पत्तियों का जोड़ प्रकाशित कुल राशियों के बराबर है।",
  },
  root: {
    en: "The whole list leads to the root.",
    hi: "पूरी सूची रूट तक पहुँचती है।",
  },
  own: {
    en: "The leaves of the proof are in the list, at their places.",
    hi: "प्रमाण की पत्तियाँ सूची में अपनी जगह पर हैं।",
  },
} as const satisfies Record<ListCheck, Words>;

export const accountWords = {
  staking: { en: "Staking Wallet", hi: "स्टेकिंग वॉलेट" },
  earning: { en: "Earning Wallet", hi: "अर्निंग वॉलेट" },
  offer: { en: "Offer Wallet", hi: "ऑफ़र वॉलेट" },
  transfer: { en: "Transfer Wallet", hi: "ट्रांसफ़र वॉलेट" },
  withdraw_pending: { en: "Held for withdrawals", hi: "निकासी के लिए रोका गया" },
  staked: { en: "Locked principal", hi: "लॉक की गई मूल राशि" },
} as const satisfies Record<CountedAccount, Words>;
