import { Group, Skeleton, Stack } from "@mantine/core";
import { useT } from "../../../lib/i18n.ts";
import { boxHeight, boxWidth } from "./layout.ts";

/** The first levels in outline, where they will be. */
export function TreeSkeleton() {
  const t = useT();
  return (
    <Stack role="status" aria-label={t("Loading...")} gap={56} pt={24} style={{ overflow: "hidden" }}>
      {[1, 2, 4].map((count) => (
        <Group key={count} justify="center" gap={16} wrap="nowrap">
          {Array.from({ length: count }, (_, at) => (
            <Skeleton key={at} width={boxWidth} height={boxHeight} radius={14} style={{ flex: "none" }} />
          ))}
        </Group>
      ))}
    </Stack>
  );
}
