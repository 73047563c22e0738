import { Box } from "@mantine/core";
import { qrPath } from "../../lib/qr-path.ts";

/** Dark on white in either colour scheme: many readers know no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      w="min(14rem, 100%)"
      bg="#ffffff"
      bdrs="md"
      fill="#1e1a29"
      shapeRendering="crispEdges"
      style={{ alignSelf: "center", aspectRatio: 1 }}
    >
      <path d={path} />
    </Box>
  );
}
