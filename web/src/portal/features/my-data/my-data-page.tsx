import { saveMyData } from "@fc/contract/my-data/portal";
import { Button } from "@mantine/core";
import { useState } from "react";
import { download } from "../../../lib/api/download.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { Card, Page } from "../../../ui/layout/page.tsx";
import { CodeDialog } from "../../../ui/otp/code-dialog.tsx";
import { heldStep } from "../../../ui/otp/held-step.ts";
import { useOtpChange } from "../../../ui/otp/use-otp-change.ts";
import { ClosureCard } from "./closure-card.tsx";

/** Everything we hold about the member as one file, and the way to close the account. */
export default function MyDataPage() {
  return (
    <Page width="form">
      <SaveCard />
      <ClosureCard />
    </Page>
  );
}

function SaveCard() {
  const t = useT();
  const { id: userId } = useMember();
  // A reload in the middle of a code does not lose the step.
  const [isSaving, setSaving] = useState(() => heldStep.find("my-data", userId) !== undefined);
  return (
    <Card title={t("Save everything")}>
      <p>
        {t(
          "Everything we hold about you as one file: your details, every movement, sign-ins, support messages and pictures. A PDF to read, JSON for programs.",
        )}
      </p>
      <Button variant="default" onClick={() => setSaving(true)}>
        {t("Save my data")}
      </Button>
      {isSaving && <SaveDialog onClose={() => setSaving(false)} />}
    </Card>
  );
}

function SaveDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { id: userId } = useMember();
  const otp = useOtpChange({
    purpose: "my-data",
    userId,
    change: { userId },
    perform: async (body) => {
      await download(saveMyData, { body });
      return {};
    },
    onDone: ({ isLookedUp }) => {
      onClose();
      // The code counted, but its file was lost on the way.
      if (isLookedUp)
        toast.failure(
          new Error(t("The code was used, but the file did not arrive. Please send a new code.")),
        );
    },
  });
  return (
    <CodeDialog title={t("Save my data")} action={t("Save")} otp={otp} onClose={onClose}>
      <Note>{t("The file has your PAN and bank details in full. Keep it where nobody else reads it.")}</Note>
    </CodeDialog>
  );
}
