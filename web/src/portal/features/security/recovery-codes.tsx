import { Button, Paper } from "@mantine/core";
import { recoveryCodeText } from "@fc/contract/security/authenticator";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { CopyButton } from "../../../ui/content/copy-button.tsx";
import { DownloadIcon } from "../../../ui/icons/screen-icons.tsx";
import { Note } from "../../../ui/feedback/note.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** Shown this once: they stay until the member says that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useT();
  const { refId } = useMember();
  const words = codes.map(recoveryCodeText);
  const text = words.join("\n");
  const file = `FC Portal ${refId}\n\n${text}\n`;
  return (
    <>
      <h3 className="card-title">{t("Keep your recovery codes")}</h3>
      <Note>
        {t("They are shown only now. Each works once in place of the app, if you lose your phone.")}
      </Note>
      <Paper
        component="ul"
        className="plain-list"
        translate="no"
        p="md"
        bg="var(--fc-brand-wash)"
        ta="center"
        ff="monospace"
        fz={17}
        style={{ columns: 2 }}
      >
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </Paper>
      <div className="row">
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          onClick={() => saveFile(new Blob([file], { type: "text/plain" }), "fc-portal-recovery-codes.txt")}
        >
          {t("Save as a file")}
        </Button>
        <CopyButton text={text} label={t("Copy the recovery codes")} />
      </div>
      <Button onClick={onKept}>{t("I have kept them")}</Button>
    </>
  );
}
