import { supportMessages, supportRecord } from "@fc/contract/support/portal";
import { noticeMs } from "@fc/contract/notice-times";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useState, type ReactNode } from "react";
import { useForm, type UseFormSubscribe } from "react-hook-form";
import type * as z from "zod/mini";
import { useT } from "../../../lib/i18n.ts";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { NumericField } from "../../../ui/form/numeric-field.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { supportDraft } from "./support-draft.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";

export type SupportRecord = z.output<typeof supportRecord>;

interface SupportFormProps {
  refId: string;
  /** The member's own, not to be changed. */
  fixedRefId?: boolean;
  /** The member's, where one is signed in. */
  name?: string;
  /** Where an answer can reach the member, to begin with. */
  contact?: { number: string; email: string };
  /** Whose draft it is, and about what. */
  draftOf?: string;
  /** Below the message, for members: the picture that goes with it. */
  picture?: ReactNode;
  /** The picture is on its way: sending waits for it. */
  isWaiting?: boolean;
  /** Sends the message and answers with its reference number. */
  send: (record: SupportRecord) => Promise<string>;
  onSent: (reference: string) => void;
}

const noContact = { number: "", email: "" };

/** What is typed is kept until it is sent. */
function useKeptDraft(
  subscribe: UseFormSubscribe<SupportRecord>,
  draft: ReturnType<typeof supportDraft>,
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { number, email, supportMessage } }) =>
          draft.keep({ number, email, supportMessage }),
      }),
    [subscribe, draft],
  );
}

export function SupportForm(props: SupportFormProps) {
  const { refId, fixedRefId = false, name, contact = noContact, draftOf = "", send, onSent } = props;
  const { picture, isWaiting = false } = props;
  const t = useT();
  const [problem, setProblem] = useState<unknown>();
  const [draft] = useState(() => supportDraft(draftOf));
  const { register, handleSubmit, subscribe, formState } = useForm<SupportRecord>({
    resolver: standardSchemaResolver(supportRecord),
    defaultValues: { refId, ...contact, supportMessage: "", ...draft.read() },
  });
  useKeptDraft(subscribe, draft);
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (record) => {
    setProblem(undefined);
    try {
      const reference = await send(record);
      draft.drop();
      onSent(reference);
      toast.success(supportMessages.sent, noticeMs.supportSent);
    } catch (error) {
      setProblem(error);
    }
  });

  // Both missing is one sentence, not two: the second field is only marked.
  const saidAlready = errors.refId?.message === errors.supportMessage?.message;
  return (
    <form
      className="stack"
      noValidate
      data-kept
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting && !isWaiting) void submit(event);
      }}
    >
      <PlainTextField
        label={t("User ID")}
        autoComplete="username"
        autoCapitalize="characters"
        readOnly={fixedRefId}
        description={name}
        {...register("refId")}
        error={errors.refId?.message && t(errors.refId.message)}
      />
      <NumericField
        label={t("Mobile number")}
        optional
        autoComplete="tel"
        {...register("number")}
        error={errors.number?.message && t(errors.number.message)}
      />
      <PlainTextField
        label={t("E-mail")}
        optional
        autoComplete="email"
        inputMode="email"
        {...register("email")}
        error={errors.email?.message && t(errors.email.message)}
      />
      <LongTextField
        label={t("Message")}
        {...register("supportMessage")}
        error={errors.supportMessage?.message && (saidAlready || t(errors.supportMessage.message))}
      />
      {picture}
      <FormProblem error={problem} />
      <SubmitButton busy={isSubmitting} isWaiting={isWaiting}>
        {t("Send message")}
      </SubmitButton>
    </form>
  );
}
