import {
  beginNewApp,
  confirmNewApp,
  renewOwnRecoveryCodes,
  type OwnAccount,
} from "@fc/contract/operators/console-account";
import { recoveryCodeCount } from "@fc/contract/security/authenticator";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { formText } from "../../../lib/form-text.ts";
import { dateTimeText } from "../../../lib/format/dates.ts";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { PasswordField, PlainTextField } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import { CodeField, codeIn } from "./password-card.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";

/** With so few recovery codes left, the operator should make new ones. */
const fewCodes = 3;

export function AppCard({ app, queryKey }: { app: OwnAccount["app"]; queryKey: QueryKey }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"app" | "codes">();
  const close = () => {
    setOpen(undefined);
    void queries.invalidateQueries({ queryKey });
  };
  const left = app && `Recovery codes left: ${app.recoveryCodesLeft} of ${recoveryCodeCount}`;
  return (
    <>
      {app === null ? (
        <p>You have no authenticator app yet.</p>
      ) : (
        <>
          <p>In use since {dateTimeText(app.since, "en")}.</p>
          {app.recoveryCodesLeft > fewCodes ? <Text c="dimmed">{left}</Text> : <Note tone="bad">{left}</Note>}
        </>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen("app")}>
          {app === null ? "Set up an app" : "Replace the app"}
        </Button>
        {app !== null && (
          <Button variant="default" onClick={() => setOpen("codes")}>
            New recovery codes
          </Button>
        )}
      </Group>
      {open === "app" && <NewAppDialog hasApp={app !== null} onClose={close} />}
      {open === "codes" && <NewCodesDialog onClose={close} />}
    </>
  );
}

function NewAppDialog({ hasApp, onClose }: { hasApp: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const beginning = useSubmit(async (form: HTMLFormElement) => {
    const body = { password: formText(form, "password"), ...codeIn(form) };
    setSecret((await call(beginNewApp, { body })).data);
  });
  const confirming = useSubmit(async (form: HTMLFormElement) => {
    const { code = "" } = codeIn(form);
    setCodes((await call(confirmNewApp, { body: { code } })).data.recoveryCodes);
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog
      title={hasApp ? "Replace the authenticator app" : "Set up an authenticator app"}
      onClose={onClose}
    >
      {secret ? (
        <Form onSubmit={(form) => void confirming.submit(form)}>
          <p>
            Scan this with the new app.{" "}
            {hasApp && "The old one works until you have entered a code of the new one."}
          </p>
          <QrCode text={secret.uri} label="Code to scan with an authenticator app" />
          <Text size="sm">
            Or type this key: <Code className="operator-key">{secret.secret}</Code>
          </Text>
          <PlainTextField label="Code of the new app" name="code" autoComplete="one-time-code" />
          <FormProblem error={confirming.problem} />
          <SubmitButton busy={confirming.busy}>Use the new app</SubmitButton>
        </Form>
      ) : (
        <Form onSubmit={(form) => void beginning.submit(form)}>
          <p>You will be signed out everywhere else, and get new recovery codes.</p>
          <PasswordField label="Your password" name="password" autoComplete="current-password" />
          {hasApp && <CodeField />}
          <FormProblem error={beginning.problem} />
          <SubmitButton busy={beginning.busy}>Continue</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}

function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, problem, submit } = useSubmit(async (form: HTMLFormElement) => {
    const body = { password: formText(form, "password"), ...codeIn(form) };
    setCodes((await call(renewOwnRecoveryCodes, { body })).data.recoveryCodes);
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      <Form onSubmit={(form) => void submit(form)}>
        <p>You get ten new codes. The old ones are worth nothing any more.</p>
        <PasswordField label="Your password" name="password" autoComplete="current-password" />
        <CodeField />
        <FormProblem error={problem} />
        <SubmitButton busy={busy}>Make new codes</SubmitButton>
      </Form>
    </Dialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Keep these recovery codes" onClose={onClose}>
      <Stack>
        <p>
          Each works once in place of the app's code, should you lose your phone. They are shown this once.
        </p>
        <RecoveryCodeList codes={codes} />
        <Button onClick={onClose}>I have kept them</Button>
      </Stack>
    </Dialog>
  );
}
