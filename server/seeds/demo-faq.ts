import type { FaqContent } from "@fc/contract/support/console-faq";

export const demoFaq: readonly FaqContent[] = [
  {
    question: { en: "When does my stake start to earn?", hi: "मेरा स्टेक कब से कमाना शुरू करता है?" },
    answer: {
      en: "On the day after its approval. You see the first ROS in the Staking Wallet Report after that day's closing, shortly after midnight.",
      hi: "स्वीकृति के अगले दिन से। पहला ROS उस दिन की क्लोज़िंग के बाद, आधी रात के थोड़ी देर बाद, स्टेकिंग वॉलेट रिपोर्ट में दिखता है।",
    },
    isPublished: true,
  },
  {
    question: { en: "How long does a withdrawal take?", hi: "निकासी में कितना समय लगता है?" },
    answer: {
      en: "Up to 24 hours. The receipt of your withdrawal shows where it stands. After a new coin address, password or e-mail there is a waiting time first; the Withdraw page says until when.",
      hi: "24 घंटे तक। आपकी निकासी की रसीद बताती है कि वह कहाँ तक पहुँची है। नए कॉइन पते, पासवर्ड या ई-मेल के बाद पहले एक प्रतीक्षा समय होता है; निकासी पेज बताता है कि कब तक।",
    },
    isPublished: true,
  },
  {
    question: { en: "The OTP does not arrive", hi: "OTP नहीं आता" },
    answer: {
      en: "Look into the spam folder, and check that your mailbox is not full. A new code can be sent after the countdown; only the newest one works.",
      hi: "स्पैम फ़ोल्डर देखें और जाँच लें कि आपका मेलबॉक्स भरा न हो। उलटी गिनती के बाद नया कोड भेजा जा सकता है; केवल सबसे नया कोड काम करता है।",
    },
    isPublished: true,
  },
  {
    question: { en: "I forgot my ID", hi: "मैं अपनी ID भूल गया" },
    answer: {
      en: "It is in your welcome e-mail and in every mail of ours. Your sponsor also sees it among the direct referrals.",
      hi: "वह आपके स्वागत ई-मेल में और हमारे हर मेल में है। आपके स्पॉन्सर को भी वह डायरेक्ट रेफ़रल में दिखती है।",
    },
    isPublished: true,
  },
  {
    question: { en: "Can I change my PAN details?", hi: "" },
    answer: { en: "Only once, by writing to support with a copy of the card.", hi: "" },
    isPublished: false,
  },
];
