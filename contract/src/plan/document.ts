import { asUsdCents } from "../units.ts";
import { usdText } from "../amount-text.ts";
import { localeOf, type Language } from "../languages.ts";
import { percentText } from "./difference.ts";
import { rewardKindNames, type RewardKind } from "./reward-kinds.ts";
import { rosDays, type PlanRules, type PlanVersion } from "./rules.ts";

/**
 * The plan as a document, made from the rules themselves so that words and figures cannot differ. It is in every
 * language here and not in the web's catalogue, because the server prints it as a PDF and the browser shows the same
 * as a page.
 */
export interface PlanDocument {
  title: string;
  subtitle: string;
  sections: readonly PlanSection[];
}

export interface PlanSection {
  title: string;
  paragraphs: readonly string[];
  /** A table whose first row is its heading. */
  table?: readonly (readonly [string, string])[];
}

export function planDocument(plan: PlanVersion, language: Language): PlanDocument {
  const { title, subtitle, payment } = frames[language];
  const day = new Intl.DateTimeFormat(localeOf[language], { dateStyle: "long", timeZone: "Asia/Kolkata" });
  const since = day.format(new Date(`${plan.effectiveFrom}T12:00:00+05:30`));
  const rewards = rewardKindNames.flatMap((kind) => rewardTexts[kind][language](plan.rules) ?? []);
  return { title, subtitle: subtitle(plan.version, since), sections: [...rewards, payment] };
}

/** The texts around the rewards. */
const frames = {
  en: {
    title: "The plan",
    subtitle: (version: number, since: string) => `Version ${version}, in force from ${since}`,
    payment: {
      title: "How rewards are paid",
      paragraphs: [
        "Each day is closed at midnight, India's time. Rewards in dollars are paid in FC at that day's price. Every rounding is down to the cent or to 1/10,000 FC.",
        "All rewards are paid from the rewards pool and never beyond it. When a day's rewards come to more than the pool holds, every reward of that day is paid at the same share. Rewards can therefore be less than this document shows, and nothing in it is a promise of gain.",
      ],
    },
  },
  hi: {
    title: "प्लान",
    subtitle: (version: number, since: string) => `संस्करण ${version}, ${since} से लागू`,
    payment: {
      title: "रिवॉर्ड कैसे चुकाए जाते हैं",
      paragraphs: [
        "हर दिन का हिसाब भारत के समय से आधी रात को बंद होता है। डॉलर के रिवॉर्ड उस दिन के भाव पर FC में मिलते हैं। हर पूर्णांकन नीचे की ओर होता है, सेंट या 1/10,000 FC तक।",
        "सभी रिवॉर्ड केवल रिवॉर्ड पूल से दिए जाते हैं, उससे ज़्यादा कभी नहीं। जब किसी दिन के रिवॉर्ड पूल में मौजूद राशि से ज़्यादा हों, तब उस दिन का हर रिवॉर्ड एक ही अनुपात में दिया जाता है। इसलिए रिवॉर्ड इस दस्तावेज़ के हिसाब से कम हो सकते हैं, और इसमें लिखी कोई बात लाभ का वादा नहीं है।",
      ],
    },
  },
} as const satisfies Record<Language, unknown>;

/** A section for each kind of reward; undefined where the plan has nothing of the kind. */
const rewardTexts: Readonly<
  Record<RewardKind, Record<Language, (rules: PlanRules) => PlanSection | undefined>>
