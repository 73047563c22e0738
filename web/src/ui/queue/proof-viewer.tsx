import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useKeys } from "./keys.tsx";

const zooms = [1, 1.5, 2, 3, 4] as const;
const height = "min(26rem, 50dvh)";

/** A picture that can be enlarged, turned, and moved by scrolling. */
export function ProofViewer({ src, alt }: { src: string; alt: string }) {
  const [at, setAt] = useState(0);
  const [turns, setTurns] = useState(0);
  const zoom = zooms[at] ?? 1;
  const larger = () => setAt((now) => Math.min(now + 1, zooms.length - 1));
  const smaller = () => setAt((now) => Math.max(now - 1, 0));
  const turn = () => setTurns((count) => (count + 1) % 4);
  useKeys({ "+": larger, "=": larger, "-": smaller, t: turn });
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label="Picture">
        <Tool onPress={smaller} isUseless={at === 0}>
          Smaller
        </Tool>
        <Text span size="sm">
          {Math.round(zoom * 100)} %
        </Text>
        <Tool onPress={larger} isUseless={at === zooms.length - 1}>
          Larger
        </Tool>
        <Tool onPress={turn}>Turn</Tool>
        <a className="link-button" href={src} target="_blank" rel="noreferrer">
          Open alone
        </a>
      </Group>
      <Box h={height} bg="var(--fc-surface-quiet)" bdrs="md" display="grid" style={frame}>
        <img
          src={src}
          alt={alt}
          style={{
            rotate: `${turns * 90}deg`,
            ...(zoom === 1 ? { maxWidth: "100%", maxHeight: height } : { width: `${zoom * 100}%` }),
          }}
        />
      </Box>
    </Stack>
  );
}

const frame = { overflow: "auto", placeItems: "center" } as const;

interface ToolProps {
  onPress: () => void;
  /** It keeps its focus and does nothing: the picture is as large or as small as it gets. */
  isUseless?: boolean;
  children: string;
}

function Tool({ onPress, isUseless = false, children }: ToolProps) {
  return (
    <Button
      variant="default"
      size="sm"
      fw={400}
      c={isUseless ? "dimmed" : "var(--mantine-color-text)"}
      aria-disabled={isUseless}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
