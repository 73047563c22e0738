import { Button, Dialog, Group, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../lib/i18n.ts";
import { barsId } from "../../ui/feedback/offline-banner.tsx";
import { useNewVersion } from "./app-version.ts";
import { useInstallHint } from "./install-hint.ts";
import { useOfflineStamp } from "./offline-stamp.ts";
import { PauseBars } from "./pause-bars.tsx";
import "@mantine/core/styles/Affix.layer.css";
import "@mantine/core/styles/Dialog.layer.css";

/** What makes the portal an app of the phone: kept on it, dated when it is offline, told when it is new. */
export default function AppPlace() {
  useOfflineStamp();
  useThemeColour();
  return (
    <>
      <PauseBars />
      <News />
    </>
  );
}

/** That there is a new version, or how the portal becomes an app. */
function News() {
  const t = useT();
  const version = useNewVersion();
  const hint = useInstallHint();
  // Elsewhere it would lie over a form.
  const isHome = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath === "/" });
  if (version.isReady) return <VersionBar onClose={version.dismiss} />;
  if (!isHome || !hint.way) return null;
  return (
    <Announcement title={t("FC Portal as an app")} onClose={hint.dismiss}>
      <Text size="sm">
        {t("On your home screen it opens at once, and without a connection with the last figures.")}
      </Text>
      {hint.way === "iphone" && (
        <Text size="sm" fw={600}>
          {t("Tap Share and then “Add to Home Screen”.")}
        </Text>
      )}
      <Group grow>
        <Button variant="default" onClick={hint.dismiss}>
          {t("Not now")}
        </Button>
        {hint.way === "button" && <Button onClick={() => void hint.install()}>{t("Install")}</Button>}
      </Group>
    </Announcement>
  );
}

/** Slim, and above the page: it takes room and covers no field. */
function VersionBar({ onClose }: { onClose: () => void }) {
  const t = useT();
  const before = useRef<EventTarget>(null);
  const lost = useId();
  const bars = document.getElementById(barsId);
  const close = () => {
    onClose();
    // Somebody who was typing can go on.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    bars &&
    createPortal(
      <div
        className="version-bar"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        }}
      >
        <span>{t("A new version is ready")}</span>
        <span id={lost} className="visually-hidden">
          {t("Reload when it suits you. What you have typed is lost then.")}
        </span>
        <button
          type="button"
          className="link-button"
          aria-describedby={lost}
          onClick={() => location.reload()}
        >
          {t("Reload")}
        </button>
        <button type="button" className="link-button" onClick={close}>
          {t("Not now")}
        </button>
      </div>,
      bars,
    )
  );
}

interface AnnouncementProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** In a corner over the page, which does not move. On a phone it is above the bottom bar. */
function Announcement({ title, onClose, children }: AnnouncementProps) {
  return (
    <Dialog
      opened
      role="status"
      onClose={onClose}
      transitionProps={{ duration: 0 }}
      position={{ bottom: "calc(5rem + env(safe-area-inset-bottom))", right: "1rem" }}
      w="min(24rem, calc(100vw - 2rem))"
      radius="lg"
      bg="var(--fc-surface)"
      withBorder
    >
      <Stack gap="sm">
        <Text fw={600}>{title}</Text>
        {children}
      </Stack>
    </Dialog>
  );
}

/** The frame around the page has the colour of its top bar, also after the colours were changed. */
function useThemeColour(): void {
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]"))
      meta.content = scheme === "dark" ? "#1b1823" : "#ffffff";
  }, [scheme]);
}