> = {
  ros: {
    en: ({ ros }) => ({
      title: "Return on staking (ROS), to the staking wallet",
      paragraphs: [
        `A stake returns ${percentText(ros.dailyBasisPoints)} of its amount a day, from the day after it was approved, until it has returned ${percentText(ros.limitBasisPoints)}. That takes ${rosDays(ros).toLocaleString("en-IN")} days.`,
        "Then the stake ends. Its amount is part of what was returned and is not paid back besides. A stake keeps the terms that it was bought under, whatever the plan becomes.",
      ],
    }),
    hi: ({ ros }) => ({
      title: "स्टेकिंग पर रिटर्न (ROS), स्टेकिंग वॉलेट में",
      paragraphs: [
        `स्टेक मंज़ूर होने के अगले दिन से रोज़ अपनी राशि का ${percentText(ros.dailyBasisPoints)} लौटाता है, जब तक कुल ${percentText(ros.limitBasisPoints)} न लौट जाए। इसमें ${rosDays(ros).toLocaleString("en-IN")} दिन लगते हैं।`,
        "उसके बाद स्टेक समाप्त हो जाता है। स्टेक की राशि लौटाए गए इसी पैसे का हिस्सा है और अलग से वापस नहीं मिलती। प्लान आगे चाहे जो बने, स्टेक पर वही शर्तें रहती हैं जिन पर वह लिया गया था।",
      ],
    }),
  },
  direct_bonus: {
    en: ({ directBonus }) => ({
      title: "Direct bonus, to the earning wallet",
      paragraphs: [
        `${percentText(directBonus.basisPoints)} of each approved stake of a member you sponsored, if you have a running stake yourself on that day.`,
      ],
    }),
    hi: ({ directBonus }) => ({
      title: "डायरेक्ट बोनस, अर्निंग वॉलेट में",
      paragraphs: [
        `आपके स्पॉन्सर किए सदस्य के हर मंज़ूर स्टेक का ${percentText(directBonus.basisPoints)}, बशर्ते उस दिन आपका अपना स्टेक चल रहा हो।`,
      ],
    }),
  },
  pair_matching: {
    en: ({ pairMatching }) => ({
      title: "Pair matching, to the earning wallet",
      paragraphs: [
        `Once a day the business of both legs is matched 1:1, and pays ${percentText(pairMatching.basisPoints)} of the weaker leg's unmatched business. The stronger leg's rest is carried forward.`,
        "To qualify, you need a running stake of your own and, on each side, one active member whom you sponsored yourself.",
        `A day pays at most ${percentText(pairMatching.capOwnStakeBasisPoints)} of your own running stakes, and at most ${usdText(asUsdCents(BigInt(pairMatching.capUsdCents)))}. Business beyond this cap is flushed: it earns nothing and is not carried forward.`,
      ],
    }),
    hi: ({ pairMatching }) => ({
      title: "पेयर मैचिंग, अर्निंग वॉलेट में",
      paragraphs: [
        `दिन में एक बार दोनों लेग के बिज़नेस का 1:1 मिलान होता है और कमज़ोर लेग के बिना मिलान वाले बिज़नेस का ${percentText(pairMatching.basisPoints)} मिलता है। मज़बूत लेग का बचा हुआ बिज़नेस आगे जाता है।`,
        "इसके लिए आपका अपना स्टेक चल रहा होना चाहिए और दोनों तरफ़ आपका खुद स्पॉन्सर किया एक-एक सक्रिय सदस्य होना चाहिए।",
        `एक दिन में ज़्यादा से ज़्यादा आपके चल रहे स्टेक का ${percentText(pairMatching.capOwnStakeBasisPoints)} और अधिकतम ${usdText(asUsdCents(BigInt(pairMatching.capUsdCents)))} मिलता है। इस सीमा से ऊपर का बिज़नेस हट जाता है: उस पर कुछ नहीं मिलता और वह आगे नहीं जाता।`,
      ],
    }),
  },
  offer_reward: {
    en: ({ offers }) =>
      offersSection(offers, {
        title: "Offers, to the offer wallet",
        paragraphs: ["Each once, when so much of your business has been matched in all:"],
        heading: ["Matched business", "Reward"],
      }),
    hi: ({ offers }) =>
      offersSection(offers, {
        title: "ऑफ़र, ऑफ़र वॉलेट में",
        paragraphs: ["हर ऑफ़र एक बार, जब आपके बिज़नेस का कुल इतना मिलान हो जाए:"],
        heading: ["मिलान हुआ बिज़नेस", "रिवॉर्ड"],
      }),
  },
};

function offersSection(
  offers: PlanRules["offers"],
  { heading, ...texts }: PlanSection & { heading: readonly [string, string] },
): PlanSection | undefined {
  if (offers.length === 0) return undefined;
  const rows = offers.map(
    ({ matchedUsdCents, rewardUsdCents }) =>
      [usdText(asUsdCents(BigInt(matchedUsdCents))), usdText(asUsdCents(BigInt(rewardUsdCents)))] as const,
  );
  return { ...texts, table: [heading, ...rows] };
}
