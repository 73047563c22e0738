import { bankUpdated, plainIfsc, updateBankDetails } from "@fc/contract/bank/portal";
import { errors } from "@fc/contract/errors";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { NumericField } from "../../../ui/form/numeric-field.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { RecordForm } from "../../../ui/record/record-form.tsx";
import { ownKycQuery } from "../../../ui/record/kyc-note.tsx";
import { PictureField } from "../../../ui/uploads/picture-field.tsx";
import { useProofQuality } from "../../../ui/uploads/proof-quality.ts";
import { usePicture } from "../../../ui/uploads/use-picture.ts";
import { heldChange, useRecordForm } from "../../../ui/record/use-record-form.ts";
import { bankProblems, blankBank, changeOf, type BankForm } from "./bank-form.ts";
import { bankQuery } from "./queries.ts";
import { useIfsc } from "./use-ifsc.ts";

function useBankForm(userId: number, onClose: () => void) {
  const queries = useQueryClient();
  const picture = usePicture({ userId, folder: "bank-proof-images", quality: useProofQuality() });
  const record = useRecordForm({
    purpose: "bank",
    userId,
    values: () => heldForm(userId) ?? blankBank,
    problems: bankProblems,
    changeOf: (values) => changeOf(userId, { ...values, bankImageUrl: picture.proofImageUrl }),
    fieldOf: (code) => {
      if (code !== "PROOF_UNUSABLE") return undefined;
      picture.drop();
      return "bankImageUrl";
    },
    perform: async (body) => {
      await call(updateBankDetails, { body });
      await Promise.all([
        queries.refetchQueries(bankQuery(userId)),
        queries.refetchQueries(ownKycQuery(userId)),
      ]);
    },
    done: bankUpdated,
    onDone: () => {
      picture.drop();
      onClose();
    },
  });
  return { ...record, picture };
}

/** Starts empty: the server never sends the whole number, so it must be typed again. */
export function BankFields({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { id: userId, name } = useMember();
  const { form, field, setValue, errorOf, otp, submit, picture } = useBankForm(userId, onClose);
  const { phase } = picture.state;
  const isSending = phase === "preparing" || phase === "sending";
  const ifsc = useIfsc(({ bankName, branch }) => {
    setValue("bankName", bankName);
    setValue("branch", branch, { shouldValidate: branch !== "" && errorOf("branch") !== undefined });
  });

  return (
    <RecordForm
      otp={otp}
      submit={submit}
      isWaiting={isSending}
      action={t("Update Bank Address")}
      onCancel={onClose}
    >
      <TextField
        label={t("Account holder name")}
        value={name}
        readOnly
        description={t("Your name as in your profile. It must be the account's.")}
      />
      <NumericField label={t("Account number")} autoComplete="off" {...field("accountNumber")} />
      <NumericField
        label={t("Account number, once more")}
        autoComplete="off"
        {...field("accountNumberAgain")}
      />
      <PlainTextField
        label={t("IFSC code")}
        name="ifscCode"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        description={t("11 characters, on every cheque. Bank and branch follow from it.")}
        value={form.ifscCode}
        onChange={({ currentTarget }) => {
          const code = plainIfsc(currentTarget.value);
          setValue("ifscCode", code);
          void ifsc.lookUp(code);
        }}
        error={ifsc.state === "unknown" ? t(errors.IFSC_UNKNOWN[1]) : errorOf("ifscCode")}
      />
      {ifsc.state === "failed" && <NotLookedUp onRetry={ifsc.again} />}
      <TextField
        label={t("Branch")}
        autoComplete="off"
        description={
          ifsc.state === "new branch" && t("We do not know this branch. Please enter it as in your passbook.")
        }
        {...field("branch")}
      />
      <TextField
        label={t("Bank name")}
        value={form.bankName}
        placeholder={ifsc.state === "loading" ? t("Loading...") : t("Follows from the IFSC code")}
        readOnly
      />
      <PictureField
        label={t("Passbook or cheque (optional)")}
        description={t(
          "A picture that shows name and account number. It is stored privately, and we can check your details sooner.",
        )}
        picture={picture}
        error={phase === "none" ? errorOf("bankImageUrl") : undefined}
      />
    </RecordForm>
  );
}

function NotLookedUp({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <Note tone="bad" live>
      <p>{t("The bank could not be looked up.")}</p>
      <button type="button" className="link-button note-action" onClick={onRetry}>
        {t("Retry")}
      </button>
    </Note>
  );
}

/** What a code was sent for before a reload. */
function heldForm(userId: number): BankForm | undefined {
  const held = heldChange("bank", userId);
  if (!held) return undefined;
  const { accountNumber, ifscCode, branch, bankName } = held;
  return { accountNumber, accountNumberAgain: accountNumber, ifscCode, branch, bankName };
}
