import { Button } from "@mantine/core";
import { saveFile } from "../../../lib/api/save-file.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { LongTextField } from "../../../ui/form/long-text-field.tsx";
import { WhatsAppIcon } from "../../../ui/icons/later-icons.tsx";
import { DownloadIcon, ShareIcon } from "../../../ui/icons/screen-icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { whatsAppLink, type Invitation } from "./invitation.ts";

interface SharingProps {
  /** What is sent with the link. */
  text: string;
  address: string;
}

/** The phone's own sheet: messengers, mail, whatever the member uses. */
export function ShareLink({ text, address }: SharingProps) {
  const t = useT();
  const share = async () => {
    try {
      await navigator.share({
        title: t("Join my team on FC Portal"),
        ...(text.trim() === "" ? {} : { text: text.trim() }),
        url: address,
      });
    } catch (error) {
      // Closing the sheet without sharing is no failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) toast.failure(error);
    }
  };
  return (
    <Button variant="default" leftSection={<ShareIcon />} onClick={() => void share()}>
      {t("Share")}
    </Button>
  );
}

export function WhatsAppLink({ text, address }: SharingProps) {
  const t = useT();
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<WhatsAppIcon />}
      href={whatsAppLink(text, address)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t("Send by WhatsApp")}
    </Button>
  );
}

/** The code as a picture with name and link, to print, to send or to show. */
export function SaveCard({ address }: { address: string }) {
  const t = useT();
  const { name } = useMember();
  const save = async () => {
    try {
      const { qrCard } = await import("../../../lib/qr-card.ts");
      const { origin } = new URL(address);
      const card = await qrCard({
        name,
        words: t("Join my team on FC Portal"),
        code: address,
        below: [origin, address.slice(origin.length)],
      });
      const [refId, side] = address.split("/").slice(-2);
      saveFile(card, `invitation-${refId}-${side}.png`);
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void save()}>
      {t("Save the QR card")}
    </Button>
  );
}

/** The words that go with every link of the page. */
export function InvitationCard({ invitation: { text, write, reset } }: { invitation: Invitation }) {
  const t = useT();
  return (
    <Card>
      <LongTextField
        label={t("Message with the link")}
        description={t("WhatsApp and Share send it above the link.")}
        rows={3}
        maxLength={500}
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
      />
      {reset && (
        <div>
          <Button variant="default" onClick={reset}>
            {t("Back to the usual words")}
          </Button>
        </div>
      )}
    </Card>
  );
}
