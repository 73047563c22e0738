import { languages, languageCodes } from "@fc/contract/languages";
import { consoleTaxCertificate } from "@fc/contract/taxes/console";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { formText } from "../../../lib/form-text.ts";
import { download } from "../../../lib/api/download.ts";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";

/** For a member who asks for the certificate: the same file as in the portal. */
export function CertificateDialog({ year, onClose }: { year: number; onClose: () => void }) {
  const [missing, setMissing] = useState<string>();
  const { busy, problem, submit } = useSubmit(
    async (refId: string, language: (typeof languageCodes)[number]) => {
      await download(consoleTaxCertificate, { params: { refId, year }, query: { language } });
      onClose();
    },
  );
  return (
    <Dialog title={`Certificate of ${financialYearText(year)}`} onClose={onClose}>
      <Form
        onSubmit={(form) => {
          const refId = formText(form, "refId").trim();
          setMissing(refId === "" ? "Please enter a user ID" : undefined);
          const language = languageCodes.find((code) => code === formText(form, "language")) ?? "en";
          if (refId !== "") void submit(refId, language);
        }}
      >
        <TextInput label="User ID" name="refId" autoComplete="off" error={missing} />
        <NativeSelect
          label="Language"
          name="language"
          data={languageCodes.map((code) => ({ value: code, label: languages[code] }))}
        />
        <p>It has the PAN in full, so the log says who printed it.</p>
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Save the PDF</SubmitButton>
      </Form>
    </Dialog>
  );
}
