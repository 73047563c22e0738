import { confirmRegistration, resendWelcome, welcomeAgainMs } from "@fc/contract/registration/portal-later";
import { useLingui } from "@lingui/react";
import { Button, DataList, Group, Paper, Stack, Text, ThemeIcon } from "@mantine/core";
import "@mantine/core/styles/ThemeIcon.layer.css";
import "../../../ui/styles/signed-in.ts";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, call } from "../../../lib/api/api.ts";
import { genderLabels } from "../../../lib/labels/gender-labels.ts";
import { useT } from "../../../lib/i18n.ts";
import { timeText } from "../../../lib/format/dates.ts";
import { phoneText } from "../../../lib/format/phone-text.ts";
import { sideLabels } from "../../../lib/labels/side-labels.ts";
import { useCountdown } from "../../../lib/use-countdown.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { EmailText } from "../../../ui/content/email-text.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { CheckIcon, MailIcon } from "../../../ui/icons/icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { FormProblem } from "../../../ui/feedback/problem.tsx";
import { Fact, Facts } from "../../../ui/record/facts.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useSubmit } from "../../../ui/form/use-submit.ts";
import type { Registration } from "./stored-registration.ts";

/** Moves the focus to the new step, so that screen readers announce it. */
export function StepHeading({ children }: { children: string }) {
  return (
    <Text
      component="h2"
      fz="1.25rem"
      fw={600}
      lh={1.3}
      tabIndex={-1}
      ref={takeFocus}
      style={{ outline: "none" }}
    >
      {children}
    </Text>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  if (heading) scrollTo({ top: 0 });
}

interface SummaryProps {
  registration: Registration;
  onCorrect: () => void;
  /** The new user id; unknown when the registration was completed without this browser. */
  onDone: (refId: string | undefined) => void;
}

/** The place is taken; Done sends the welcome. */
export function RegistrationSummary({ registration, onCorrect, onDone }: SummaryProps) {
  const t = useT();
  const { i18n } = useLingui();
  const { key, name, gender, mailId, mobileNumber, team, linkTeam = team } = registration;
  const { parentRefId, referrerName, placementRefId, placementName } = registration;
  const until = new Date(registration.until).toISOString();
  const mayCorrect = useCountdown(until) > 0;

  const { busy, problem, submit } = useSubmit(async () => {
    try {
      onDone((await call(confirmRegistration, { idempotencyKey: key })).data.refId);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "REGISTRATION_GONE")) throw error;
      onDone(undefined);
    }
  });

  return (
    <Form className="stack stack-loose" onSubmit={() => void submit()}>
      <div className="stack stack-tight">
        <StepHeading>{t("The place is reserved")}</StepHeading>
        <p className="dimmed">{t("Please read it through. Done sends the welcome e-mail.")}</p>
      </div>
      <MailAddress mailId={mailId} />
      <Facts>
        <Fact label={t("Name")}>{name}</Fact>
        <Fact label={t("Gender")}>{t(genderLabels[gender])}</Fact>
        <Fact label={t("Mobile number")}>{phoneText(mobileNumber) || "–"}</Fact>
        <Fact label={t("Team")}>{t(sideLabels[team])}</Fact>
        <Fact label={t("Referrer")} id={parentRefId}>
          {referrerName}
        </Fact>
        <Fact label={t("Placement")} id={placementRefId}>
          {placementName}
        </Fact>
      </Facts>
      {team !== linkTeam && (
        <Note>
          {t(
            "When you opened the link, the weaker team was another one: {before}. Others joined meanwhile. Your team is {team}.",
            { before: t(sideLabels[linkTeam]), team: t(sideLabels[team]) },
          )}
        </Note>
      )}
      <FormProblem error={problem} />
      <Stack gap="xs" align="center">
        <SubmitButton busy={busy}>{t("Done")}</SubmitButton>
        {mayCorrect && (
          <>
            <Button variant="default" fullWidth onClick={onCorrect}>
              {t("Correct the details")}
            </Button>
            <p className="small dimmed">
              {t("You can correct them until {time}. Then the e-mail leaves by itself.", {
                time: timeText(until, i18n.locale),
              })}
            </p>
          </>
        )}
      </Stack>
    </Form>
  );
}

