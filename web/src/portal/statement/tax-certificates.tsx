import { fcText } from "@fc/contract/amount-text";
import type { Language } from "@fc/contract/languages";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { memberTaxYears, taxCertificate } from "@fc/contract/taxes/portal";
import { useLingui } from "@lingui/react";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { callForFile } from "../../lib/api/call-for-file.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { fcOf } from "../../lib/format/amounts.ts";
import { useT } from "../../lib/i18n.ts";
import { useMember } from "../../lib/session/member.ts";
import { toast } from "../../ui/feedback/toasts.tsx";
import { DownloadIcon } from "../../ui/icons/screen-icons.tsx";

/** A certificate for each year in which tax was deducted at source; nothing for a member of whom none was. */
export function TaxCertificates() {
  const t = useT();
  const { i18n } = useLingui();
  const { id: userId } = useMember();
  const { data } = useQuery({
    queryKey: ["tax-years", userId],
    queryFn: async () => (await call(memberTaxYears, { params: { userId } })).data,
  });
  if (!data || data.length === 0) return null;
  const language: Language = i18n.locale === "hi" ? "hi" : "en";
  const save = async (year: number) => {
    toast.clear();
    try {
      const file = await callForFile(taxCertificate, { params: { userId, year }, query: { language } });
      saveFile(file, `tax-certificate-${financialYearText(year)}.pdf`);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Stack gap="xs" mt="lg">
      <h3 className="card-title">{t("Tax certificates")}</h3>
      {data.map(({ year, taxFc }) => (
        <Button key={year} variant="default" leftSection={<DownloadIcon />} onClick={() => void save(year)}>
          {t("Year {year}: {tax}", { year: financialYearText(year), tax: fcText(fcOf(taxFc)) })}
        </Button>
      ))}
    </Stack>
  );
}
