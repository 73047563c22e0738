import { errors as refusals } from "@fc/contract/errors";
import type { SentChange } from "@fc/contract/otp/changes";
import { noticeMs } from "@fc/contract/notice-times";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch, type FieldValues, type Path, type Resolver } from "react-hook-form";
import { ApiError } from "../../lib/api/api.ts";
import { fieldOfForm, formErrors, wholeForm } from "../../lib/asserted.ts";
import { useT } from "../../lib/i18n.ts";
import { heldStep } from "../otp/held-step.ts";
import { useOtpChange } from "../otp/use-otp-change.ts";
import { toast } from "../feedback/toasts.tsx";

export type Problems<F> = Partial<Record<keyof F, string>>;

interface RecordFormOptions<F extends FieldValues, Purpose extends OtpPurpose> {
  purpose: Purpose;
  userId: number;
  /** What the form shows at first. */
  values: () => F;
  /** By the rules that the server holds too. */
  problems: (form: F) => Problems<F>;
  /** The body of the call that makes the change. */
  changeOf: (form: F) => SentChange<Purpose>;
  /** True if the form shows what was saved, so that no code is sent for it. */
  isUnchanged?: (form: F, isTouched: (field: keyof F & string) => boolean) => boolean;
  /** Where a refusal belongs that names no field of the form. */
  fieldOf?: (code: string) => keyof F | undefined;
  perform: (change: SentChange<Purpose>) => Promise<unknown>;
  /** The notice that confirms the change for three seconds. */
  done: string;
  onDone: () => void;
}

/** A form for the member's own records: validated while typing, confirmed by a mailed code; refusals are shown at the fields. */
export function useRecordForm<F extends FieldValues, Purpose extends OtpPurpose>(
  options: RecordFormOptions<F, Purpose>,
) {
  const t = useT();
  const queries = useQueryClient();
  const [first] = useState(options.values);
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<F>({
    defaultValues: wholeForm(first),
    resolver: resolverOf(options.problems),
  });
  const form: F = { ...first, ...useWatch({ control }) };
  const otp = useOtpChange({
    purpose: options.purpose,
    userId: options.userId,
    change: options.changeOf(form),
    perform: async (change) => {
      await options.perform(change);
      return {};
    },
    onDone: ({ isLookedUp }) => {
      // The dashboard lists the records that are missing. If the answer was lost, so was what the page reads after it.
      void queries.invalidateQueries(isLookedUp ? {} : { queryKey: ["dashboard"] });
      toast.success(options.done, noticeMs.changeConfirmed);
      options.onDone();
    },
    onRefused: ({ code, message, fields }) => {
      const named = options.fieldOf?.(code);
      const all = Object.entries(named === undefined ? fields : { ...fields, [named]: message });
      const known = all.filter(([field]) => field in first);
      for (const [field, text] of known) {
        setError(fieldOfForm<F>(field), { type: "server", message: text }, { shouldFocus: true });
      }
      return known.length > 0;
    },
  });

  // Read while rendering, or the form would not keep it.
  const touched: object = formState.touchedFields;
  async function submitChanged(): Promise<void> {
    const isTouched = (field: keyof F & string) => field in touched;
    if (otp.step === "form" && options.isUnchanged?.(form, isTouched)) {
      const [status, message] = refusals.NOTHING_CHANGED;
      toast.failure(new ApiError({ code: "NOTHING_CHANGED", message }, status));
    } else await otp.submit();
  }

  const errorOf = (field: keyof F & string): string | undefined => {
    const message = formState.errors[field]?.message;
    return typeof message === "string" ? t(message) : undefined;
  };
  return {
    form,
    /** The props of an input: its registration and its error. */
    field: (name: Path<F>) => ({ ...register(name), error: errorOf(name) }),
    control,
    setValue,
    otp,
    errorOf,
    // The outcome of what was sent before does not depend on what the fields say now.
    submit: otp.step === "lost" ? onlySubmit(otp.submit) : handleSubmit(submitChanged),
  };
}

function onlySubmit(submit: () => Promise<void>) {
  return async (event?: { preventDefault?: () => void }) => {
    event?.preventDefault?.();
    await submit();
  };
}

function resolverOf<F extends FieldValues>(problems: (form: F) => Problems<F>): Resolver<F> {
  return (values) => {
    const found = Object.entries(problems(values)).filter(([, message]) => message !== undefined);
    const shown = Object.fromEntries(found.map(([field, message]) => [field, { type: "rule", message }]));
    return found.length > 0 ? { values: {}, errors: formErrors<F>(shown) } : { values, errors: {} };
  };
}

/** The change that a code was sent for before a reload, if it still counts. */
export function heldChange<Purpose extends OtpPurpose>(
  purpose: Purpose,
  userId: number,
): SentChange<Purpose> | undefined {
  return heldStep.find(purpose, userId)?.change;
}
