import type { Language } from "@fc/contract/languages";

/** Everything that the file says besides the checks. */
export const words = {
  title: { en: "Check a proof of liabilities", hi: "देनदारियों का प्रमाण जाँचें" },
  intro: {
    en: "This file checks a saved proof and a saved list of leaves on your own device. It works without the internet and sends nothing anywhere. It can be opened and read with any text editor.",
    hi: "यह फ़ाइल सहेजे गए प्रमाण और पत्तियों की सूची को आपके अपने डिवाइस पर जाँचती है। यह बिना इंटरनेट के काम करती है और कहीं कुछ नहीं भेजती। इसे किसी भी टेक्स्ट एडिटर में खोलकर पढ़ा जा सकता है।",
  },
  language: { en: "Language", hi: "भाषा" },
  proofLabel: { en: "Your saved proof (.json)", hi: "आपका सहेजा गया प्रमाण (.json)" },
  rootLabel: {
    en: "The root of that day, from somewhere else: the public list, another member, a mail",
    hi: "उस दिन का रूट, किसी और जगह से: सार्वजनिक सूची, कोई और सदस्य, या ई-मेल",
  },
  listTitle: { en: "The list of all leaves", hi: "सभी पत्तियों की सूची" },
  listIntro: {
    en: "Everybody can check the list, with or without a proof: everything in it has to add up to the totals and lead to the root.",
    hi: "सूची को कोई भी जाँच सकता है, प्रमाण के साथ या बिना: उसमें सब कुछ कुल राशियों के बराबर होना चाहिए और रूट तक पहुँचना चाहिए।",
  },
  listLabel: { en: "The saved list (.bin)", hi: "सहेजी गई सूची (.bin)" },
  dayLabel: { en: "Its day, such as 2026-02-03", hi: "उसका दिन, जैसे 2026-02-03" },
  proofHolds: { en: "The proof holds.", hi: "प्रमाण सही है।" },
  proofFails: {
    en: "The proof does not hold. Keep this file and ask us why.",
    hi: "प्रमाण सही नहीं है। यह फ़ाइल सँभाल कर रखें और हमसे कारण पूछें।",
  },
  listHolds: { en: "The list holds.", hi: "सूची सही है।" },
  listFails: {
    en: "The list does not hold. Keep this file and ask us why.",
    hi: "सूची सही नहीं है। यह फ़ाइल सँभाल कर रखें और हमसे कारण पूछें।",
  },
  proofOf: {
    en: "For {refId}, the day {day}, balances of {at}",
    hi: "{refId} के लिए, दिन {day}, शेष {at} के",
  },
  totals: {
    en: "All members together: {owed} owed and {locked} of locked principal, in {leaves} leaves.",
    hi: "सभी सदस्यों को मिलाकर: {owed} देय और {locked} लॉक की गई मूल राशि, {leaves} पत्तियों में।",
  },
  rootIs: { en: "Root:", hi: "रूट:" },
  not: { en: "✗ This is NOT so:", hi: "✗ ऐसा नहीं है:" },
  notCompared: { en: "– Nothing to compare with:", hi: "– तुलना के लिए कुछ नहीं:" },
  needsRoot: {
    en: "Please choose a proof, or enter the day and its root.",
    hi: "कृपया प्रमाण चुनें, या दिन और उसका रूट लिखें।",
  },
  reading: { en: "Reading the list: {percent} %", hi: "सूची पढ़ी जा रही है: {percent} %" },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export type WordName = keyof typeof words;
