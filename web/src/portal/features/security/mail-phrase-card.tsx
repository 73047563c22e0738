import { mailPhrase, mailPhraseMessages, ownPhrase, setMailPhrase } from "@fc/contract/security/mail-phrase";
import { noticeMs } from "@fc/contract/notice-times";
import { useLingui } from "@lingui/react";
import { Button, Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { dateText } from "../../../lib/format/dates.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { TextSkeleton } from "../../../ui/feedback/skeletons.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { PlainTextField } from "../../../ui/form/fields.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { securityKey } from "./queries.ts";

/** Words of the member's own, by which our mails are told from others. They are shown in the mails alone. */
export function MailPhraseCard() {
  const t = useT();
  const { i18n } = useLingui();
  const { id: userId, lookUntil } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: [...securityKey(userId), "mail-phrase"],
    queryFn: async () => (await call(mailPhrase, { params: { userId } })).data,
  });
  // A reload in the middle of a code does not lose the step.
  const [asked, setAsked] = useState(() => stepOf(heldStep.find("mail-phrase", userId)?.change?.phrase));
  return (
    <Card title={t("Phrase in our mails")}>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton rows={2} />
        )
      ) : (
        <>
          <p>
            {data.setAt === null
              ? t(
                  "Choose a few words of your own. They then stand in every mail from us, so that you know which are ours.",
                )
              : t("Since {day} your phrase stands in every mail from us. A mail without it is not ours.", {
                  day: dateText(data.setAt, i18n.locale),
                })}
          </p>
          {lookUntil === null && (
            <Group gap="sm" grow preventGrowOverflow={false}>
              <Button variant="default" onClick={() => setAsked("set")}>
                {data.setAt === null ? t("Choose a phrase") : t("Change the phrase")}
              </Button>
              {data.setAt !== null && (
                <Button variant="default" onClick={() => setAsked("remove")}>
                  {t("Remove the phrase")}
                </Button>
              )}
            </Group>
          )}
          {asked && <PhraseDialog isRemoval={asked === "remove"} onClose={() => setAsked(undefined)} />}
        </>
      )}
    </Card>
  );
}

function stepOf(phrase: string | undefined): "set" | "remove" | undefined {
  if (phrase === undefined) return undefined;
  return phrase === "" ? "remove" : "set";
}

function PhraseDialog({ isRemoval, onClose }: { isRemoval: boolean; onClose: () => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() => heldStep.find("mail-phrase", userId)?.change?.phrase ?? "");
  const [problem, setProblem] = useState<string>();
  const otp = useOtpChange({
    purpose: "mail-phrase",
    userId,
    change: { userId, phrase: isRemoval ? "" : typed.trim() },
    perform: async (body) => {
      await call(setMailPhrase, { body });
      return {};
    },
    onRefused: (refused) => {
      setProblem(refused.fields["phrase"]);
      return refused.fields["phrase"] !== undefined;
    },
    onDone: () => {
      onClose();
      toast.success(
        isRemoval ? mailPhraseMessages.removed : mailPhraseMessages.set,
        noticeMs.changeConfirmed,
      );
      void queries.invalidateQueries({ queryKey: securityKey(userId) });
    },
  });
  async function submit(): Promise<void> {
    const checked = ownPhrase.safeParse(typed);
    const isMissing = !isRemoval && typed.trim() === "";
    const found = isMissing ? mailPhraseMessages.missing : checked.error?.issues[0]?.message;
    setProblem(found);
    if (found === undefined || isRemoval) await otp.submit();
  }
  if (isRemoval) {
    return (
      <CodeDialog title={t("Remove the phrase")} action={t("Remove")} otp={otp} onClose={onClose}>
        <p>{t("Mails from us then no longer have a phrase of your own.")}</p>
      </CodeDialog>
    );
  }
  return (
    <CodeDialog title={t("Choose a phrase")} action={t("Save")} otp={{ ...otp, submit }} onClose={onClose}>
      <PlainTextField
        label={t("Your phrase")}
        description={t("3 to 60 characters that others do not guess. Do not use a password.")}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem && t(problem)}
      />
    </CodeDialog>
  );
}
