import { noticeMs } from "@fc/contract/notice-times";
import type { preferredType } from "@fc/contract/referrals/preference";
import type { Side } from "@fc/contract/side";
import { Button, Code, Group, VisuallyHidden } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { copyText } from "../../../lib/clipboard.ts";
import { useT } from "../../../lib/i18n.ts";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { CheckIcon, CopyIcon } from "../../../ui/icons/icons.tsx";
import { Card } from "../../../ui/layout/page.tsx";
import { SaveCard, ShareLink, WhatsAppLink } from "./link-sharing.tsx";
import "@mantine/core/styles/Code.layer.css";

/** A person who registers with it gets that member as the referrer, on that side or on the one that is preferred. */
export function linkOf(refId: string, type: Side | typeof preferredType): string {
  return `${location.origin}/referral-link/${refId}/${type}`;
}

interface LinkCardProps {
  title: string;
  /** What the QR code is, for those who do not see it. */
  qr: string;
  address: string;
  /** What is sent with the link. */
  text: string;
  /** The other ways to hand it on are in a card of their own. */
  isShort?: boolean;
  children?: ReactNode;
}

/** A link to be copied, shared or scanned. */
export function LinkCard({ title, qr, address, text, isShort = false, children }: LinkCardProps) {
  return (
    <Card title={title} aria-label={title}>
      {children}
      <Code
        block
        fz="md"
        ff="inherit"
        translate="no"
        // Beside a longer link this one gets its height, so that the buttons below stand in one line.
        flex="1 0 auto"
        style={{ whiteSpace: "normal", overflowWrap: "anywhere", userSelect: "all" }}
      >
        {address}
      </Code>
      <Group grow>
        <CopyLink address={address} />
        {"share" in navigator && <ShareLink text={text} address={address} />}
      </Group>
      {!isShort && <OtherWays qr={qr} address={address} text={text} />}
    </Card>
  );
}

/** For a link whose card is short. */
export function SharingCard({ title, ...ways }: Pick<LinkCardProps, "title" | "qr" | "address" | "text">) {
  return (
    <Card title={title} aria-label={title}>
      <OtherWays {...ways} />
    </Card>
  );
}

function OtherWays({ qr, address, text }: Pick<LinkCardProps, "qr" | "address" | "text">) {
  return (
    <>
      <WhatsAppLink text={text} address={address} />
      <QrCode text={address} label={qr} />
      <SaveCard address={address} />
    </>
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
