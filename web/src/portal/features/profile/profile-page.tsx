import type { Profile } from "@fc/contract/profile/portal";
import { useLingui } from "@lingui/react";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dateText } from "../../../lib/format/dates.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { countryName } from "../../../lib/format/country-name.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { EmailText } from "../../../ui/content/email-text.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts, NotGiven } from "../../../ui/record/facts.tsx";
import { useEditMode } from "../../../ui/record/use-edit-mode.ts";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { profileQuery } from "./queries.ts";

const securityPath: string = "/security";

export default function ProfilePage() {
  const { id } = useMember();
  const { data, error, refetch } = useQuery(profileQuery(id));
  const edit = useEditMode(id, "profile");
  return (
    <Page width="form">
      <Card>
        {!data &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={6} />)}
        {data && edit.isEditing && <ProfileFields profile={data} onClose={edit.close} />}
        {data && !edit.isEditing && <ProfileView profile={data} onEdit={edit.open} isBack={edit.isBack} />}
      </Card>
    </Page>
  );
}

interface ProfileViewProps {
  profile: Profile;
  onEdit: () => void;
  isBack: boolean;
}

function ProfileView({ profile, onEdit, isBack }: ProfileViewProps) {
  const t = useT();
  const { i18n } = useLingui();
  const { dob, country } = profile;
  const orMissing = (value: ReactNode) => value || <NotGiven />;
  return (
    <>
      <Facts>
        <Fact label={t("Name")} id={profile.refId}>
          {profile.name}
        </Fact>
        <Fact label={t("Gender")}>{t(genderLabels[profile.gender])}</Fact>
        <Fact label={t("Mobile number")}>{orMissing(phoneText(profile.mobileNumber))}</Fact>
        <Fact label={t("E-mail")}>
          <EmailText email={profile.mailId} />
        </Fact>
        <Fact label={t("Date of Joining")}>{dateText(profile.joiningDate, i18n.locale)}</Fact>
        <Fact label={t("Date of birth")}>{orMissing(dob && dateText(dob, i18n.locale))}</Fact>
        <Fact label={t("Nominee")}>{orMissing(profile.nominee)}</Fact>
        <Fact label={t("Relation")}>{orMissing(profile.relation)}</Fact>
        <Fact label={t("Address")}>{orMissing(profile.address)}</Fact>
        <Fact label={t("City")}>{orMissing(profile.city)}</Fact>
        <Fact label={t("PIN")}>{orMissing(profile.pin)}</Fact>
        <Fact label={t("Country")}>{orMissing(country && countryName(country, i18n.locale))}</Fact>
      </Facts>
      <Button fullWidth onClick={onEdit} autoFocus={isBack}>
        {t("Edit Profile")}
      </Button>
      {/* It takes two codes and is not part of the form. */}
      <Link className="link-button" to={securityPath}>
        {t("Change e-mail address")}
      </Link>
    </>
  );
}
