import { createPanRecord, panAdded, plainPan } from "@fc/contract/pan/portal";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { PlainTextField, TextField } from "../../../ui/form/fields.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { OtpStep } from "../../../ui/otp/otp-step.tsx";
import { useSubmitLabel } from "../../../ui/otp/submit-label.ts";
import { PictureField } from "../../../ui/uploads/picture-field.tsx";
import { useProofQuality } from "../../../ui/uploads/proof-quality.ts";
import { usePicture } from "../../../ui/uploads/use-picture.ts";
import { heldChange, useRecordForm } from "../../../ui/record/use-record-form.ts";
import { ownKycQuery } from "../../../ui/record/kyc-note.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { changeOf, panProblems, type PanFields as Fields } from "./pan-form.ts";
import { panQuery } from "./queries.ts";

function usePanForm(userId: number) {
  const queries = useQueryClient();
  const picture = usePicture({
    userId,
    folder: "pan-proof-images",
    quality: useProofQuality(),
  });
  const withPicture = (form: Fields) => ({ ...form, panImageUrl: picture.proofImageUrl ?? "" });

  const record = useRecordForm({
    purpose: "pan",
    userId,
    values: () => heldFields(userId) ?? { nameInPan: "", panNumber: "", panImageUrl: "" },
    problems: (fields) => panProblems(withPicture(fields)),
    changeOf: (fields) => changeOf(userId, withPicture(fields)),
    fieldOf: (code) => {
      if (code !== "PROOF_UNUSABLE") return undefined;
      picture.drop();
      return "panImageUrl";
    },
    perform: async (body) => {
      await call(createPanRecord, { body });
      await Promise.all([
        queries.refetchQueries(panQuery(userId)),
        queries.refetchQueries(ownKycQuery(userId)),
      ]);
    },
    done: panAdded,
    onDone: picture.drop,
  });
  return { ...record, picture };
}

/** The proof is sent as soon as it is chosen, because the code confirms it with the rest. */
export function PanFields() {
  const t = useT();
  const { id: userId } = useMember();
  const { form, field, setValue, errorOf, otp, submit, picture } = usePanForm(userId);
  const { phase } = picture.state;
  const isSending = phase === "preparing" || phase === "sending";
  const label = useSubmitLabel(otp, { send: t("Send OTP"), action: t("Submit") });
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A submit before the picture has arrived waits for it.
        if (!isSending) void submit(event);
      }}
    >
      <Note>
        {t(
          "One time and irreversible: once they are added, your PAN details cannot be changed. Please check every letter.",
        )}
      </Note>
      <TextField
        label={t("Name in PAN")}
        autoComplete="off"
        autoCapitalize="characters"
        {...field("nameInPan")}
      />
      <PlainTextField
        label={t("PAN number")}
        name="panNumber"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={16}
        placeholder="ABCPE1234F"
        value={form.panNumber}
        onChange={({ currentTarget: { value } }) =>
          setValue("panNumber", plainPan(value), { shouldValidate: errorOf("panNumber") !== undefined })
        }
        error={errorOf("panNumber")}
      />
      <PictureField
        label={t("Proof image")}
        description={t(
          "A picture of your PAN card. It is stored privately, and where it was taken is removed.",
        )}
        picture={picture}
        error={phase === "none" ? errorOf("panImageUrl") : undefined}
      />
      <OtpStep otp={otp} />
      <SubmitButton busy={otp.busy || isSending} isWaiting={otp.isWaiting}>
        {label}
      </SubmitButton>
    </form>
  );
}

/** What a code was sent for before a reload. */
function heldFields(userId: number): Fields | undefined {
  const held = heldChange("pan", userId);
  if (!held) return undefined;
  const { nameInPan, panNumber, panImageUrl } = held;
  return { nameInPan, panNumber, panImageUrl };
}
