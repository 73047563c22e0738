import type { NotificationKind } from "@fc/contract/notifications/kinds";
import type { Words } from "../mails/words.ts";

/**
 * What a locked screen shows: that something happened, without amounts and names, because anybody may see it. Tapping
 * it opens the feed, which says the rest.
 */
export const pushWords = {
  "transfer-received": { en: "You received a transfer", hi: "आपको एक ट्रांसफ़र मिला" },
  "stake-given": { en: "A stake was started for you", hi: "आपके लिए एक स्टेक शुरू हुआ" },
  "staking-approved": { en: "Your stake has started", hi: "आपका स्टेक शुरू हुआ" },
  "staking-rejected": {
    en: "Your staking request was rejected",
    hi: "आपका स्टेकिंग अनुरोध अस्वीकृत हुआ",
  },
  "coins-released": { en: "Your coins can be withdrawn now", hi: "आपके कॉइन अब निकाले जा सकते हैं" },
  "withdrawal-rejected": { en: "Your withdrawal was rejected", hi: "आपकी निकासी अस्वीकृत हुई" },
  "withdrawal-paid": { en: "Your withdrawal was paid", hi: "आपकी निकासी का भुगतान हुआ" },
  "kyc-approved": { en: "Your details were approved", hi: "आपका विवरण स्वीकृत हुआ" },
  "kyc-rejected": { en: "Your details were rejected", hi: "आपका विवरण अस्वीकृत हुआ" },
  "kyc-renew": { en: "Please renew your details", hi: "कृपया अपना विवरण फिर से सबमिट करें" },
  "member-joined": { en: "You have a new team member", hi: "आपकी टीम में एक नया सदस्य जुड़ा" },
  "support-answered": { en: "Support answered your message", hi: "सपोर्ट टीम ने आपके संदेश का जवाब दिया" },
  "day-closed": { en: "The rewards of the day are credited", hi: "दिन के रिवॉर्ड क्रेडिट हो गए हैं" },
  "stake-ending": { en: "One of your stakes ends in a week", hi: "आपका एक स्टेक एक हफ़्ते में समाप्त होगा" },
  "stake-ended": { en: "One of your stakes has ended", hi: "आपका एक स्टेक समाप्त हो गया है" },
  "plan-scheduled": { en: "The plan is going to change", hi: "प्लान बदलने वाला है" },
  "plan-withdrawn": { en: "The plan stays as it is", hi: "प्लान वैसा ही रहता है" },
  notice: { en: "There is a new notice", hi: "एक नई सूचना आई है" },
  security: {
    en: "Something was changed in your account",
    hi: "आपके खाते में कुछ बदला गया",
  },
} as const satisfies Record<NotificationKind, Words>;

export const openToSee: Words = {
  en: "Open FC Portal to see the details.",
  hi: "पूरी जानकारी के लिए FC Portal खोलें।",
};
/** A change that was not the member's own must not wait for the feed. */
export const checkIt: Words = {
  en: "Open FC Portal and check that it was you.",
  hi: "FC Portal खोलें और जाँचें कि यह आपने ही किया है।",
};
