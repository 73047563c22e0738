import { operatorLogout } from "@fc/contract/operators/console";
import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Button,
  Group,
  Kbd,
  Stack,
  Text,
  Title,
  Tooltip,
} from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { SecondStep } from "../features/operators/second-step.tsx";
import { call } from "../../lib/api/api.ts";
import { OperatorContext, operatorQuery, type SignedInOperator } from "../../lib/session/operator.ts";
import { createQueryClient } from "../../lib/api/query-client.ts";
import { operatorSession } from "../../lib/session/session.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { MenuIcon, PowerIcon, SearchIcon } from "../../ui/icons/screen-icons.tsx";
import { IconButton } from "../../ui/layout/icon-button.tsx";
import { Brand, LogoMark } from "../../ui/layout/logo.tsx";
import { ColourSwitch } from "../../ui/layout/preferences.tsx";
import { ErrorState } from "../../ui/feedback/problem.tsx";
import { PageSkeleton } from "../../ui/feedback/skeletons.tsx";
import { TableViewContext, useDensity } from "../../ui/table/table-view-choices.ts";
import { openPalette } from "../../ui/palette/palette.tsx";
import { BookIcon } from "../icons.tsx";
import { handbookOf } from "../features/handbook/pages.ts";
import { CommandPalette } from "./command-palette.tsx";
import { Navigation } from "./side-navigation.tsx";
import "./shell.css";

/** The key makes React build everything anew for a new session, so that no figure of the last one stays on the screen. */
export function ConsoleShell() {
  const token = useSyncExternalStore(operatorSession.subscribe, operatorSession.token, operatorSession.token);
  return token && <SessionShell key={token} />;
}

function SessionShell() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const { data: operator, error, refetch } = useQuery(operatorQuery);
  if (error && !operator) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!operator) return <PageSkeleton />;
  if (operator.secondStep !== "none")
    return <SecondStep operator={operator} onPassed={() => void refetch()} onLeave={signOut} />;
  return (
    <OperatorContext value={operator}>
      <TableViewContext value>
        <Console operator={operator} />
      </TableViewContext>
    </OperatorContext>
  );
}

type Width = "phone" | "rail" | "full";

/** On a tablet the sidebar is its pictures, so that tables have room; below that it is behind the menu. */
function useWidth(): Width {
  const atOnce = { getInitialValueInEffect: false };
  const isPhone = useMediaQuery("(width < 62em)", false, atOnce);
  const isRail = useMediaQuery("(width < 80em)", false, atOnce);
  return isPhone ? "phone" : isRail ? "rail" : "full";
}

const belowBanner = "var(--offline-height, 0px)";

function Console({ operator }: { operator: SignedInOperator }) {
  const width = useWidth();
  const isPhone = width === "phone";
  const [isMenuOpen, { open, close }] = useDisclosure();
  return (
    <AppShell
      layout="alt"
      header={{ height: 60, collapsed: !isPhone }}
      navbar={{
        width: width === "rail" ? 64 : 240,
        breakpoint: 0,
        collapsed: { mobile: isPhone, desktop: isPhone },
      }}
      padding={isPhone ? "md" : "lg"}
      transitionDuration={0}
      className="console"
      mod={{ roomy: useDensity().isRoomy }}
    >
      {isPhone ? (
        <AppShell.Header top={belowBanner} px="xs" bg="var(--fc-surface)">
          <Group h="100%" gap="xs" wrap="nowrap">
            <IconButton aria-label="Open the menu" onClick={open}>
              <MenuIcon />
            </IconButton>
            <PageTitle />
            <HandbookLink isIcon />
            <IconButton aria-label="Go to" onClick={openPalette}>
              <SearchIcon />
            </IconButton>
          </Group>
        </AppShell.Header>
      ) : (
        <AppShell.Navbar
          top={belowBanner}
          h={`calc(100dvh - ${belowBanner})`}
          p={width === "rail" ? "xs" : "sm"}
          bg="var(--fc-surface)"
        >
          <Stack gap="sm" h="100%">
            {width === "rail" ? <RailTop /> : <SideTop />}
            {/* On a low screen the places scroll; who is signed in and the way out stay. */}
            <Box flex={1} mih={0} style={{ overflowY: "auto" }}>
              <Navigation isRail={width === "rail"} />
            </Box>
            <Account operator={operator} isRail={width === "rail"} />
          </Stack>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content">
        {!isPhone && (
          <Group gap="md" align="baseline" wrap="nowrap">
            <PageTitle />
            <HandbookLink />
          </Group>
        )}
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      {isPhone && isMenuOpen && (
        <Dialog title="Menu" kind="drawer" onClose={close}>
          <Stack mih="100%" flex={1} justify="space-between">
            <Navigation onChosen={close} />
            <Account operator={operator} />
          </Stack>
        </Dialog>
      )}
      <CommandPalette role={operator.role} hasChain={operator.hasChain} />
    </AppShell>
  );
}

function SideTop() {
  return (
    <>
      <Box px="xs">
        <Brand />
      </Box>
      <Button
        variant="default"
        size="sm"
        justify="start"
        fullWidth
        leftSection={<SearchIcon />}
        rightSection={<Kbd>Ctrl K</Kbd>}
        styles={{ label: { flex: 1 } }}
        onClick={openPalette}
      >
        Go to
      </Button>
    </>
  );
}

function RailTop() {
  return (
    <Stack align="center">
      <LogoMark />
      <Tooltip label="Go to (Ctrl K)" position="right">
        <IconButton variant="default" aria-label="Go to" onClick={openPalette}>
          <SearchIcon />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}

function Account({ operator, isRail = false }: { operator: SignedInOperator; isRail?: boolean }) {
  return (
    <Stack gap="xs" pt="sm" style={{ borderTop: "1px solid var(--fc-line)" }}>
      {!isRail && <ColourSwitch />}
      <Group wrap="nowrap" justify={isRail ? "center" : "space-between"}>
        {!isRail && (
          <Box miw={0} lh={1.35} style={{ overflowWrap: "anywhere" }}>
            <strong>{operator.name}</strong>
            <Text size="sm" c="dimmed">
              {operator.role}
            </Text>
          </Box>
        )}
        <Tooltip label="Sign out">
          <IconButton aria-label="Sign out" onClick={signOut}>
            <PowerIcon />
          </IconButton>
        </Tooltip>
      </Group>
    </Stack>
  );
}

/** To what the handbook says about this screen. */
function HandbookLink({ isIcon = false }: { isIcon?: boolean }) {
  const screen = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath }) ?? "/";
  if (screen.startsWith("/handbook")) return null;
  const { to, title } = handbookOf(screen);
  const name = title === "" ? "Handbook" : `Handbook: ${title}`;
  if (isIcon) {
    return (
      <ActionIcon
        component={Link}
        to={to}
        aria-label={name}
        variant="subtle"
        c="var(--mantine-color-text)"
        size="var(--fc-tap)"
      >
        <BookIcon />
      </ActionIcon>
    );
  }
  return (
    <Anchor component={Link} to={to} size="sm" py={4}>
      {name}
    </Anchor>
  );
}

function PageTitle() {
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title }) ?? "";
  useEffect(() => {
    document.title = `${title} · FC Console`;
  }, [title]);
  return (
    <Title order={1} fz={{ base: "1.125rem", md: "1.375rem" }} flex={1} mb={{ base: 0, md: "md" }}>
      {title}
    </Title>
  );
}

/** Signs out in the browser at once. If the call fails, the session on the server ends when it expires. */
function signOut(): void {
  const ended = call(operatorLogout).catch(() => undefined);
  operatorSession.end("signed-out");
  void ended;
}
