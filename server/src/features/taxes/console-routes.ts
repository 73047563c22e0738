import * as contract from "@fc/contract/taxes/console";
import { AppError } from "@fc/contract/errors";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { memberByRefId } from "../../core/members/members.ts";
import { logAction } from "../../core/operators/log.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { fileNamed, handle, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { certificateSheet } from "./certificate-sheet.ts";
import { certificateOf } from "./certificate.ts";
import { quarterPage, taxRuleList, wholeQuarter } from "./queries.ts";
import { proposeRemittance, taxRemittances } from "./remittances.ts";
import { proposeReversal } from "./reverse-remittance.ts";
import { rulesSeen, setTaxRule, withdrawTaxRule } from "./set-rules.ts";

export function taxConsoleRoutes({ db, secretKey, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleTaxRules, async ({ now }) => {
      const [data, seen] = await Promise.all([taxRuleList(db, now), rulesSeen(db)]);
      return { data, seen };
    }),
    handle(contract.addTaxRule, async ({ body, operating }) => ({
      data: { id: await atomically(db, setTaxRule, { ...body, operating, publicUrl }) },
    })),
    handle(contract.withdrawTaxRule, async ({ params, operating }) => {
      await atomically(db, withdrawTaxRule, { ...params, operating });
      return {};
    }),
    handle(contract.consoleTaxRemittances, () => taxRemittances(db)),
    handle(contract.remitTax, async ({ body, operating }) => {
      await atomically(db, proposeRemittance, { ...body, operating, publicUrl });
      return {};
    }),
    handle(contract.reverseRemittance, async ({ params, body, operating }) => {
      await atomically(db, proposeReversal, { ...params, ...body, operating, publicUrl });
      return {};
    }),
    reading(contract.consoleTaxQuarter, ({ reads, params, query }) =>
      quarterPage(reads, { of: params, query, secretKey }),
    ),
    reading(contract.consoleTaxQuarterCsv, async ({ reads, params, query, operating }) => {
      const period = `${financialYearText(params.year)} Q${params.quarter}`;
      await atomically(db, logAction, { ...operating, action: "taxes/return", details: { period } });
      const rows = wholeQuarter(reads, { of: params, query, secretKey });
      const file = csvFile(contract.taxReturnColumns, rows, ({ member, pan, takenAt, ...row }) => ({
        ...row,
        deductee: member.name,
        refId: member.refId,
        pan: pan ?? "PANNOTAVBL",
        takenAt: csvTime(takenAt),
      }));
      return fileNamed(file, `tax-return-${period.replace(" ", "-")}.csv`);
    }),
    handle(contract.consoleTaxCertificate, async ({ params, query: { language = "en" }, operating, now }) => {
      const { year } = params;
      const member = await memberByRefId(db, params.refId);
      const certificate = await certificateOf(db, { memberId: member.id, year, secretKey });
      if (certificate.deductions.length === 0) throw new AppError("NOTHING_DEDUCTED");
      const details = { year: financialYearText(year) };
      const line = { ...operating, action: "taxes/certificate", memberId: member.id, details } as const;
      await atomically(db, logAction, line);
      const sheet = certificateSheet({ certificate, member, language, now });
      return fileNamed(sheet, `tax-certificate-${financialYearText(year)}-${member.refId}.pdf`);
    }),
  ];
}
