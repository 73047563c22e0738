import { usdText } from "../amount-text.ts";
import { rosDays, type PlanRules, type PlanVersion } from "./rules.ts";
import { percentText } from "./difference.ts";

/**
 * The plan as a document, made from the rules themselves so that words and figures cannot differ. In every language
 * here and not in the web's catalogue, since the server sets it as a PDF and the browser shows the same as a page.
 */
export interface PlanDocument {
  title: string;
  subtitle: string;
  sections: readonly PlanSection[];
}

export interface PlanSection {
  title: string;
  paragraphs: readonly string[];
  /** A table, the first row being its heading. */
  table?: readonly (readonly [string, string])[];
}

export const planLanguages = ["en", "hi"] as const;
export type PlanLanguage = (typeof planLanguages)[number];

const locales = { en: "en-IN", hi: "hi-IN-u-nu-latn" } as const satisfies Record<PlanLanguage, string>;

export function planDocument(plan: PlanVersion, language: PlanLanguage): PlanDocument {
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "Asia/Kolkata" });
  const since = day.format(new Date(`${plan.effectiveFrom}T12:00:00+05:30`));
  return sentences[language](figuresOf(plan.rules), plan.version, since);
}

function figuresOf({ ros, directBonus, pairMatching, offers }: PlanRules) {
  return {
    rosDaily: percentText(ros.dailyBasisPoints),
    rosLimit: percentText(ros.limitBasisPoints),
    rosDays: rosDays(ros).toLocaleString("en-IN"),
    direct: percentText(directBonus.basisPoints),
    pair: percentText(pairMatching.basisPoints),
    capShare: percentText(pairMatching.capOwnStakeBasisPoints),
    cap: usdText(BigInt(pairMatching.capUsdCents)),
    offers: offers.map(
      ({ matchedUsdCents, rewardUsdCents }) =>
        [usdText(BigInt(matchedUsdCents)), usdText(BigInt(rewardUsdCents))] as const,
    ),
  };
}

type Figures = ReturnType<typeof figuresOf>;

const sentences = { en: inEnglish, hi: inHindi } as const satisfies Record<PlanLanguage, unknown>;

function inEnglish(figures: Figures, version: number, since: string): PlanDocument {
  const { rosDaily, rosLimit, rosDays: days, direct, pair, capShare, cap, offers } = figures;
  return {
    title: "The plan",
    subtitle: `Version ${version}, in force from ${since}`,
    sections: [
      {
        title: "Return on staking (ROS), to the staking wallet",
        paragraphs: [
          `A stake returns ${rosDaily} of its amount a day, from the day after it was approved, until it has returned ${rosLimit}. That takes ${days} days.`,
          "Then the stake ends. Its amount is part of what was returned and is not paid back besides. A stake keeps the terms that it was bought under, whatever the plan becomes.",
        ],
      },
      {
        title: "Direct bonus, to the earning wallet",
        paragraphs: [
          `${direct} of each approved stake of a member you sponsored, if you have a running stake yourself on that day.`,
        ],
      },
      {
        title: "Pair matching, to the earning wallet",
        paragraphs: [
          `Once a day the business of both legs is matched 1:1, and pays ${pair} of the weaker leg's unmatched business. The stronger leg's rest is carried forward.`,
          "To qualify, you need a running stake of your own and, on each side, one active member whom you sponsored yourself.",
          `A day pays at most ${capShare} of your own running stakes, and at most ${cap}. Business beyond this cap is flushed: it earns nothing and is not carried forward.`,
        ],
      },
      ...(offers.length === 0
        ? []
        : [
            {
              title: "Offers, to the offer wallet",
              paragraphs: ["Each once, when so much of your business has been matched in all:"],
              table: [["Matched business", "Reward"] as const, ...offers],
            },
          ]),
      {
        title: "How rewards are paid",
        paragraphs: [
          "Each day is closed at midnight, India's time. Rewards in dollars are paid in FC at that day's price. Every rounding is down to the cent or to 1/10,000 FC.",
          "All rewards are paid from the rewards pool and never beyond it. When a day's rewards come to more than the pool holds, every reward of that day is paid at the same share. Rewards can therefore be less than this document reckons, and nothing in it is a promise of gain.",
        ],
      },
    ],
  };
}

