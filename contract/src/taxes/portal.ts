import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { route } from "../route.ts";
import { csv, wholeNumber } from "../table.ts";
import { ownUserId } from "../wire.ts";

export const memberTaxYears = route({
  method: "GET",
  path: "/user/getTaxYears/:userId",
  access: "member",
  summary: "The financial years in which tax was deducted at source, the latest first.",
  params: ownUserId,
  response: z.object({
    data: z.array(z.object({ year: z.number(), taxFc: z.number(), taxInr: z.number() })),
  }),
});

export const taxCertificate = route({
  method: "GET",
  path: "/user/getTaxCertificate/:userId/:year",
  access: "member",
  summary: "The certificate of what was deducted at source in a financial year, as a PDF.",
  params: z.extend(ownUserId, { year: wholeNumber("year") }),
  query: z.strictObject({ language: z.optional(z.enum(languageCodes)) }),
  response: csv,
  kyc: true,
  download: { contentType: "application/pdf", filename: "tax-certificate.pdf" },
});