/** The password goes there, so it is as large as a heading. */
function MailAddress({ mailId }: Pick<Registration, "mailId">) {
  const t = useT();
  return (
    <Paper p="md" bg="var(--fc-brand-wash)">
      <DataList size="md" orientation="vertical">
        <DataList.Item>
          <DataList.ItemLabel fz="sm">{t("E-mail")}</DataList.ItemLabel>
          <DataList.ItemValue
            translate="no"
            mb={6}
            fz="1.375rem"
            fw={600}
            lh={1.3}
            style={{ overflowWrap: "anywhere" }}
          >
            <EmailText email={mailId} />
          </DataList.ItemValue>
        </DataList.Item>
      </DataList>
      <p>{t("The password goes to this address. Is it right?")}</p>
    </Paper>
  );
}

interface SuccessProps {
  registration: Registration;
  refId: string | undefined;
  /** Not signed in: logging in comes next. */
  isNewcomer: boolean;
}

export function RegistrationSuccess({ registration: { key, mailId }, refId, isNewcomer }: SuccessProps) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Stack gap="lg" align="center" ta="center">
      <ThemeIcon
        size="4rem"
        radius="50%"
        color="var(--fc-good-wash)"
        c="var(--fc-good-text)"
        style={{ "--fc-icon": "2.25rem" }}
      >
        <CheckIcon />
      </ThemeIcon>
      <StepHeading>{refId ? t("Registration complete") : t("Registered")}</StepHeading>
      {refId && (
        <Paper className="new-id" w="100%" p="md" bg="var(--fc-brand-wash)">
          <p className="small dimmed">{t("The new user ID")}</p>
          {/* The id itself is in the middle, the button beside it. */}
          <Group gap={4} justify="center" wrap="nowrap" me={-44}>
            <Text component="strong" className="unit-id" fz="1.5rem" fw={600} lh={1.3}>
              {refId}
            </Text>
            <CopyButton text={refId} label={t("Copy the user ID")} />
          </Group>
        </Paper>
      )}
      <Group gap="sm" align="flex-start" wrap="nowrap" ta="start">
        <Text span c="var(--fc-brand-text)" lh={0} mt={2}>
          <MailIcon />
        </Text>
        <Text span inherit style={{ overflowWrap: "anywhere" }}>
          {refId
            ? t("The welcome e-mail is on its way to {email}.", { email: mailId })
            : t(
                "The registration completes by itself, and the welcome e-mail reaches {email} within 15 minutes.",
                {
                  email: mailId,
                },
              )}{" "}
          {t("It has the user ID and a temporary password, to be changed at the first login within 7 days.")}
        </Text>
      </Group>
      {refId && <WelcomeAgain idempotencyKey={key} mailId={mailId} />}
      <Stack gap="xs" align="center">
        {isNewcomer && (
          <Button fullWidth onClick={() => void navigate({ to: "/login" })}>
            {t("Login")}
          </Button>
        )}
        {/* A fresh page, so that nothing of the last registration is left in it. */}
        <Button fullWidth variant={isNewcomer ? "default" : "filled"} onClick={() => location.reload()}>
          {t("Create another user")}
        </Button>
        <Link className="link-button" to="/">
          {t("Back to home")}
        </Link>
      </Stack>
    </Stack>
  );
}

/** For a mail that does not arrive; each one takes a moment, so that the next one waits. */
function WelcomeAgain({ idempotencyKey, mailId }: { idempotencyKey: string; mailId: string }) {
  const t = useT();
  const [next, setNext] = useState(inAMinute);
  const [wasSent, setSent] = useState(false);
  const waitSeconds = Math.ceil(useCountdown(next) / 1000);
  const { busy, problem, submit } = useSubmit(async () => {
    setSent(false);
    await call(resendWelcome, { idempotencyKey });
    setSent(true);
    setNext(inAMinute());
  });
  return (
    <Stack gap={0} align="center">
      <button
        type="button"
        className="link-button"
        disabled={waitSeconds > 0 || busy}
        onClick={() => void submit()}
      >
        {waitSeconds > 0
          ? t("Send again in {seconds} s", { seconds: waitSeconds })
          : t("Send the e-mail again")}
      </button>
      <p role="status" className="small">
        {wasSent && t("Sent again to {email}. The first password stays valid too.", { email: mailId })}
      </p>
      <FormProblem error={problem} />
    </Stack>
  );
}

function inAMinute(): string {
  return new Date(Date.now() + welcomeAgainMs).toISOString();
}
