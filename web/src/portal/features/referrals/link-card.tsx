import { noticeMs } from "@fc/contract/otp/portal";
import type { Side } from "@fc/contract/side";
import { Button, Code, Group, Paper, Stack, Title, VisuallyHidden } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { copyText } from "../../../lib/clipboard.ts";
import { useT } from "../../../lib/i18n.ts";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import { CheckIcon, CopyIcon } from "../../../ui/icons/icons.tsx";
import { ShareIcon } from "../../../ui/icons/screen-icons.tsx";
import "@mantine/core/styles/Code.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";

/** Whoever registers with it gets that member as the referrer, on that side. */
export function linkOf(refId: string, side: Side): string {
  return `${location.origin}/referral-link/${refId}/${side}`;
}

interface LinkCardProps {
  title: string;
  /** What the QR code is, for those who do not see it. */
  qr: string;
  address: string;
  children?: ReactNode;
}

/** A link to be copied, shared or scanned. */
export function LinkCard({ title, qr, address, children }: LinkCardProps) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" bg="var(--fc-surface)" aria-label={title}>
      <Stack>
        <Title order={2} fz={17}>
          {title}
        </Title>
        {children}
        <Code
          block
          fz="md"
          ff="inherit"
          translate="no"
          style={{ whiteSpace: "normal", wordBreak: "break-all", userSelect: "all" }}
        >
          {address}
        </Code>
        <Group grow>
          <CopyLink address={address} />
          {"share" in navigator && <ShareLink address={address} />}
        </Group>
        <QrCode text={address} label={qr} />
      </Stack>
    </Paper>
  );
}

function CopyLink({ address }: { address: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const hide = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    await copyText(address);
    clearTimeout(hide.current);
    setCopied(true);
    hide.current = setTimeout(() => setCopied(false), noticeMs.copied);
  };
  return (
    <Button leftSection={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy()}>
      {copied ? t("Copied") : t("Copy link")}
      <VisuallyHidden role="status">{copied && t("Copied")}</VisuallyHidden>
    </Button>
  );
}

/** The phone's own sheet: messengers, mail, whatever the member uses. */
function ShareLink({ address }: { address: string }) {
  const t = useT();
  const share = async () => {
    try {
      await navigator.share({ title: t("Join my team on FC Portal"), url: address });
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
