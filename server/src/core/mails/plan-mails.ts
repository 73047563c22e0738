import type { PlanChange } from "@fc/contract/plan/difference";
import { ownFigureKinds, type OwnFigure } from "@fc/contract/plan/own-figures";
import { indiaDayText } from "../../platform/format.ts";
import { button, paragraph, type MailTable } from "./mail.ts";
import { asWritten, filled, type Words } from "./words.ts";

interface PlanVersionNews {
  version: number;
  /** 2026-02-03. */
  effectiveFrom: string;
  publicUrl: string;
}

export interface PlanMailValues {
  "plan-scheduled": PlanVersionNews & {
    changes: readonly PlanChange[];
    own: readonly OwnFigure[];
  };
  "plan-withdrawn": PlanVersionNews;
}

const none: Words = { en: "none", hi: "कुछ नहीं" };

const fromTo = (before: string | Words, after: string | Words) =>
  filled({ en: "{before} → {after}", hi: "{before} → {after}" }, { before, after });

const openPlan = ({ publicUrl }: PlanVersionNews) => [
  button({ en: "Open the plan", hi: "प्लान खोलें" }, `${publicUrl}/plan`),
];
const dayWords = (day: string): Words => ({ en: indiaDayText(day, "en"), hi: indiaDayText(day, "hi") });

/** What members are told about the plan before it changes. */
export const planMails: MailTable<PlanMailValues> = {
  "plan-scheduled": {
    audience: () => "service",
    subject: ({ effectiveFrom }) =>
      filled(
        { en: "The plan changes on {day}", hi: "{day} से प्लान बदलता है" },
        { day: dayWords(effectiveFrom) },
      ),
    text: ({ version, effectiveFrom }) =>
      filled(
        {
          en: "version {version} of the plan is in force from {day} on. Until then nothing changes, and stakes that run keep the terms they were bought under. This is what changes:",
          hi: "प्लान का संस्करण {version} {day} से लागू होगा। तब तक कुछ नहीं बदलता, और चालू स्टेक अपनी पुरानी शर्तों पर चलते हैं। यह बदलता है:",
        },
        { version: String(version), day: dayWords(effectiveFrom) },
      ),
    beforeFacts: ({ changes }) => [
      {
        kind: "facts",
        rows: changes.map((change) => ({
          label: change.label,
          value: fromTo(change.before ?? none, change.after ?? none),
        })),
      },
      paragraph({ en: "And in figures for you:", hi: "और आपके लिए आँकड़ों में:" }),
    ],
    facts: () => [],
    afterFacts: ({ own, ...news }) => [
      {
        kind: "facts",
        rows: own.map(({ name, before, after }) => ({
          label: ownFigureKinds[name].label,
          value: before === after ? asWritten(before) : fromTo(before, after),
        })),
      },
      ...openPlan(news),
    ],
    note: null,
  },
  "plan-withdrawn": {
    audience: () => "service",
    subject: ({ effectiveFrom }) =>
      filled(
        { en: "The plan does not change on {day}", hi: "{day} को प्लान नहीं बदलेगा" },
        { day: dayWords(effectiveFrom) },
      ),
    text: ({ version, effectiveFrom }) =>
      filled(
        {
          en: "version {version} of the plan, which was announced for {day}, was withdrawn before it began. The plan stays as it is.",
          hi: "{day} के लिए घोषित प्लान का संस्करण {version} शुरू होने से पहले वापस ले लिया गया। प्लान वैसा ही रहता है।",
        },
        { version: String(version), day: dayWords(effectiveFrom) },
      ),
    facts: () => [],
    afterFacts: openPlan,
    note: null,
  },
};
