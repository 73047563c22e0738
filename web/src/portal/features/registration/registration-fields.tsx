import { genders, namePlaceholder, register as registerRoute } from "@fc/contract/registration/portal";
import { sides, type Side } from "@fc/contract/side";
import { lazy, Suspense, useRef, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { ApiError, call } from "../../../lib/api/api.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { useT } from "../../../lib/i18n.ts";
import { patiently } from "../../../lib/lazy/lazy-component.ts";
import type { Member } from "../../../lib/session/member.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { Registration } from "./stored-registration.ts";
import { ReferrerFields } from "./referrer-fields.tsx";
import {
  fieldOf,
  fieldOfRefusal,
  firstGender,
  keyPerDetails,
  registrationBodyOf,
  registrationProblems,
  type RegistrationForm,
} from "./registration-form.ts";
import { useReferrer } from "./use-referrer.ts";

const PhoneField = lazy(() => patiently(() => import("../../../ui/phone/phone-field.tsx")));

interface RegistrationFieldsProps {
  /** From the address, if it names one. */
  linkRefId: string | undefined;
  linkSide: Side | undefined;
  member: Member | undefined;
  onRegistered: (registration: Registration) => void;
}

export function RegistrationFields({ linkRefId, linkSide, member, onRegistered }: RegistrationFieldsProps) {
  const t = useT();
  const [problem, setProblem] = useState<unknown>();
  const running = useRef(false);
  const [keyFor] = useState(keyPerDetails);
  const firstRefId = linkRefId ?? member?.refId ?? "";

  const { register, control, handleSubmit, setError, formState } = useForm<RegistrationForm>({
    defaultValues: {
      team: linkSide ?? "",
      parentRefId: firstRefId,
      name: "",
      gender: firstGender,
      mailId: "",
      mobileNumber: "",
    },
    resolver: (values) => {
      const problems = Object.entries(
        registrationProblems(values, { referrerFound: referrer.name !== undefined }),
      );
      const fields = problems.map(([field, message]) => [field, { type: "rule", message }] as const);
      return fields.length > 0 ? { values: {}, errors: Object.fromEntries(fields) } : { values, errors: {} };
    },
  });
  const typed = useWatch({ control, name: "parentRefId" });
  const referrer = useReferrer({ typed, first: firstRefId, member });
  const fixed = linkRefId !== undefined && typed === linkRefId;
  const { errors, isSubmitting } = formState;
  const errorOf = (field: keyof RegistrationForm) => errors[field]?.message && t(errors[field].message);

  const refuse = (field: keyof RegistrationForm, message: string) =>
    setError(field, { type: "server", message }, { shouldFocus: true });

  const submit = handleSubmit(async (form) => {
    setProblem(undefined);
    const body = registrationBodyOf(form);
    const key = keyFor(body);
    try {
      const answer = await call(registerRoute, { body, idempotencyKey: key });
      if (answer.isUserCreated) {
        onRegistered({
          ...form,
          key,
          team: form.team || "left",
          referrerName: referrer.name ?? "",
          placementRefId: answer.placementRefId ?? "",
          placementName: answer.placementName ?? "",
        });
        return;
      }
      const message = answer.message ?? "";
      const field = fieldOfRefusal(message);
      if (field) refuse(field, message);
      else setProblem(new ApiError({ code: "REFUSED", message }));
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const known = fields.flatMap(([name, message]) => [[fieldOf(name), message] as const]);
      for (const [field, message] of known) if (field) refuse(field, message);
      if (known.length === 0 || known.some(([field]) => !field)) setProblem(error);
    }
  });

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A second tap may come before the button says Loading.
        if (running.current) return;
        running.current = true;
        void submit(event).finally(() => (running.current = false));
      }}
    >
      {referrer.isUnknown && fixed && (
        <Note tone="bad">
          {t("This referral link names nobody we know. Ask for a new one, or enter the user ID yourself.")}
        </Note>
      )}
      <div className="registration-link" data-fixed={fixed && linkSide !== undefined}>
        {linkSide ? (
          <TextField label={t("Team")} value={t(sideLabels[linkSide])} readOnly />
        ) : (
          <ChoiceField
            label={t("Team")}
            options={sides.map((side) => ({ value: side, label: t(sideLabels[side]) }))}
            field={register("team")}
            error={errorOf("team")}
          />
        )}
        <ReferrerFields
          referrer={referrer}
          field={register("parentRefId")}
          fixed={fixed}
          error={errors.parentRefId?.message}
        />
      </div>
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
        first={firstGender}
        options={genders.map((gender) => ({ value: gender, label: t(genderLabels[gender]) }))}
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
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              error={errorOf("mobileNumber")}
            />
          )}
        />
      </Suspense>
      <FormProblem error={problem} />
      <SubmitButton busy={isSubmitting}>{t("Register")}</SubmitButton>
    </form>
  );
}
