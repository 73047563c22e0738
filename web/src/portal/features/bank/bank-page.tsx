import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { BackButton } from "../../../ui/layout/back-button.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts, NotGiven } from "../../../ui/record/facts.tsx";
import { KycNote } from "../../../ui/record/kyc-note.tsx";
import { useEditMode } from "../../../ui/record/use-edit-mode.ts";
import { OwnPicture } from "../../../ui/uploads/own-picture.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { BankFields } from "./bank-fields.tsx";
import { bankQuery } from "./queries.ts";

export default function BankPage() {
  const t = useT();
  const { id, name } = useMember();
  const { data, error, refetch } = useQuery(bankQuery(id));
  const edit = useEditMode(id, "bank");
  const orMissing = (value: ReactNode) => value ?? <NotGiven />;
  return (
    <Page width="form">
      <BackButton />
      <Card>
        {data === undefined &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={4} />)}
        {data !== undefined && edit.isEditing && <BankFields onClose={edit.close} />}
        {data !== undefined && !edit.isEditing && (
          <>
            {data && <KycNote part="bank" />}
            <Facts>
              <Fact label={t("Account holder name")}>{name}</Fact>
              <Fact label={t("Account number")}>{orMissing(data?.accountNumber)}</Fact>
              <Fact label={t("IFSC code")}>{orMissing(data?.ifscCode)}</Fact>
              <Fact label={t("Branch")}>{orMissing(data?.branch)}</Fact>
              <Fact label={t("Bank name")}>{orMissing(data?.bankName)}</Fact>
            </Facts>
            {data?.bankImageUrl !== undefined && (
              <OwnPicture proofImageUrl={data.bankImageUrl} alt={t("Passbook or cheque")} />
            )}
            <Button fullWidth onClick={edit.open} autoFocus={edit.isBack}>
              {t("Update Bank Address")}
            </Button>
          </>
        )}
      </Card>
    </Page>
  );
}
