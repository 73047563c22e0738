import {
  chooseToConfirmByMail,
  chooseToConfirmByPasskey,
  endPasskey,
  mostPasskeys,
  passkeyMessages,
  type Passkey,
  type PasskeyData,
} from "@fc/contract/security/passkeys";
import { noticeMs } from "@fc/contract/notice-times";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { useLingui } from "@lingui/react";
import { Button, Flex, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { canUsePasskeys } from "../../../lib/can-use-passkeys.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { ErrorState, FormProblem } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { KeyIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { AddDialog } from "./add-passkey-dialog.tsx";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { passkeysQuery } from "./queries.ts";

const purposes = ["passkey-add", "passkey-end", "passkey-confirm"] as const satisfies OtpPurpose[];
type Asking = { purpose: "passkey-add" | "passkey-confirm" } | { purpose: "passkey-end"; id: string };

/** Shown where passkeys work: at an IP address no browser makes one. */
export function PasskeysCard() {
  const t = useT();
  const { id } = useMember();
  const { data, error, refetch } = useQuery(passkeysQuery(id));
  if (data && !data.isPossible && data.passkeys.length === 0) return null;
  return (
    <Card title={t("Passkeys")}>
      {data ? (
        <Passkeys data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton rows={2} />
      )}
    </Card>
  );
}

/** A reload in the middle of a code does not lose the step. */
function heldAsking(userId: number): Asking | undefined {
  const purpose = purposes.find((candidate) => heldStep.find(candidate, userId));
  const id = heldStep.find("passkey-end", userId)?.change?.passkeyId;
  if (purpose === "passkey-end") return id === undefined ? undefined : { purpose, id };
  return purpose && { purpose };
}

function Passkeys({ data: { passkeys, confirmsByPasskey, isPossible } }: { data: PasskeyData }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(() => heldAsking(userId));
  const close = () => setAsking(undefined);
  const ending = asking?.purpose === "passkey-end" ? passkeys.find(({ id }) => id === asking.id) : undefined;
  // Forms everywhere ask for what was chosen here.
  const refresh = () => void queries.invalidateQueries();
  const isHere = isPossible && canUsePasskeys();
  return (
    <>
      <p>
        {t(
          "A passkey signs you in with your fingerprint, face or PIN, without user ID and password. It works at this address only, so nobody can trick you out of it.",
        )}
      </p>
      {passkeys.length > 0 && (
        <ul className="plain-list ruled-list">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onEnd={() => setAsking({ purpose: "passkey-end", id: passkey.id })}
            />
          ))}
        </ul>
      )}
      {!isHere && <Note>{t("This browser cannot use passkeys at this address.")}</Note>}
      {isHere && passkeys.length < mostPasskeys && (
        <Button variant="default" onClick={() => setAsking({ purpose: "passkey-add" })}>
          {t("Add a passkey")}
        </Button>
      )}
      {passkeys.length > 0 && (
        <Choice
          confirmsByPasskey={confirmsByPasskey}
          onChoose={() => setAsking({ purpose: "passkey-confirm" })}
          onDone={refresh}
        />
      )}
      {asking?.purpose === "passkey-add" && <AddDialog onClose={close} onDone={refresh} />}
      {asking?.purpose === "passkey-confirm" && <ConfirmDialog onClose={close} onDone={refresh} />}
      {ending && <EndDialog passkey={ending} onClose={close} onDone={refresh} />}
    </>
  );
}

function PasskeyRow({ passkey, onEnd }: { passkey: Passkey; onEnd: () => void }) {
  const t = useT();
  const { i18n } = useLingui();
  const { name, addedAt, lastUsedAt } = passkey;
  return (
    <Flex component="li" gap="sm" align="flex-start" wrap="wrap">
      <KeyIcon />
      <Stack gap={0} flex="1 1 12rem" style={{ overflowWrap: "anywhere" }}>
        <strong>{name}</strong>
        <span className="small dimmed">
          {t("Added {time}", { time: dateTimeText(addedAt, i18n.locale) })}
        </span>
        <span className="small dimmed">
          {lastUsedAt === null
            ? t("Not used yet")
            : t("Last used {time}", { time: dateTimeText(lastUsedAt, i18n.locale) })}
        </span>
      </Stack>
      <Button variant="default" size="sm" aria-label={t("End {name}", { name })} onClick={onEnd}>
        {t("End")}
      </Button>
    </Flex>
  );
}

interface ChoiceProps {
  confirmsByPasskey: boolean;
  onChoose: () => void;
  onDone: () => void;
}

/** What confirms a change. The mailed code is the default, and stays a way each time. */
function Choice({ confirmsByPasskey, onChoose, onDone }: ChoiceProps) {
  const t = useT();
  const { id: userId } = useMember();
  const { busy, problem, submit } = useSubmit(async () => {
    await call(chooseToConfirmByMail, { body: { userId } });
    toast.success(passkeyMessages.confirmsByMail, noticeMs.changeConfirmed);
    onDone();
  });
  return (
    <>
      <Text component="h3" fz="md" fw={600} mb="calc(-1 * var(--mantine-spacing-sm))">
        {t("Confirming changes")}
      </Text>
      <p>
        {confirmsByPasskey
          ? t(
              "A passkey confirms withdrawals, transfers, staking and changes of your records. Each time you can take the code by e-mail instead.",
            )
          : t(
              "The code by e-mail confirms withdrawals, transfers, staking and changes of your records. A passkey can do it instead: it signs exactly the change that you see.",
            )}
      </p>
      <FormProblem error={problem} />
      {confirmsByPasskey ? (
        <Button variant="default" aria-disabled={busy} mod={{ busy }} onClick={() => void submit()}>
          {t("Confirm by e-mail again")}
        </Button>
      ) : (
        <Button variant="default" onClick={onChoose}>
          {t("Confirm by passkey")}
        </Button>
      )}
    </>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

function ConfirmDialog({ onClose, onDone }: DialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "passkey-confirm",
    userId,
    change: { userId },
    perform: async (body) => {
      await call(chooseToConfirmByPasskey, { body });
      return {};
    },
    onDone: () => {
      onClose();
      toast.success(passkeyMessages.confirmsByPasskey, noticeMs.changeConfirmed);
      onDone();
    },
  });
  return (
    <CodeDialog title={t("Confirm by passkey")} action={t("Confirm by passkey")} otp={otp} onClose={onClose}>
      <p>
        {t(
          "Your passkeys then confirm what the codes by e-mail and of the authenticator app confirm now. A new password, e-mail address or passkey, and the app itself, still take the codes.",
        )}
      </p>
    </CodeDialog>
  );
}

function EndDialog({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "passkey-end",
    userId,
    change: { userId, passkeyId: passkey.id },
    perform: async (body) => {
      await call(endPasskey, { body });
      return {};
    },
    onDone: () => {
      onClose();
      toast.success(passkeyMessages.ended, noticeMs.changeConfirmed);
      onDone();
    },
  });
  return (
    <CodeDialog title={t("End a passkey")} action={t("End")} otp={otp} onClose={onClose}>
      <p>
        {t("{name} then no longer signs you in. Your device may still show it; you can delete it there.", {
          name: passkey.name,
        })}
      </p>
    </CodeDialog>
  );
}
