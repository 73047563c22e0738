import { kycStates } from "@fc/contract/kyc/states";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { BackButton } from "../../../ui/layout/back-button.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { OwnPicture } from "../../../ui/uploads/own-picture.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts } from "../../../ui/record/facts.tsx";
import { KycNote, ownKycQuery } from "../../../ui/record/kyc-note.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { PanFields } from "./pan-fields.tsx";
import { panQuery } from "./queries.ts";

/** A form until there is a record, and afterwards the record; the form again once it was rejected. */
export default function PanPage() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(panQuery(id));
  const cases = useQuery({ ...ownKycQuery(id), enabled: Boolean(data) });
  const state = cases.data?.pan?.state;
  const mayEnterAgain = state !== undefined && kycStates[state].mayEnterAgain;
  return (
    <Page width="form">
      <BackButton />
      <Card>
        {data === undefined &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={3} />)}
        {data && <KycNote part="pan" />}
        {data !== undefined && (data === null || mayEnterAgain) && <PanFields />}
        {data && !mayEnterAgain && (
          <>
            <Facts>
              <Fact label={t("Name in PAN")}>{data.nameInPan}</Fact>
              <Fact label={t("PAN number")}>{data.panNumber}</Fact>
            </Facts>
            <OwnPicture proofImageUrl={data.panImageUrl} alt={t("Proof image")} />
            <p className="small dimmed">{t("These details were added once and cannot be changed.")}</p>
          </>
        )}
      </Card>
    </Page>
  );
}
