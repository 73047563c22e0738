import { Drawer, Modal } from "@mantine/core";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useT } from "../../lib/i18n.ts";
import { CloseIcon } from "../icons/icons.tsx";
import { useCloseRequest } from "./close-request.ts";
import "./dialog.css";
import "./scroll-lock.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** A drawer stands at the start edge instead of in the middle, a sheet at the bottom, below the thumb. */
  kind?: "modal" | "drawer" | "sheet";
  /** Old and new side by side need more room than a form. */
  isWide?: boolean;
}

/** Rendered while open. Keeps the focus inside and gives it back; Escape and the phone's back button close it. */
export function Dialog({ title, onClose, children, kind = "modal", isWide = false }: DialogProps) {
  const t = useT();
  useFocusReturn();
  useCloseRequest(onClose);
  const shared = {
    opened: true,
    onClose,
    title,
    // One Escape would close all dialogs that lie on each other.
    closeOnEscape: false,
    // Above the bars and the offline banner, below the toasts.
    zIndex: 350,
    padding: "lg",
    // The theme's body is the page behind; a dialog is a surface.
    style: { "--mantine-color-body": "var(--fc-surface)" },
    overlayProps: { color: "#0c0a10", backgroundOpacity: 0.55 },
    closeButtonProps: { "aria-label": t("Close"), size: "var(--fc-tap)", icon: <CloseIcon /> },
    children: (
      // A phone would open its keyboard or a list over a sheet that was just opened.
      <div ref={kind === "sheet" ? undefined : focusFirstField} style={{ display: "contents" }}>
        {children}
      </div>
    ),
  };
  const titleStyles = { fontSize: "1.25rem", fontWeight: 600, lineHeight: 1.3 };
  if (kind === "modal") {
    return (
      <Modal
        {...shared}
        centered
        size={isWide ? "44rem" : "28rem"}
        radius="lg"
        xOffset="1rem"
        yOffset="1rem"
        styles={{ title: titleStyles }}
      />
    );
  }
  if (kind === "sheet") {
    return (
      <Drawer
        {...shared}
        mod={{ sheet: true }}
        position="bottom"
        size="auto"
        radius="lg lg 0 0"
        styles={{
          title: titleStyles,
          content: { height: "auto", maxHeight: "90dvh" },
          body: { paddingBottom: "max(0.5rem, env(safe-area-inset-bottom))" },
        }}
      />
    );
  }
  return (
    <Drawer
      {...shared}
      size="min(20rem, 86vw)"
      styles={{
        title: titleStyles,
        content: { display: "flex", flexDirection: "column" },
        body: {
          flex: 1,
          display: "flex",
          flexDirection: "column",
          paddingBottom: "max(1.25rem, env(safe-area-inset-bottom))",
        },
      }}
    />
  );
}

/** The focus goes to the first field; without this it would go to the close button, which is before it. */
function focusFirstField(body: HTMLElement | null): void {
  body?.querySelector("input, select, textarea")?.setAttribute("data-autofocus", "");
}

/** Mantine gives the focus back when `opened` changes; ours is rendered while open, so it happens at the end of that. */
function useFocusReturn(): void {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
    [],
  );
}
