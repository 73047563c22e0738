import type { Language } from "@fc/contract/languages";

/** Everything that the file says besides the checks. */
export const words = {
  title: { en: "Check a proof of liabilities", hi: "देनदारियों का प्रमाण जाँचें" },
  intro: {
    en: "This file checks a saved proof and a saved list on your own device. It works without the internet and sends nothing anywhere. It can be opened and read with any text editor.",
    hi: "यह फ़ाइल सहेजे गए प्रमाण और सहेजी गई सूची को आपके अपने डिवाइस पर जाँचती है। यह बिना इंटरनेट के काम करती है और कहीं कुछ नहीं भेजती। इसे किसी भी टेक्स्ट एडिटर में खोलकर पढ़ा जा सकता है।",
  },
  language: { en: "Language", hi: "भाषा" },
  proofLabel: { en: "Your saved proof (.json)", hi: "आपका सहेजा गया प्रमाण (.json)" },
  rootLabel: {
    en: "The root of that day, from somewhere else: the public list, another member, a mail",
    hi: "उस दिन का रूट, किसी और जगह से: सार्वजनिक सूची, कोई और सदस्य, या ई-मेल",
  },
  listTitle: { en: "The list of branches", hi: "शाखाओं की सूची" },
  listIntro: {
    en: "Everybody can check a list, with or without a proof: everything in it has to add up to the totals and lead to the root. Lists of leaves that were saved before there were branches (.bin) are checked as well.",
    hi: "सूची को कोई भी जाँच सकता है, प्रमाण के साथ या बिना: उसमें सब कुछ कुल राशियों के बराबर होना चाहिए और रूट तक पहुँचना चाहिए। शाखाओं से पहले सहेजी गई लीफ़ की सूचियाँ (.bin) भी जाँची जाती हैं।",
  },
  whyNoList: {
    en: "A day has no list if fewer than 1,000 members had coins, or if what members had could not be spread evenly over the branches: it could tell who has how much. Proofs are as good without it.",
    hi: "किसी दिन की सूची नहीं होती अगर 1,000 से कम सदस्यों के पास कॉइन थे, या सदस्यों की राशियाँ शाखाओं में बराबर नहीं बाँटी जा सकीं: उससे पता चल सकता था कि किसके पास कितना है। प्रमाण उसके बिना भी उतने ही पक्के हैं।",
  },
  listLabel: { en: "The saved list (.json or .bin)", hi: "सहेजी गई सूची (.json या .bin)" },
  dayLabel: { en: "Its day, such as 2026-02-03", hi: "उसका दिन, जैसे 2026-02-03" },
  noProof: {
    en: "This is not a proof file. Choose the .json file that you saved with “Save the proof”.",
    hi: "यह प्रमाण की फ़ाइल नहीं है। वह .json फ़ाइल चुनें जो आपने “प्रमाण सहेजें” से सहेजी थी।",
  },
  noList: {
    en: "This is not a list. Choose the .json or .bin file of that day.",
    hi: "यह सूची नहीं है। उस दिन की .json या .bin फ़ाइल चुनें।",
  },
  proofIsWrong: {
    en: "The proof does not fit the list. The fault is in the proof, which does not hold by itself.",
    hi: "प्रमाण इस सूची से मेल नहीं खाता। गलती प्रमाण में है, जो अपने-आप में सही नहीं है।",
  },
  listIsAnother: {
    en: "The proof does not fit the list. The proof holds by itself, so the list is another one or was changed.",
    hi: "प्रमाण इस सूची से मेल नहीं खाता। प्रमाण अपने-आप में सही है, इसलिए सूची कोई और है या बदली गई है।",
  },
  leavesMissing: {
    en: "The proof does not fit the list. The list holds by itself, but the leaves of the proof are not in it. Keep both files and ask us why.",
    hi: "प्रमाण इस सूची से मेल नहीं खाता। सूची अपने-आप में सही है, लेकिन प्रमाण के लीफ़ उसमें नहीं हैं। दोनों फ़ाइलें सँभाल कर रखें और हमसे कारण पूछें।",
  },
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
    hi: "{refId} के लिए, दिन {day}, बैलेंस {at} का",
  },
  totals: {
    en: "All members together: {owed} owed and {locked} of locked principal, in {leaves} leaves.",
    hi: "सभी सदस्यों को मिलाकर: {owed} देय और {locked} लॉक की गई मूल राशि, {leaves} लीफ़ में।",
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
