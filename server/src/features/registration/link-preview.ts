import type { Language } from "@fc/contract/languages";
import { activeMemberByRefId } from "../../core/members/members.ts";
import { shortName } from "../../core/members/names.ts";
import type { Deps } from "../../platform/deps.ts";
import type { LinkPreview } from "../../platform/http/link-preview.ts";
import { countUse, networkOf } from "../../platform/rate-limit.ts";
import { lookUpLimit } from "./look-up-limit.ts";

const words = {
  en: {
    title: "Register at FC Portal",
    invited: (name: string) => `${name} invites you to FC Portal`,
    description: "Register as a member. You get your user ID and password by e-mail.",
  },
  hi: {
    title: "FC Portal पर पंजीकरण करें",
    invited: (name: string) => `${name} आपको FC Portal में बुला रहे हैं`,
    description: "सदस्य के रूप में पंजीकरण करें। आपको यूज़र ID और पासवर्ड ई-मेल से मिलेंगे।",
  },
} as const satisfies Record<Language, object>;

/** Those who read a page only to show what its link leads to. A browser learns the name by the page's own look-up. */
const previewers =
  /WhatsApp|facebookexternalhit|Facebot|Twitterbot|TelegramBot|Slackbot|LinkedInBot|Discordbot|SkypeUriPreview/i;

export interface PreviewRequest {
  /** Of the referral link; undefined on the plain registration page. */
  parentRefId: string | undefined;
  ip: string;
  userAgent: string;
  language: Language;
}

/** The preview of a referral link names the inviter as the page does: by first name and initial, and as seldom. */
export function registrationPreview({ db, clock }: Deps) {
  return async ({ parentRefId, ip, userAgent, language }: PreviewRequest): Promise<LinkPreview> => {
    const { title, invited, description } = words[language];
    if (parentRefId === undefined || !previewers.test(userAgent)) return { title, description };
    const { waitMs } = await countUse(db, lookUpLimit, networkOf(ip), clock());
    const inviter = waitMs === undefined ? await activeMemberByRefId(db, parentRefId) : undefined;
    return { title: inviter ? invited(shortName(inviter.name)) : title, description };
  };
}
