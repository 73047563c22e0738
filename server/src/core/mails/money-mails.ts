import { type Fc, type UsdCents, asFc } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { shortName } from "../members/names.ts";
import { labelWords } from "./labels.ts";
import { button, type Fact, type MailTable } from "./mail.ts";
import { filled, type Words } from "./words.ts";

/** Another member, as a mail names them. */
interface Counterpart {
  refId: string;
  name: string;
}

interface Amount {
  amountFc: Fc;
}

interface ToppedUp extends Amount {
  principalUsdCents: UsdCents;
}

interface Withdrawal extends Amount {
  feeFc: Fc;
  taxFc: Fc;
  deductionFc: Fc;
  netFc: Fc;
  /** Where the coins go: an address, or what else the type of withdrawal names. */
  destination: string | Words;
}

export interface MoneyMailValues {
  "transfer-sent": Amount & { receiver: Counterpart };
  "transfer-received": Amount & { sender: Counterpart };
  "top-up-paid": ToppedUp & { staker: Counterpart };
  "top-up-started": ToppedUp & { payer: Counterpart };
  "withdrawal-requested": Withdrawal;
  "withdrawal-accepted": Withdrawal & { transactionId: string };
  "withdrawal-rejected": Amount & { reason: string };
  "withdrawal-cancelled": Amount;
  "internal-transfer": Amount;
  "staking-approved": { amountUsdCents: UsdCents; principalFc: Fc; fcFor15Usd: bigint; publicUrl: string };
  "staking-rejected": { amountUsdCents: UsdCents; reason: string; publicUrl: string };
  "staking-cancelled": { amountUsdCents: UsdCents; publicUrl: string };
  /** By its member, within the cooling-off time. */
  "stake-returned": { amountUsdCents: UsdCents; facts: readonly Fact[]; isHeld: boolean };
  /** A second operator has seen the payment of a stake that its member undid. */
  "coins-released": Amount & { publicUrl: string };
  "stake-undone": { amountUsdCents: UsdCents; principalFc: Fc; reason: string; publicUrl: string };
  "deduction-set": Amount & { reason: string };
  "deduction-cancelled": Amount & { reason: string };
  "wallet-adjusted": Amount & { wallet: Wallet; direction: "credit" | "debit"; reason: string };
}

const notYou: Words = {
  en: "If this was not you, freeze your account with the button below at once, and write to support.",
  hi: "अगर यह आपने नहीं किया, तो तुरंत नीचे दिए बटन से अपना खाता फ़्रीज़ करें और सपोर्ट टीम को लिखें।",
};
export const disagree: Words = {
  en: "If you do not agree with this, please write to support.",
  hi: "अगर आप इससे सहमत नहीं हैं, तो कृपया सपोर्ट टीम को लिखें।",
};

const named = ({ refId, name }: Counterpart) => `${refId}, ${shortName(name)}`;
const stakingReport = ({ publicUrl }: { publicUrl: string }) => [
  button({ en: "Open the Staking Report", hi: "स्टेकिंग रिपोर्ट खोलें" }, `${publicUrl}/topupRequest`),
];
const undone: Words = {
  en: "you undid your stake within its cooling-off time. It earns nothing more, and its business is off the legs above you.",
  hi: "आपने अपना स्टेक उसकी कूलिंग-ऑफ़ अवधि में रद्द किया है। अब इस पर कुछ नहीं मिलता, और इसका बिज़नेस आपके ऊपर के लेग से हटा दिया गया है।",
};
const undoneAndHeld: Words = {
  en: `${undone.en} The coins are in your Staking Wallet. They can be withdrawn or transferred once a second person of our staff has checked the payment that you made for the stake; we write to you then.`,
  hi: `${undone.hi} कॉइन आपके स्टेकिंग वॉलेट में हैं। इन्हें तब निकाला या ट्रांसफ़र किया जा सकता है, जब हमारे स्टाफ़ का दूसरा व्यक्ति स्टेक के लिए किए गए आपके भुगतान की जाँच कर ले; तब हम आपको लिखेंगे।`,
};
const ifAny = (amountFc: Fc) => (amountFc > 0n ? fcText(amountFc) : undefined);
const adjusted = {
  credit: {
    en: "an amount was added to your {wallet}. You find it in your wallet report.",
    hi: "आपके {wallet} में एक राशि जोड़ी गई है। यह आपकी वॉलेट रिपोर्ट में दिखेगी।",
  },
  debit: {
    en: "an amount was taken from your {wallet}. You find it in your wallet report.",
    hi: "आपके {wallet} से एक राशि ली गई है। यह आपकी वॉलेट रिपोर्ट में दिखेगी।",
  },
} as const;

