import { Button } from "@mantine/core";
import { noticeMs } from "@fc/contract/otp/portal";
import type { Side } from "@fc/contract/side";
import { useRef, useState } from "react";
import { copyText } from "../../../lib/clipboard.ts";
import { useT } from "../../../lib/i18n.ts";
import { useMember } from "../../../lib/session/member.ts";
import { msg } from "../../../lib/msg.ts";
import { CheckIcon, CopyIcon } from "../../../ui/icons/icons.tsx";
import { ShareIcon } from "../../../ui/icons/screen-icons.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { QrCode } from "../../../ui/content/qr-code.tsx";
import { toast } from "../../../ui/feedback/toasts.tsx";
import "./referrals.css";

const texts = {
  left: { title: msg("Left Referral Link"), qr: msg("QR code of the left link") },
  right: { title: msg("Right Referral Link"), qr: msg("QR code of the right link") },
} as const satisfies Record<Side, { title: string; qr: string }>;

export default function ReferralLinkPage() {
  const t = useT();
  return (
    <Page>
      <p className="dimmed">
        {t(
          "Everybody who registers with one of these links joins your team on that side, with you as the referrer.",
        )}
      </p>
      <div className="referral-links">
        <ReferralLink side="left" />
        <ReferralLink side="right" />
      </div>
    </Page>
  );
}

function ReferralLink({ side }: { side: Side }) {
  const t = useT();
  const { refId } = useMember();
  const address = `${location.origin}/referral-link/${refId}/${side}`;
  const { title, qr } = texts[side];
  return (
    <section className="card referral-link" aria-label={t(title)}>
      <div className="stack">
        <h2 className="card-title">{t(title)}</h2>
        <p className="referral-address" translate="no">
          {address}
        </p>
        <div className="referral-actions">
          <CopyLink address={address} />
          {"share" in navigator && <ShareLink address={address} />}
        </div>
      </div>
      <QrCode text={address} label={t(qr)} />
    </section>
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
    <>
      <Button leftSection={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy()}>
        {copied ? t("Copied") : t("Copy link")}
      </Button>
      <span role="status" className="visually-hidden">
        {copied && t("Copied")}
      </span>
    </>
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
