import { genders, namePlaceholder, type Gender } from "@fc/contract/registration/portal";
import { lazy, Suspense } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { useT } from "../../../lib/i18n.ts";
import { patiently } from "../../../lib/lazy/lazy-component.ts";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { RegistrationForm } from "./registration-form.ts";

const PhoneField = lazy(() => patiently(() => import("../../../ui/phone/phone-field.tsx")));

interface PersonFieldsProps {
  form: Pick<UseFormReturn<RegistrationForm>, "register" | "control" | "formState">;
  /** Drawn as chosen before the form's library takes over. */
  gender: Gender;
}

/** Who the new member is: for the registration, and to correct it. */
export function PersonFields({ form: { register, control, formState }, gender }: PersonFieldsProps) {
  const t = useT();
  const { errors } = formState;
  const errorOf = (field: keyof RegistrationForm) => errors[field]?.message && t(errors[field].message);
  return (
    <>
      <TextField
        label={t("Name")}
        placeholder={t(namePlaceholder)}
        autoComplete="name"
        autoCapitalize="words"
        required
        withAsterisk={false}
        {...register("name")}
        error={errorOf("name")}
      />
      <ChoiceField
        label={t("Gender")}
        first={gender}
        options={genders.map((each) => ({ value: each, label: t(genderLabels[each]) }))}
        field={register("gender")}
        error={errorOf("gender")}
      />
      <PlainTextField
        label={t("E-mail")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        withAsterisk={false}
        {...register("mailId")}
        error={errorOf("mailId")}
      />
      <Suspense fallback={<TextField label={t("Mobile number")} disabled />}>
        <Controller
          control={control}
          name="mobileNumber"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <PhoneField
              label={t("Mobile number")}
              optional
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={errorOf("mobileNumber")}
            />
          )}
        />
      </Suspense>
    </>
  );
}
