import { Button, Group } from "@mantine/core";
import {
  authenticatorMessages,
  recoveryCodeCount,
  renewRecoveryCodes,
  startAuthenticator,
  turnOffAuthenticator,
  type AuthenticatorData,
} from "@fc/contract/security/authenticator";
import { noticeMs } from "@fc/contract/notice-times";
import type { OtpPurpose } from "@fc/contract/otp/portal";
import { useLingui } from "@lingui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CheckIcon } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { Card } from "../../../ui/layout/page.tsx";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { Enrolment } from "./enrolment.tsx";
import { authenticatorQuery, securityKey } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

const purposes = ["authenticator-on", "authenticator-off", "recovery-codes"] as const satisfies OtpPurpose[];
type Purpose = (typeof purposes)[number];

/** With so few recovery codes left, the member should make new ones. */
const fewCodes = 3;

export function AuthenticatorCard() {
  const t = useT();
  const { id } = useMember();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(authenticatorQuery(id));
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  // A reload in the middle of a code does not lose the step.
  const [asking, setAsking] = useState<Purpose | undefined>(() =>
    purposes.find((purpose) => heldStep.find(purpose, id)),
  );
  const [areCodesLost, setCodesLost] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: securityKey(id) });
  const close = () => setAsking(undefined);
  return (
    <Card title={t("Authenticator app")}>
      {areCodesLost && (
        <Note tone="bad" live onClose={() => setCodesLost(false)}>
          {t(
            "New recovery codes were made, but the answer with them was lost and they cannot be shown again. Please make new ones once more.",
          )}
        </Note>
      )}
      {newCodes ? (
        <RecoveryCodes codes={newCodes} onKept={() => setNewCodes(undefined)} />
      ) : !data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={3} />
        )
      ) : data.on ? (
        <TurnedOn on={data.on} onAsk={setAsking} />
      ) : data.enrolment ? (
        <Enrolment
          enrolment={data.enrolment}
          onLeft={refresh}
          onDone={(codes) => {
            setNewCodes(codes);
            toast.success(authenticatorMessages.on, noticeMs.changeConfirmed);
            return refresh();
          }}
        />
      ) : (
        <TurnedOff onAsk={setAsking} />
      )}
      {asking === "authenticator-on" && <TurnOnDialog onClose={close} onDone={() => void refresh()} />}
      {asking === "authenticator-off" && <TurnOffDialog onClose={close} onDone={() => void refresh()} />}
      {asking === "recovery-codes" && (
        <NewCodesDialog
          onClose={close}
          onLost={() => {
            setCodesLost(true);
            void refresh();
          }}
          onDone={(codes) => {
            setCodesLost(false);
            setNewCodes(codes);
            void refresh();
          }}
        />
      )}
    </Card>
  );
}

function TurnedOff({ onAsk }: { onAsk: (purpose: Purpose) => void }) {
  const t = useT();
  return (
    <>
      <p>
        {t(
          "With an authenticator app on your phone, withdrawals, transfers and new coin addresses, bank details or e-mail addresses ask for its code beside the one we mail. Somebody who reads your mail still cannot move your coins.",
        )}
      </p>
      <Button onClick={() => onAsk("authenticator-on")}>{t("Turn on")}</Button>
    </>
  );
}

interface TurnedOnProps {
  on: NonNullable<AuthenticatorData["on"]>;
  onAsk: (purpose: Purpose) => void;
}

function TurnedOn({ on: { since, recoveryCodesLeft }, onAsk }: TurnedOnProps) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <>
      <Group gap={6} fw={600} c="var(--fc-good-text)">
        <CheckIcon />
        {t("On since {date}", { date: dateText(since, i18n.locale) })}
      </Group>
      <p>
        {t(
          "Withdrawals, transfers and new coin addresses, bank details or e-mail addresses ask for its code beside the one we mail.",
        )}
      </p>
      {recoveryCodesLeft > fewCodes ? (
        <p className="dimmed">
          {t("Recovery codes left: {left} of {count}", { left: recoveryCodesLeft, count: recoveryCodeCount })}
        </p>
      ) : (
        <Note tone="bad">
          {t("Recovery codes left: {left} of {count}", { left: recoveryCodesLeft, count: recoveryCodeCount })}
        </Note>
      )}
      <Group gap="sm" grow preventGrowOverflow={false}>
        <Button variant="default" onClick={() => onAsk("recovery-codes")}>
          {t("New recovery codes")}
        </Button>
        <Button variant="default" onClick={() => onAsk("authenticator-off")}>
          {t("Turn off")}
        </Button>
      </Group>
    </>
  );
}

interface DialogProps<Result = void> {
  onClose: () => void;
  onDone: (result: Result) => void;
}

function TurnOnDialog({ onClose, onDone }: DialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "authenticator-on",
    userId,
    change: { userId },
    perform: async (body) => {
      await call(startAuthenticator, { body });
      return {};
    },
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <CodeDialog title={t("Turn on the authenticator app")} action={t("Continue")} otp={otp} onClose={onClose}>
      <p>{t("First a code by e-mail, then you connect the app.")}</p>
    </CodeDialog>
  );
}

function TurnOffDialog({ onClose, onDone }: DialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "authenticator-off",
    userId,
    change: { userId },
    perform: async (body) => {
      await call(turnOffAuthenticator, { body });
      return {};
    },
    onDone: () => {
      onClose();
      toast.success(authenticatorMessages.off, noticeMs.changeConfirmed);
      onDone();
    },
  });
  return (
    <CodeDialog
      title={t("Turn off the authenticator app")}
      action={t("Turn off")}
      otp={otp}
      onClose={onClose}
    >
      <p>
        {t(
          "Withdrawals, transfers and new coin addresses, bank details or e-mail addresses will ask for the mailed code alone. Your recovery codes end with the app.",
        )}
      </p>
    </CodeDialog>
  );
}

interface NewCodesDialogProps extends DialogProps<readonly string[]> {
  /** They were made, but the answer with them was lost. */
  onLost: () => void;
}

function NewCodesDialog({ onClose, onDone, onLost }: NewCodesDialogProps) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "recovery-codes",
    userId,
    change: { userId },
    perform: async (body) => {
      const { data } = await call(renewRecoveryCodes, { body });
      onDone(data.recoveryCodes);
      return {};
    },
    onDone: ({ isLookedUp }) => {
      onClose();
      if (isLookedUp) onLost();
    },
  });
  return (
    <CodeDialog title={t("New recovery codes")} action={t("Make new codes")} otp={otp} onClose={onClose}>
      <p>{t("You get ten new codes. The old ones are worth nothing any more.")}</p>
    </CodeDialog>
  );
}