function inHindi(figures: Figures, version: number, since: string): PlanDocument {
  const { rosDaily, rosLimit, rosDays: days, direct, pair, capShare, cap, offers } = figures;
  return {
    title: "योजना",
    subtitle: `संस्करण ${version}, ${since} से लागू`,
    sections: [
      {
        title: "स्टेकिंग पर रिटर्न (ROS), स्टेकिंग वॉलेट में",
        paragraphs: [
          `स्टेक मंज़ूर होने के अगले दिन से रोज़ अपनी राशि का ${rosDaily} लौटाता है, जब तक कुल ${rosLimit} न लौट जाए। इसमें ${days} दिन लगते हैं।`,
          "उसके बाद स्टेक समाप्त हो जाता है। स्टेक की राशि लौटाए गए इसी पैसे का हिस्सा है और अलग से वापस नहीं मिलती। योजना आगे चाहे जो बने, स्टेक पर वही शर्तें रहती हैं जिन पर वह लिया गया था।",
        ],
      },
      {
        title: "डायरेक्ट बोनस, अर्निंग वॉलेट में",
        paragraphs: [
          `आपके स्पॉन्सर किए सदस्य के हर मंज़ूर स्टेक का ${direct}, बशर्ते उस दिन आपका अपना स्टेक चल रहा हो।`,
        ],
      },
      {
        title: "पेयर मैचिंग, अर्निंग वॉलेट में",
        paragraphs: [
          `दिन में एक बार दोनों लेग के बिज़नेस का 1:1 मिलान होता है और कमज़ोर लेग के बिना मिलान वाले बिज़नेस का ${pair} मिलता है। मज़बूत लेग का बचा हुआ बिज़नेस आगे जाता है।`,
          "इसके लिए आपका अपना स्टेक चल रहा होना चाहिए और दोनों तरफ़ आपका खुद स्पॉन्सर किया एक-एक सक्रिय सदस्य होना चाहिए।",
          `एक दिन में ज़्यादा से ज़्यादा आपके चल रहे स्टेक का ${capShare} और अधिकतम ${cap} मिलता है। इस सीमा से ऊपर का बिज़नेस हट जाता है: उस पर कुछ नहीं मिलता और वह आगे नहीं जाता।`,
        ],
      },
      ...(offers.length === 0
        ? []
        : [
            {
              title: "ऑफ़र, ऑफ़र वॉलेट में",
              paragraphs: ["हर ऑफ़र एक बार, जब आपके बिज़नेस का कुल इतना मिलान हो जाए:"],
              table: [["मिलान हुआ बिज़नेस", "इनाम"] as const, ...offers],
            },
          ]),
      {
        title: "इनाम कैसे चुकाए जाते हैं",
        paragraphs: [
          "हर दिन का हिसाब भारत के समय से आधी रात को बंद होता है। डॉलर के इनाम उस दिन के भाव पर FC में मिलते हैं। हर पूर्णांकन नीचे की ओर होता है, सेंट या 1/10,000 FC तक।",
          "सभी इनाम इनाम पूल से दिए जाते हैं, उससे ज़्यादा कभी नहीं। जब किसी दिन के इनाम पूल में मौजूद राशि से ज़्यादा हों, तब उस दिन का हर इनाम एक ही अनुपात में दिया जाता है। इसलिए इनाम इस दस्तावेज़ के हिसाब से कम हो सकते हैं, और इसमें लिखी कोई बात लाभ का वादा नहीं है।",
        ],
      },
    ],
  };
}
