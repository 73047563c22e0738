import { indiaDayOf } from "@fc/contract/period";
import { profileUpdated, updateProfile, type Profile } from "@fc/contract/profile";
import { genders } from "@fc/contract/registration";
import { useLingui } from "@lingui/react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Controller } from "react-hook-form";
import { call } from "../../lib/api.ts";
import { dateText } from "../../lib/format.ts";
import { genderLabels } from "../../lib/gender-labels.ts";
import { useT } from "../../lib/i18n.ts";
import { patiently } from "../../lib/lazy-part.ts";
import { memberQuery } from "../../lib/member.ts";
import { NumericField, TextField } from "../../ui/fields.tsx";
import { Choices } from "../../ui/money/choices.tsx";
import { OtpStep } from "../../ui/otp/otp-step.tsx";
import { RecordActions } from "../../ui/record/record-actions.tsx";
import { takeFocus } from "../../ui/record/use-edit-mode.ts";
import { heldChange, useRecordForm } from "../../ui/record/use-record-form.ts";
import { CountryField } from "./country-field.tsx";
import { changeOf, formOf, profileProblems } from "./profile-form.ts";
import { profileQuery } from "./queries.ts";

const PhoneField = lazy(() => patiently(() => import("../../ui/phone/phone-field.tsx")));

/** Edit mode: begins with what was saved last, or with what a code was sent for before a reload. */
export function ProfileFields({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useT();
  const { i18n } = useLingui();
  const queries = useQueryClient();
  const { id } = profile;
  const [today] = useState(() => indiaDayOf(new Date()));
  const { control, register, errorOf, otp, submit } = useRecordForm({
    purpose: "profile",
    userId: id,
    values: () => formOf((heldChange("profile", id) as Profile | undefined) ?? profile),
    problems: (form) => profileProblems(form, new Date()),
    changeOf: (form) => changeOf(id, form),
    perform: async (body) => {
      await call(updateProfile, { body });
      await Promise.all([
        queries.refetchQueries(profileQuery(id)),
        queries.invalidateQueries({ queryKey: memberQuery.queryKey }),
      ]);
    },
    done: profileUpdated,
    onDone: onClose,
  });

  return (
    <form
      ref={takeFocus}
      tabIndex={-1}
      className="stack record-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={t("Name")}
        autoComplete="name"
        autoCapitalize="words"
        {...register("name")}
        error={errorOf("name")}
      />
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
      <TextField
        label={t("Date of birth")}
        type="date"
        autoComplete="bday"
        max={today}
        {...register("dob")}
        error={errorOf("dob")}
      />
      <div className="record-pair">
        <TextField
          label={t("Nominee")}
          autoCapitalize="words"
          autoComplete="off"
          {...register("nominee")}
          error={errorOf("nominee")}
        />
        <TextField
          label={t("Relation")}
          autoCapitalize="words"
          autoComplete="off"
          {...register("relation")}
          error={errorOf("relation")}
        />
      </div>
      <TextField
        label={t("Address")}
        autoComplete="street-address"
        {...register("address")}
        error={errorOf("address")}
      />
      <div className="record-pair">
        <TextField
          label={t("City")}
          autoComplete="address-level2"
          {...register("city")}
          error={errorOf("city")}
        />
        <NumericField
          label={t("PIN")}
          autoComplete="postal-code"
          {...register("pin")}
          error={errorOf("pin")}
        />
      </div>
      <CountryField label={t("Country")} {...register("country")} error={errorOf("country")} />
      <OtpStep otp={otp} />
      <RecordActions action={t("Update")} busy={otp.busy} onCancel={onClose} />
    </form>
  );
}
