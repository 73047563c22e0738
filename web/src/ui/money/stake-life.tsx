import type { StakeLife } from "@fc/contract/staking/life";
import { useLingui } from "@lingui/react";
import { Box, Group, Stack, Text } from "@mantine/core";
import { dayText } from "../../lib/format/dates.ts";
import { useT } from "../../lib/i18n.ts";
import { Coins } from "./figures.tsx";

/** Day n of N, the last day, and how much of the whole has been returned, as a bar. */
export function StakeProgress({ life, isEnded = false }: { life: StakeLife; isEnded?: boolean }) {
  const t = useT();
  const { i18n } = useLingui();
  const { day, days, last, returned, whole } = life;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="0 md" fz="sm">
        <Text span inherit fw={600}>
          {t("Day {day} of {days}", { day, days })}
        </Text>
        {!isEnded && (
          <Text span inherit c="dimmed">
            {t("Last day: {day}", { day: dayText(last, i18n.locale) })}
          </Text>
        )}
      </Group>
      {/* The figures below say the same. */}
      <Box h={8} bdrs="xl" bg="var(--fc-line)" style={{ overflow: "hidden" }} aria-hidden>
        <Box h={8} bdrs="xl" bg="var(--fc-brand-text)" w={`${whole === 0 ? 0 : (100 * returned) / whole}%`} />
      </Box>
      <Group justify="space-between" gap="0 md" fz="sm">
        <span>{isEnded ? t("It brought") : t("Returned so far")}</span>
        <span>
          <Coins coins={returned} /> / <Coins coins={whole} isPublic />
        </span>
      </Group>
    </Stack>
  );
}
