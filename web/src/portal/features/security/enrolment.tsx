import { Box, Button, Group } from "@mantine/core";
import {
  authenticatorMessages,
  cancelAuthenticator,
  finishAuthenticator,
  type AuthenticatorData,
} from "@fc/contract/security/authenticator";
import { otpIn } from "@fc/contract/otp/portal";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { timeText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { TextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";

interface EnrolmentProps {
  enrolment: NonNullable<AuthenticatorData["enrolment"]>;
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onLeft: () => Promise<void>;
}

/** The app gets its key, by picture, by link or by hand, and shows with its first code that it has it. */
export function Enrolment({ enrolment: { key, uri, expiresAt }, onDone, onLeft }: EnrolmentProps) {
  const t = useT();
  const { id: userId } = useMember();
  const [code, setCode] = useState("");
  const [codeProblem, setCodeProblem] = useState<string>();
  const { busy, problem, submit } = useSubmit(async () => {
    if (code === "") return setCodeProblem(authenticatorMessages.empty);
    try {
      const { data } = await call(finishAuthenticator, { body: { userId, code } });
      await onDone(data.recoveryCodes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Already finished in another tab, or by an attempt whose response was lost: the card shows the current state.
      if (error.code === "ENROLMENT_GONE") await onLeft();
      if (error.code !== "INVALID_AUTHENTICATOR_CODE") throw error;
      setCodeProblem(error.message);
    }
  });
  const leave = useSubmit(async () => {
    await call(cancelAuthenticator, { body: { userId } });
    await onLeft();
  });
  return (
    <Form onSubmit={() => void submit()}>
      <ol className="terms">
        <li>{t("Install an authenticator app on your phone, if you have none yet.")}</li>
        <li>
          <p>
            {t(
              "Scan this picture with the app. If you are on that phone now, open the app by the link or type the key.",
            )}
          </p>
          <AppKey appKey={key} uri={uri} expiresAt={expiresAt} />
        </li>
        <li>
          <TextField
            label={t("Enter the code that the app shows")}
            name="firstCode"
            inputMode="numeric"
            autoComplete="off"
            value={code}
            onChange={(event) => {
              setCode(otpIn(event.currentTarget.value));
              setCodeProblem(undefined);
            }}
            error={codeProblem && t(codeProblem)}
          />
        </li>
      </ol>
      <FormProblem error={problem ?? leave.problem} />
      <Group gap="sm" wrap="nowrap">
        <Button
          variant="default"
          aria-disabled={leave.busy}
          mod={{ busy: leave.busy }}
          onClick={() => void leave.submit()}
        >
          {t("Cancel")}
        </Button>
        <Button type="submit" flex={1} px="xs" aria-disabled={busy} mod={{ busy }}>
          {busy ? t("Loading") : t("Turn on")}
        </Button>
      </Group>
    </Form>
  );
}

interface AppKeyProps extends Omit<EnrolmentProps["enrolment"], "key"> {
  appKey: string;
}

/** The key as a picture, as a text and as a link. */
function AppKey({ appKey, uri, expiresAt }: AppKeyProps) {
  const t = useT();
  const { i18n } = useLingui();
  return (
    <Group justify="center" gap="md" mt="sm">
      <Box w="11rem">
        <QrCode text={uri} label={t("QR code with the key for the app")} />
      </Box>
      <div className="stack stack-tight">
        <span className="small dimmed">{t("Key")}</span>
        <Group gap="xs" wrap="nowrap">
          <code translate="no">{appKey.match(/.{1,4}/g)?.join(" ")}</code>
          <CopyButton text={appKey} label={t("Copy the key")} />
        </Group>
        <a className="link-button" href={uri}>
          {t("Open my authenticator app")}
        </a>
        <span className="small dimmed">
          {t("Valid until {time}", { time: timeText(expiresAt, i18n.locale) })}
        </span>
      </div>
    </Group>
  );
}