export const moneyMails: MailTable<MoneyMailValues> = {
  "transfer-sent": {
    subject: { en: "Your transfer was sent", hi: "आपका ट्रांसफ़र भेजा गया" },
    text: { en: "your transfer was sent.", hi: "आपका ट्रांसफ़र भेज दिया गया है।" },
    facts: ({ amountFc, receiver }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "When", value: now },
      { label: "To", value: named(receiver) },
    ],
    note: notYou,
    notMe: true,
  },
  "transfer-received": {
    subject: { en: "You received a transfer", hi: "आपको एक ट्रांसफ़र मिला" },
    text: { en: "coins arrived in your transfer wallet.", hi: "आपके ट्रांसफ़र वॉलेट में कॉइन आए हैं।" },
    facts: ({ amountFc, sender }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "When", value: now },
      { label: "From", value: named(sender) },
    ],
    note: null,
  },
  "top-up-paid": {
    subject: {
      en: "A stake was paid from your transfer wallet",
      hi: "आपके ट्रांसफ़र वॉलेट से एक स्टेक का भुगतान हुआ",
    },
    text: {
      en: "a stake was paid from your transfer wallet and has started.",
      hi: "आपके ट्रांसफ़र वॉलेट से एक स्टेक का भुगतान हुआ और वह शुरू हो गया है।",
    },
    facts: ({ principalUsdCents, amountFc, staker }, { now }) => [
      { label: "Package", value: usdText(principalUsdCents) },
      { label: "Coins", value: fcText(amountFc) },
      { label: "When", value: now },
      { label: "Stake of", value: staker.refId },
    ],
    note: notYou,
    notMe: true,
  },
  "top-up-started": {
    subject: { en: "A stake was started for you", hi: "आपके लिए एक स्टेक शुरू हुआ" },
    text: {
      en: "a stake was paid for you and has started.",
      hi: "आपके लिए एक स्टेक का भुगतान किया गया और वह शुरू हो गया है।",
    },
    facts: ({ principalUsdCents, amountFc, payer }, { now }) => [
      { label: "Package", value: usdText(principalUsdCents) },
      { label: "Coins", value: fcText(amountFc) },
      { label: "When", value: now },
      { label: "Paid by", value: named(payer) },
    ],
    note: null,
  },
  "withdrawal-requested": {
    subject: { en: "Your withdrawal request", hi: "आपका निकासी अनुरोध" },
    text: {
      en: "we received your withdrawal request. You will hear from us once it is decided.",
      hi: "हमें आपका निकासी अनुरोध मिल गया है। निर्णय होते ही हम आपको बताएँगे।",
    },
    facts: ({ amountFc, feeFc, taxFc, deductionFc, netFc, destination }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "Fee", value: fcText(feeFc) },
      { label: "Tax", value: ifAny(taxFc) },
      { label: "Deduction", value: ifAny(deductionFc) },
      { label: "You receive", value: fcText(netFc) },
      { label: "To", value: destination },
      { label: "When", value: now },
    ],
    note: {
      en: "If this was not you, freeze your account with the button below at once: what is pending is then not paid until our support has looked.",
      hi: "अगर यह आपने नहीं किया, तो तुरंत नीचे दिए बटन से अपना खाता फ़्रीज़ करें: पेंडिंग निकासी का भुगतान तब तक नहीं होगा जब तक हमारी सपोर्ट टीम जाँच न कर ले।",
    },
    notMe: true,
  },
  "withdrawal-accepted": {
    subject: { en: "Your withdrawal was accepted", hi: "आपकी निकासी स्वीकृत हुई" },
    text: ({ netFc }) =>
      netFc > 0n
        ? {
            en: "your withdrawal was accepted and paid.",
            hi: "आपकी निकासी स्वीकृत हुई और उसका भुगतान हो गया है।",
          }
        : {
            en: "your withdrawal was accepted. All of it was taken for what you owed, so no coins were sent.",
            hi: "आपकी निकासी स्वीकृत हुई। यह पूरी राशि आपके बकाए के लिए ली गई, इसलिए कोई कॉइन नहीं भेजा गया।",
          },
    facts: ({ amountFc, feeFc, taxFc, deductionFc, netFc, destination, transactionId }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "Fee", value: fcText(feeFc) },
      { label: "Tax", value: ifAny(taxFc) },
      { label: "Deduction", value: ifAny(deductionFc) },
      { label: "Paid", value: fcText(netFc) },
      { label: "To", value: netFc > 0n ? destination : undefined },
      { label: "Transaction ID", value: netFc > 0n ? transactionId : undefined },
    ],
    note: null,
  },
  "withdrawal-rejected": {
    subject: { en: "Your withdrawal was rejected", hi: "आपकी निकासी अस्वीकृत हुई" },
    text: {
      en: "your withdrawal was rejected. The coins are back in the wallets that they came from.",
      hi: "आपकी निकासी अस्वीकृत हुई। कॉइन उन्हीं वॉलेट में लौटा दिए गए हैं जहाँ से लिए गए थे।",
    },
    facts: ({ amountFc, reason }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "Reason", value: reason },
    ],
    note: null,
  },
  "withdrawal-cancelled": {
    subject: { en: "You cancelled your withdrawal", hi: "आपने अपनी निकासी रद्द की" },
    text: {
      en: "you cancelled your withdrawal. The coins are back in the wallets that they came from.",
      hi: "आपने अपनी निकासी रद्द की है। कॉइन उन्हीं वॉलेट में लौटा दिए गए हैं जहाँ से लिए गए थे।",
    },
    facts: ({ amountFc }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "When", value: now },
    ],
    note: notYou,
    notMe: true,
  },
  "internal-transfer": {
    subject: { en: "Coins moved to your transfer wallet", hi: "कॉइन आपके ट्रांसफ़र वॉलेट में भेजे गए" },
    text: {
      en: "you moved coins to your transfer wallet.",
      hi: "आपने अपने ट्रांसफ़र वॉलेट में कॉइन भेजे हैं।",
    },
    facts: ({ amountFc }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "When", value: now },
    ],
    note: notYou,
    notMe: true,
  },
  "staking-approved": {
    subject: { en: "Your stake has started", hi: "आपका स्टेक शुरू हुआ" },
    text: {
      en: "we have received your payment and approved your staking request.",
      hi: "हमें आपका भुगतान मिल गया है और हमने आपका स्टेकिंग अनुरोध स्वीकृत कर दिया है।",
    },
    facts: ({ amountUsdCents, principalFc, fcFor15Usd }, { now }) => [
      { label: "Staked", value: `${usdText(amountUsdCents)} = ${fcText(principalFc)}` },
      {
        label: "Price",
        value: filled(
          { en: "{coins} for $15", hi: "$15 के लिए {coins}" },
          { coins: fcText(asFc(fcFor15Usd)) },
        ),
      },
      { label: "Approved", value: now },
    ],
    afterFacts: stakingReport,
    note: null,
  },
  "staking-rejected": {
    subject: { en: "Your staking request was rejected", hi: "आपका स्टेकिंग अनुरोध अस्वीकृत हुआ" },
    text: {
      en: "we could not approve your staking request. Nothing was staked.",
      hi: "हम आपका स्टेकिंग अनुरोध स्वीकृत नहीं कर सके। कुछ भी स्टेक नहीं हुआ है।",
    },
    facts: ({ amountUsdCents, reason }, { now }) => [
      { label: "Amount", value: usdText(amountUsdCents) },
      { label: "Reason", value: reason },
      { label: "Rejected", value: now },
    ],
    afterFacts: stakingReport,
    note: null,
  },
  "stake-undone": {
    subject: { en: "Your stake was undone", hi: "आपका स्टेक रद्द हुआ" },
    text: {
      en: "we approved a staking request of yours by mistake and have undone its stake. It earns nothing more. What it has already paid into your wallets stays yours.",
      hi: "हमने आपका एक स्टेकिंग अनुरोध गलती से स्वीकृत किया था और उसका स्टेक रद्द कर दिया है। अब उस पर और कुछ नहीं मिलेगा। उससे जो कुछ आपके वॉलेट में आ चुका है, वह आपका ही रहेगा।",
    },
    facts: ({ amountUsdCents, principalFc, reason }, { now }) => [
      { label: "Staked", value: `${usdText(amountUsdCents)} = ${fcText(principalFc)}` },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    afterFacts: stakingReport,
    note: disagree,
  },
  "staking-cancelled": {
    subject: { en: "You cancelled your staking request", hi: "आपने अपना स्टेकिंग अनुरोध रद्द किया" },
    text: {
      en: "you cancelled your staking request. Nothing was staked.",
      hi: "आपने अपना स्टेकिंग अनुरोध रद्द किया है। कुछ भी स्टेक नहीं हुआ है।",
    },
    facts: ({ amountUsdCents }, { now }) => [
      { label: "Amount", value: usdText(amountUsdCents) },
      { label: "When", value: now },
    ],
    afterFacts: stakingReport,
    note: notYou,
    notMe: true,
  },
  "stake-returned": {
    subject: { en: "You undid your stake", hi: "आपने अपना स्टेक रद्द किया" },
    text: ({ isHeld }) => (isHeld ? undoneAndHeld : undone),
    facts: ({ facts }, { now }) => [...facts, { label: "When", value: now }],
    note: notYou,
    notMe: true,
  },
  "coins-released": {
    subject: { en: "Your coins can be withdrawn now", hi: "आपके कॉइन अब निकाले जा सकते हैं" },
    text: {
      en: "a second person of our staff has checked the payment of the stake that you undid. You can withdraw or transfer the coins that it gave back.",
      hi: "हमारे स्टाफ़ के दूसरे व्यक्ति ने उस स्टेक के भुगतान की जाँच कर ली है जिसे आपने रद्द किया था। उससे लौटे कॉइन अब आप निकाल या ट्रांसफ़र कर सकते हैं।",
    },
    facts: ({ amountFc }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "When", value: now },
    ],
    afterFacts: ({ publicUrl }) => [
      button({ en: "Open Withdraw", hi: "निकासी खोलें" }, `${publicUrl}/withdraw`),
    ],
    note: null,
  },
  "deduction-set": {
    subject: { en: "A deduction was set", hi: "एक कटौती तय की गई" },
    text: {
      en: "this amount will be collected out of your next accepted withdrawal.",
      hi: "यह राशि आपकी अगली स्वीकृत निकासी से ली जाएगी।",
    },
    facts: ({ amountFc, reason }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: disagree,
  },
  "deduction-cancelled": {
    subject: { en: "A deduction was cancelled", hi: "एक कटौती रद्द की गई" },
    text: { en: "you no longer owe this amount.", hi: "यह राशि अब आप पर बकाया नहीं है।" },
    facts: ({ amountFc, reason }, { now }) => [
      { label: "Amount", value: fcText(amountFc) },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: null,
  },
  "wallet-adjusted": {
    subject: { en: "A wallet was adjusted", hi: "एक वॉलेट में समायोजन किया गया" },
    text: ({ direction, wallet }) =>
      filled(adjusted[direction], { wallet: labelWords(walletKinds[wallet].label) }),
    facts: ({ direction, wallet, amountFc, reason }, { now }) => [
      { label: "Wallet", value: labelWords(walletKinds[wallet].label) },
      { label: "Added", value: direction === "credit" ? fcText(amountFc) : undefined },
      { label: "Taken", value: direction === "debit" ? fcText(amountFc) : undefined },
      { label: "Reason", value: reason },
      { label: "When", value: now },
    ],
    note: disagree,
  },
};
