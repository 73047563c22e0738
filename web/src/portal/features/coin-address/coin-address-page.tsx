import {
  coinAddressCreated,
  coinAddressUpdated,
  createFreeCoinAddress,
  editFreeCoinAddress,
} from "@fc/contract/coin-address/portal";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { addressProblemText } from "../../../lib/coin-address.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { WaitingTime } from "../../../ui/money/waiting-time.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { AddressField } from "../../../ui/record/address-field.tsx";
import { RecordForm } from "../../../ui/record/record-form.tsx";
import { useEditMode } from "../../../ui/record/use-edit-mode.ts";
import { heldChange, useRecordForm } from "../../../ui/record/use-record-form.ts";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { coinAddressQuery } from "./queries.ts";

/** Most addresses need no proof, so its code is loaded where one does or has one. */
const Ownership = lazy(() => import("./ownership.tsx"));

const purposes = ["coin-address-create", "coin-address-update"] as const;
type Purpose = (typeof purposes)[number];

export default function CoinAddressPage() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(coinAddressQuery(id));
  const edit = useEditMode(id, ...purposes);
  return (
    <Page width="form">
      <Card>
        {!data &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TextSkeleton rows={2} />)}
        {data && !edit.isEditing && (
          <>
            <div className="stack stack-tight">
              <AddressField
                label={t("Free Coin Address (BEP20 only)")}
                value={data.address ?? ""}
                placeholder={t("No address yet")}
                onAddress={() => undefined}
                readOnly
              />
              {data.address && <CopyButton text={data.address} label={t("Copy the address")} withLabel />}
            </div>
            <WaitingTime state={data.state} />
            <Button fullWidth onClick={edit.open} autoFocus={edit.isBack}>
              {t("Edit Profile")}
            </Button>
            {data.ownership && (data.ownership.proof || data.ownership.neededAboveFc !== null) && (
              <Suspense>
                <Ownership ownership={data.ownership} />
              </Suspense>
            )}
          </>
        )}
        {data && edit.isEditing && <AddressForm saved={data.address} onClose={edit.close} />}
        <ul className="terms small dimmed">
          <li>
            {t("BEP20 (BNB Smart Chain) addresses only. Coins sent to an address of another chain are lost.")}
          </li>
          <li>{t("After every change coin withdrawals wait, so that you can react if it was not you.")}</li>
        </ul>
      </Card>
    </Page>
  );
}

const ofAddress = new Set<string>([
  "NOTHING_CHANGED",
  "PLATFORM_ADDRESS",
  "CONTRACT_ADDRESS",
  "SANCTIONED",
  "SANCTIONS_UNKNOWN",
]);

/** Creates the address where there is none, and otherwise puts another in its place. */
function AddressForm({ saved, onClose }: { saved: string | undefined; onClose: () => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  // If an answer was lost, the new address may be saved already. The form remains the one that was sent, because
  // another one would not ask what became of it.
  const [sent] = useState(() => heldStep.unanswered(purposes, userId)?.change);
  const current = sent === undefined ? saved : "newAddress" in sent ? sent.freeCoinAddress : undefined;
  const purpose: Purpose = current === undefined ? "coin-address-create" : "coin-address-update";
  const { form, setValue, errorOf, otp, submit } = useRecordForm({
    purpose,
    userId,
    values: () => ({ address: heldAddress(purpose, userId) ?? current ?? "" }),
    problems: ({ address }) => {
      const problem = addressProblemText(address);
      return problem === undefined ? {} : { address: problem };
    },
    changeOf: ({ address }) =>
      current === undefined
        ? { userId, freeCoinAddress: address }
        : { userId, freeCoinAddress: current, newAddress: address },
    fieldOf: (code) => (ofAddress.has(code) ? "address" : undefined),
    perform: async (change) => {
      if ("newAddress" in change) {
        const { newAddress, ...body } = change;
        await call(editFreeCoinAddress, { params: { address: newAddress }, body });
      } else await call(createFreeCoinAddress, { body: change });
      await Promise.all([
        queries.refetchQueries(coinAddressQuery(userId)),
        queries.invalidateQueries({ queryKey: ["withdraw"] }),
      ]);
    },
    done: current === undefined ? coinAddressCreated : coinAddressUpdated,
    onDone: onClose,
  });
  return (
    <RecordForm
      otp={otp}
      submit={submit}
      action={current === undefined ? t("Create") : t("Update")}
      onCancel={onClose}
    >
      <AddressField
        label={t("Free Coin Address (BEP20 only)")}
        name="address"
        value={form.address}
        onAddress={(address) =>
          setValue("address", address, { shouldValidate: errorOf("address") !== undefined })
        }
        error={errorOf("address")}
      />
    </RecordForm>
  );
}

/** What a code was sent for before a reload. */
function heldAddress(purpose: Purpose, userId: number) {
  const held = heldChange(purpose, userId);
  return held && "newAddress" in held ? held.newAddress : held?.freeCoinAddress;
}
