import { AppError } from "@fc/contract/errors";
import { fcToWire, inrPaiseToWire } from "@fc/contract/money";
import * as contract from "@fc/contract/taxes/portal";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { minute } from "../../platform/clock.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { certificateOf, yearsOf } from "./certificate.ts";
import { certificateSheet } from "./certificate-sheet.ts";

/** A file takes work to draw, and nobody needs more than this. */
const fileLimit = { name: "receipt", points: 20, windowMs: minute } as const;

export function taxPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.memberTaxYears, async ({ actor }) => ({
      data: (await yearsOf(db, actor.memberId)).map(({ year, taxFc, taxPaise }) => ({
        year,
        taxFc: fcToWire(taxFc),
        taxInr: inrPaiseToWire(taxPaise),
      })),
    })),
    handle(contract.taxCertificate, async ({ actor, params: { year }, query: { language = "en" }, now }) => {
      const { memberId, refId, name } = actor;
      await limitUse(db, fileLimit, memberId, now);
      const certificate = await certificateOf(db, { memberId, year, secretKey });
      if (certificate.deductions.length === 0) throw new AppError("NOT_FOUND");
      const sheet = certificateSheet({ certificate, member: { refId, name }, language, now });
      return fileNamed(sheet, `tax-certificate-${financialYearText(year)}-${refId}.pdf`);
    }),
  ];
}
