import { SimpleGrid } from "@mantine/core";
import { indiaDayOf } from "@fc/contract/period";
import { profileUpdated, updateProfile, type Profile } from "@fc/contract/profile/portal";
import { genders } from "@fc/contract/registration/portal";
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Controller } from "react-hook-form";
import { call } from "../../../lib/api/api.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { useT } from "../../../lib/i18n.ts";
import { patiently } from "../../../lib/lazy/lazy-component.ts";
import { memberQuery } from "../../../lib/session/member.ts";
import { TextField } from "../../../ui/form/fields.tsx";
import { NumericField } from "../../../ui/form/numeric-field.tsx";
import { Choices } from "../../../ui/money/choices.tsx";
import { RecordForm } from "../../../ui/record/record-form.tsx";
import { heldChange, useRecordForm } from "../../../ui/record/use-record-form.ts";
import { CountryField } from "./country-field.tsx";
import { changeOf, formOf, isUnchanged, profileProblems } from "./profile-form.ts";
import { profileQuery } from "./queries.ts";

const PhoneField = lazy(() => patiently(() => import("../../../ui/phone/phone-field.tsx")));

function useProfileForm(profile: Profile, onDone: () => void) {
  const queries = useQueryClient();
  const { id } = profile;
  return useRecordForm({
    purpose: "profile",
    userId: id,
    values: () => formOf(heldChange("profile", id) ?? profile),
    problems: (form) => profileProblems(form, new Date()),
    changeOf: (form) => changeOf(id, form),
    isUnchanged: (form, isTouched) => isUnchanged(profile, form, isTouched("country")),
    perform: async (body) => {
      await call(updateProfile, { body });
      await Promise.all([
        queries.refetchQueries(profileQuery(id)),
        queries.invalidateQueries({ queryKey: memberQuery.queryKey }),
      ]);
    },
    done: profileUpdated,
    onDone,
  });
}

/** Edit mode: begins with what was saved last, or with what a code was sent for before a reload. */
export function ProfileFields({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useT();
  const { i18n } = useLingui();
  const [today] = useState(() => indiaDayOf(new Date()));
  const { control, field, errorOf, otp, submit } = useProfileForm(profile, onClose);
  return (
    <RecordForm otp={otp} submit={submit} action={t("Update")} onCancel={onClose}>
      <TextField label={t("Name")} autoComplete="name" autoCapitalize="words" {...field("name")} />
      <Controller
        control={control}
        name="gender"
        render={({ field: { value, onChange } }) => (
          <Choices
            label={t("Gender")}
            value={value}
            onChange={onChange}
            options={genders.map((gender) => ({ value: gender, label: t(genderLabels[gender]) }))}
            error={errorOf("gender")}
          />
        )}
      />
      <Suspense fallback={<TextField label={t("Mobile number")} disabled />}>
        <Controller
          control={control}
          name="mobileNumber"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <PhoneField
              label={t("Mobile number")}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={errorOf("mobileNumber")}
            />
          )}
        />
      </Suspense>
      <TextField
        label={t("E-mail")}
        value={profile.mailId}
        readOnly
        description={t("Your codes go to this address. To change it, please write to support.")}
      />
      <TextField label={t("Date of Joining")} value={dateText(profile.joiningDate, i18n.locale)} readOnly />
      <TextField label={t("Date of birth")} type="date" autoComplete="bday" max={today} {...field("dob")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField label={t("Nominee")} autoCapitalize="words" autoComplete="off" {...field("nominee")} />
        <TextField label={t("Relation")} autoCapitalize="words" autoComplete="off" {...field("relation")} />
      </SimpleGrid>
      <TextField label={t("Address")} autoComplete="street-address" {...field("address")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField label={t("City")} autoComplete="address-level2" {...field("city")} />
        <NumericField label={t("PIN")} autoComplete="postal-code" {...field("pin")} />
      </SimpleGrid>
      <CountryField label={t("Country")} {...field("country")} />
    </RecordForm>
  );
}
