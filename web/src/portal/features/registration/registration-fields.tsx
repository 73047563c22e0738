import { register as registerRoute } from "@fc/contract/registration/portal";
import { sides, type Side } from "@fc/contract/side";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ApiError, call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { problemFor, reasonFor } from "../../../lib/lazy/lazy-component.ts";
import type { Member } from "../../../lib/session/member.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { TextField } from "../../../ui/form/fields.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { PersonFields } from "./person-fields.tsx";
import { completesItselfAt, type Registration } from "./stored-registration.ts";
import { ReferrerFields } from "./referrer-fields.tsx";
import {
  fieldOfRefusal,
  firstGender,
  keyPerDetails,
  registrationBodyOf,
  registrationProblems,
} from "./registration-form.ts";
import { useReferrer } from "./use-referrer.ts";
import { useRegistrationForm } from "./use-registration-form.ts";

interface RegistrationFieldsProps {
  /** From the address, if it names one. */
  linkRefId: string | undefined;
  linkSide: Side | undefined;
  /** The side may have turned when the form is sent. */
  followsPreference: true | undefined;
  member: Member | undefined;
  /** Loads what is shown after the form. */
  loadNext: () => Promise<void>;
  onRegistered: (registration: Registration) => void;
}

export function RegistrationFields(props: RegistrationFieldsProps) {
  const { linkRefId, linkSide, followsPreference, member, loadNext, onRegistered } = props;
  const t = useT();
  const [keyFor] = useState(keyPerDetails);
  const firstRefId = linkRefId ?? member?.refId ?? "";

  const { form, problem, onSubmit } = useRegistrationForm({
    first: {
      team: linkSide ?? "",
      parentRefId: firstRefId,
      name: "",
      gender: firstGender,
      mailId: "",
      mobileNumber: "",
    },
    problemsOf: (values) => registrationProblems(values, { referrerFound: referrer.name !== undefined }),
    send: async (values, refuse) => {
      // Nobody is registered before the summary can be shown.
      await loadNext().catch(async (missing: unknown) => {
        throw problemFor(await reasonFor(missing));
      });
      const body = { ...registrationBodyOf(values), ...(followsPreference && { followsPreference }) };
      const key = keyFor(body);
      const answer = await call(registerRoute, { body, idempotencyKey: key });
      if (answer.isUserCreated) {
        onRegistered({
          ...values,
          key,
          team: answer.placementSide ?? "left",
          linkTeam: values.team || undefined,
          referrerName: referrer.name ?? "",
          placementRefId: answer.placementRefId ?? "",
          placementName: answer.placementName ?? "",
          until: completesItselfAt(),
        });
        return;
      }
      const message = answer.message ?? "";
      const field = fieldOfRefusal(message);
      if (!field) throw new ApiError({ code: "REFUSED", message });
      refuse(field, message);
    },
  });
  const { register, control, formState } = form;
  const typed = useWatch({ control, name: "parentRefId" });
  const referrer = useReferrer({ typed, first: firstRefId, member });
  const fixed = linkRefId !== undefined && typed === linkRefId;
  const { errors, isSubmitting } = formState;

  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {referrer.isUnknown && fixed && <UnknownReferrer />}
      <div className="stack registration-link" data-fixed={fixed && linkSide !== undefined}>
        {linkSide ? (
          <TextField label={t("Team")} value={t(sideLabels[linkSide])} readOnly />
        ) : (
          <ChoiceField
            label={t("Team")}
            options={sides.map((side) => ({ value: side, label: t(sideLabels[side]) }))}
            field={register("team")}
            error={errors.team?.message && t(errors.team.message)}
          />
        )}
        <ReferrerFields
          referrer={referrer}
          field={register("parentRefId")}
          fixed={fixed}
          error={errors.parentRefId?.message}
        />
      </div>
      <PersonFields form={form} gender={firstGender} />
      <FormProblem error={problem} />
      <SubmitButton busy={isSubmitting}>{t("Register")}</SubmitButton>
    </form>
  );
}

function UnknownReferrer() {
  const t = useT();
  return (
    <Note tone="bad">
      {t("This referral link names nobody we know. Ask for a new one, or enter the user ID yourself.")}
    </Note>
  );
}
