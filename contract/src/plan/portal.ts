import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { planRules } from "./rules.ts";
import { route } from "../route.ts";
import { idInAddress, ownUserId, timestamp } from "../wire.ts";

export const planInForce = route({
  method: "GET",
  path: "/user/getPlan",
  access: "member",
  summary: "The plan in force today, and today's price to compute with.",
  response: z.object({
    data: z.object({
      version: z.number(),
      effectiveFrom: z.string(),
      rules: planRules,
      /** What $15 buy, in units as decimal text; null before the first price. */
      fcFor15Usd: z.nullable(z.string()),
    }),
  }),
});

/** Every version that was ever in force stays readable, and so does what is announced. */
const memberVersion = z.object({
  version: z.number(),
  state: z.enum(["past", "in force", "scheduled"]),
  effectiveFrom: z.string(),
  /** The last day; null without an end. */
  effectiveTo: z.nullable(z.string()),
  /** When members were told of it; null of the first one. */
  announcedAt: z.nullable(timestamp),
  rules: planRules,
});
export type MemberPlanVersion = z.output<typeof memberVersion>;

const units = z.string();

export const planHistory = route({
  method: "GET",
  path: "/user/getPlanVersions/:userId",
  access: "member",
  summary:
    "Every version of the plan that was, is or will be in force, newest first, and the member's own stakes.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      versions: z.array(memberVersion),
      /** The member's running stakes together, in the smallest units as decimal text. */
      own: z.object({ principalUsdCents: units, principalFc: units, dailyRosFc: units }),
    }),
  }),
});

/** The pages of the document: to be printed, or as wide as a phone with its text in the same size. */
export const planPapers = ["a4", "phone"] as const;
export type PlanPaper = (typeof planPapers)[number];

/** Open to anyone, because a browser's PDF viewer sends no token; the plan is no secret. */
export const planDocumentPdf = route({
  method: "GET",
  path: "/plan/document",
  access: "anyone",
  summary: "The plan in force today as a PDF, or another version that was not withdrawn.",
  query: z.strictObject({
    language: z.optional(z.enum(languageCodes, "en or hi")),
    paper: z.optional(z.enum(planPapers, "a4 or phone")),
    version: z.optional(idInAddress),
  }),
  response: z.string(),
  download: {
    contentType: "application/pdf",
    filename: "fc-portal-plan.pdf",
    inline: true,
    embeddable: true,
  },
});
