import type { ActivitySums as Sums } from "@fc/contract/activity/portal";
import { Flex, Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "@mantine/core/styles/Text.layer.css";
import type { UseQueryResult } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.ts";
import { ErrorState } from "../../../ui/feedback/problem.tsx";
import { RoundedAmount } from "../../../ui/money/rounded-amount.tsx";

/** What came in, went out and remains of whatever is shown. */
export function ActivitySums({
  sums: { data, error, refetch, isPlaceholderData },
}: {
  sums: UseQueryResult<Sums>;
}) {
  const t = useT();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const figures = [
    [t("In (FC)"), data?.inFc],
    [t("Out (FC)"), data?.outFc],
    [t("Net (FC)"), data?.netFc],
  ] as const;
  return (
    <Paper
      bd="1px solid var(--fc-line)"
      bg="var(--fc-surface)"
      radius="lg"
      p="md"
      opacity={isPlaceholderData ? 0.6 : 1}
      aria-busy={isPlaceholderData}
    >
      <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} spacing={4} m={0}>
        {figures.map(([label, value]) => (
          <Flex key={label} direction={{ base: "row", xs: "column" }} justify="space-between">
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={600}>
              {value === undefined ? <Skeleton h="1.5rem" w="7rem" /> : <RoundedAmount value={value} />}
            </Text>
          </Flex>
        ))}
      </SimpleGrid>
      <Text role="status" size="sm" c="dimmed" mt={4} mih="1.4rem">
        {data && t("{count} movements", { count: data.count.toLocaleString("en-IN") })}
      </Text>
    </Paper>
  );
}
