import { useEffect, useId, useRef, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { CloseIcon } from "../icons/icons.tsx";
import "./dialog.css";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** A drawer slides in from the start edge instead of standing in the middle. */
  kind?: "modal" | "drawer";
}

/**
 * The browser's own dialog: it keeps the focus inside, closes on Escape, makes the page behind it
 * inert and returns the focus afterwards. Rendered while open.
 */
export function Dialog({ title, onClose, children, kind = "modal" }: DialogProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The browser would choose the close button, which is first.
    element?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-kind={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        // The padding lies in .dialog-body, so only the backdrop is the dialog itself.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <header className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label={t("Close")} onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
