import { createFmdc } from "@fc/contract/fmdc/portal";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { addressProblemText } from "../../../lib/coin-address.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { AddressField } from "../../../ui/record/address-field.tsx";
import { RecordForm } from "../../../ui/record/record-form.tsx";
import { useEditMode } from "../../../ui/record/use-edit-mode.ts";
import { heldChange, useRecordForm } from "../../../ui/record/use-record-form.ts";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { fmdcQuery } from "./queries.ts";

const created = msg("FMDC address created");

/** Entered once: the first Create opens the field, the second sends it, and afterwards it is read-only. */
export default function FmdcPage() {
  const t = useT();
  const { id, refId } = useMember();
  const { data, error, refetch } = useQuery(fmdcQuery(refId));
  const edit = useEditMode(id, "fmdc");
  const isKnown = data !== undefined;
  return (
    <Page width="form">
      <Card>
        {!isKnown &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={2} />)}
        {isKnown && (data !== null || !edit.isEditing) && (
          <div className="stack stack-tight">
            <AddressField
              label={t("FMDC Coin Address (BEP20 only)")}
              value={data?.token ?? ""}
              placeholder={t("No address yet")}
              onAddress={() => undefined}
              readOnly
            />
            {data && <CopyButton text={data.token} label={t("Copy the address")} withLabel />}
          </div>
        )}
        {data === null && !edit.isEditing && (
          <Button fullWidth onClick={edit.open} autoFocus={edit.isBack}>
            {t("Create")}
          </Button>
        )}
        {data === null && edit.isEditing && <FmdcForm onClose={edit.close} />}
        {isKnown && (
          <ul className="terms small dimmed">
            <li>
              {t(
                "BEP20 (BNB Smart Chain) addresses only. Coins sent to an address of another chain are lost.",
              )}
            </li>
            {data !== null && <li>{t("It was entered once and cannot be changed.")}</li>}
          </ul>
        )}
      </Card>
    </Page>
  );
}

function FmdcForm({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { id: userId, refId } = useMember();
  const queries = useQueryClient();
  const { form, setValue, errorOf, otp, submit } = useRecordForm({
    purpose: "fmdc",
    userId,
    values: () => ({ token: heldChange("fmdc", userId)?.token ?? "" }),
    problems: ({ token }) => {
      const problem = addressProblemText(token);
      return problem === undefined ? {} : { token: problem };
    },
    changeOf: ({ token }) => ({ refId, token }),
    fieldOf: (code) => (code === "PLATFORM_ADDRESS" ? "token" : undefined),
    perform: async (body) => {
      await call(createFmdc, { body });
      await queries.refetchQueries(fmdcQuery(refId));
    },
    done: created,
    onDone: onClose,
  });
  return (
    <RecordForm otp={otp} submit={submit} action={t("Create")} onCancel={onClose}>
      <AddressField
        label={t("FMDC Coin Address (BEP20 only)")}
        name="token"
        value={form.token}
        onAddress={(token) => setValue("token", token, { shouldValidate: errorOf("token") !== undefined })}
        error={errorOf("token")}
      />
      <Note>{t("One time and irreversible: once it is created, the address cannot be changed.")}</Note>
    </RecordForm>
  );
}
