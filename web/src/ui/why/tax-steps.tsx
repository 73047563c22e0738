import { asFc } from "@fc/contract/units";
import { fcText, inrText } from "@fc/contract/amount-text";
import { inrPaiseForFcInPayersFavour } from "@fc/contract/money";
import { percentText } from "@fc/contract/plan/difference";
import type { CreditReason } from "@fc/contract/reports/why";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { taxPartsOf } from "@fc/contract/taxes/rules";
import { useT } from "../../lib/i18n.ts";
import { Figure } from "../money/figures.tsx";

interface TaxStepsProps {
  tax: NonNullable<CreditReason["tax"]>;
  reason: CreditReason;
}

/** The tax that was taken with a credit, and what it followed from. */
export function TaxSteps({ tax, reason }: TaxStepsProps) {
  const t = useT();
  const baseFc = asFc(BigInt(tax.baseFc));
  const price = { fcFor15Usd: BigInt(reason.fcFor15Usd), inrPerUsd: BigInt(tax.inrPerUsd) };
  const { taxedFc, earlierFc } = taxPartsOf({
    baseFc,
    basePaise: inrPaiseForFcInPayersFavour(baseFc, price),
    rateBasisPoints: tax.rateBasisPoints,
    taxFc: asFc(BigInt(tax.taxFc)),
    sumBeforePaise: BigInt(tax.sumBeforePaise),
    taxedBeforePaise: BigInt(tax.taxedBeforePaise),
    price,
  });
  const inr = (paise: string) => inrText(BigInt(paise));
  return (
    <>
      <Figure label={t("Credited by this step of the closing, all wallets")}>{fcText(baseFc)}</Figure>
      <Figure label={t("Its value at the day's rate")}>
        {inrText(inrPaiseForFcInPayersFavour(baseFc, price))}
      </Figure>
      <Figure label={t("Your sum of the year {year} before", { year: financialYearText(tax.financialYear) })}>
        {inr(tax.sumBeforePaise)}
      </Figure>
      <Figure label={t("Of it taxed before")}>{inr(tax.taxedBeforePaise)}</Figure>
      <Figure label={t("Taxed above")}>{inr(tax.thresholdPaise)}</Figure>
      <Figure label={tax.hasPan ? t("Rate, with PAN") : t("Rate, without PAN")} hint={tax.section}>
        {percentText(tax.rateBasisPoints)}
      </Figure>
      {earlierFc > 0n && <Figure label={t("Earlier payments that it covers")}>{fcText(earlierFc)}</Figure>}
      <Figure label={t("Taxed in all")}>{fcText(taxedFc)}</Figure>
      <Figure label={t("Tax of this closing")}>− {fcText(asFc(BigInt(tax.taxFc)))}</Figure>
      <Figure label={t("Taken of this wallet")} strong>
        − {fcText(asFc(BigInt(tax.ofWalletFc)))}
      </Figure>
    </>
  );
}
