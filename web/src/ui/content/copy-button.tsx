import { noticeMs } from "@fc/contract/notice-times";
import { useState } from "react";
import { copyText } from "../../lib/clipboard.ts";
import { useT } from "../../lib/i18n.ts";
import { CheckIcon, CopyIcon } from "../icons/icons.tsx";

interface CopyButtonProps {
  text: string;
  /** Says what is copied, for screen readers. */
  label: string;
  /** Shows the label too, where the button is alone. */
  withLabel?: boolean;
}

const labelled = { alignSelf: "flex-start", gap: "0.5rem" };

export function CopyButton({ text, label, withLabel = false }: CopyButtonProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), noticeMs.copied);
  };
  const icon = copied ? <CheckIcon /> : <CopyIcon />;
  if (withLabel) {
    return (
      <button type="button" className="link-button" style={labelled} onClick={() => void copy()}>
        {icon}
        <span role="status">{copied ? t("Copied") : label}</span>
      </button>
    );
  }
  return (
    <span className="copy not-printed" style={{ display: "inline-flex", alignItems: "center" }}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        {icon}
      </button>
      <span role="status" className="small">
        {copied && t("Copied")}
      </span>
    </span>
  );
}
