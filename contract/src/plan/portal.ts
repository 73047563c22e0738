import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { planRules } from "./rules.ts";
import { route } from "../route.ts";

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

/** The pages of the document: to be printed, or as wide as a phone with its text in the same size. */
export const planPapers = ["a4", "phone"] as const;
export type PlanPaper = (typeof planPapers)[number];

/** Open to anyone, because a browser's PDF viewer sends no token; the plan is no secret. */
export const planDocumentPdf = route({
  method: "GET",
  path: "/plan/document",
  access: "anyone",
  summary: "The plan in force today as a PDF.",
  query: z.strictObject({
    language: z.optional(z.enum(languageCodes, "en or hi")),
    paper: z.optional(z.enum(planPapers, "a4 or phone")),
  }),
  response: z.string(),
  download: {
    contentType: "application/pdf",
    filename: "fc-portal-plan.pdf",
    inline: true,
    embeddable: true,
  },
});
