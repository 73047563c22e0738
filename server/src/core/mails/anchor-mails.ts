import type { LinkedAnchor } from "@fc/contract/anchors/history";
import { anchorsRefId } from "../../platform/mail/unsubscribe.ts";
import { button, paragraph, type MailTable } from "./mail.ts";
import { asWritten, filled } from "./words.ts";

export interface AnchorMailValues {
  "anchor-confirm": { url: string };
  "daily-anchor": {
    subscriber: number;
    anchor: LinkedAnchor;
    /** As the file has it, to be kept. */
    line: string;
    publicUrl: string;
  };
}

/** For those who subscribed to the daily seal, members or not. */
export const anchorMails: MailTable<AnchorMailValues> = {
  "anchor-confirm": {
    audience: () => "stranger",
    subject: { en: "Confirm the daily seal by mail", hi: "मेल से दैनिक मुहर की पुष्टि करें" },
    text: {
      en: "Somebody asked us to send the daily seal of FC Portal to this address. Nothing is sent until you confirm it.",
      hi: "किसी ने हमसे FC Portal की दैनिक मुहर इस पते पर भेजने को कहा है। आपकी पुष्टि के बिना कुछ नहीं भेजा जाएगा।",
    },
    greetsItself: true,
    facts: () => [],
    afterFacts: ({ url }) => [
      button({ en: "Confirm", hi: "पुष्टि करें" }, url),
      paragraph({ en: "This works for 7 days.", hi: "यह 7 दिन तक काम करता है।" }),
    ],
    note: {
      en: "If it was not you, there is nothing to do: the address is forgotten.",
      hi: "अगर यह आपने नहीं किया, तो कुछ न करें: यह पता हटा दिया जाएगा।",
    },
  },
  "daily-anchor": {
    audience: () => "subscriber",
    subject: ({ anchor: { day } }) => filled({ en: "The seal of {day}", hi: "{day} की मुहर" }, { day }),
    text: {
      en: "This is the head of the ledger's seal chain. Keep this mail: if anything that it covers were changed, the published history would no longer have it.",
      hi: "यह बही की मुहर-श्रृंखला का सिरा है। यह मेल सँभालकर रखें: अगर इसमें शामिल कोई बात बदली गई, तो प्रकाशित इतिहास में यह नहीं मिलेगा।",
    },
    greetsItself: true,
    facts: () => [],
    afterFacts: ({ line, publicUrl }) => [
      paragraph(asWritten(line)),
      button({ en: "Compare it with the history", hi: "इतिहास से मिलाएँ" }, `${publicUrl}/anchors`),
    ],
    note: null,
    unsubscribe: ({ subscriber }) => ({ refId: anchorsRefId, bulkMail: subscriber }),
  },
};
