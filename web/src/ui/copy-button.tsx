import { noticeMs } from "@fc/contract/otp";
import { useState } from "react";
import { copyText } from "../lib/clipboard.ts";
import { useT } from "../lib/i18n.ts";
import { CheckIcon, CopyIcon } from "./icons.tsx";

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who do not see where the button stands. */
  label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), noticeMs.copied);
  };
  return (
    <span className="copy">
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
      </button>
      <span role="status" className="small">
        {copied && t("Copied")}
      </span>
    </span>
  );
}
